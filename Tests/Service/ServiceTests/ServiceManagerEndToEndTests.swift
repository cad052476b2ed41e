import Foundation
import TestSupport
import Testing
import AccountService
import Messages

/// A service tells the program that started it how it is.
@Suite(.fewAtOnce, .enabled(if: geteuid() == 0, "other users need root"))
struct ServiceManagerEndToEndTests {
  @Test(arguments: [true, false])
  func `It says that it is ready, reloading and stopping`(_ isAbstract: Bool) async throws {
    // given
    let place = try Sandbox()
    chmod(place.directory, 0o755)
    let listener = NotifySocket((isAbstract ? "@" : "") + place.path("notify"))
    let service = try PlayedService(environment: ["NOTIFY_SOCKET": listener.name])
    // then
    #expect(await listener.message() == "READY=1")
    service.program.send(signal: SIGHUP)
    #expect(await listener.message()?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
    #expect(await listener.message() == "READY=1")
    service.program.send(signal: SIGTERM)
    #expect(await listener.message() == "STOPPING=1")
    #expect(try await service.program.finish().ending == .exited(0))
  }

  @Test func `It says twice in each period of the watchdog that it is alive`() async throws {
    let place = try Sandbox()
    chmod(place.directory, 0o755)
    let listener = NotifySocket(place.path("notify"))
    let service = try PlayedService(environment: ["NOTIFY_SOCKET": listener.name, "WATCHDOG_USEC": "20000"])
    #expect(await listener.message() == "READY=1")
    for _ in 0..<3 { #expect(await listener.message() == "WATCHDOG=1") }
    service.program.send(signal: SIGTERM)
    _ = try await service.program.finish()
  }

  @Test func `Lines for the journal begin with their priority`() async throws {
    let place = try Sandbox()
    chmod(place.directory, 0o755)
    let listener = NotifySocket(place.path("notify"))
    let service = try PlayedService(environment: ["JOURNAL_STREAM": "8:1", "NOTIFY_SOCKET": listener.name])
    #expect(await listener.status() == "STATUS=The store works.")
    let form = try await service.welcomed(1001)
    _ = form.socket.send([0x41, 0, 0, 0, 1])
    #expect(await form.isEnded())
    service.program.send(signal: SIGTERM)
    let lines = try await service.program.finish().errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("<5>started version=\"signin ") == true)
    let others = lines.dropFirst().filter { !$0.hasPrefix("<5>store ") }
    #expect(others == ["<4>offence uid=\"1001\"", "<5>stopped signal=\"15\""])
    #expect(lines.filter { $0.hasPrefix("<5>store ") } == ["<5>store state=\"made\"", "<5>store state=\"works\""])
  }

  @Test func `It says whether people can sign in`() async throws {
    // given a store of somebody else
    let place = try Sandbox()
    chmod(place.directory, 0o755)
    let listener = NotifySocket(place.path("notify"))
    let store = try StoreOfRoot(in: place)
    // when
    let service = try PlayedService(
      settings: ServiceWithClient.quick + store.setting,
      environment: ["NOTIFY_SOCKET": listener.name, "JOURNAL_STREAM": "8:1"])
    // then
    let sentence =
      "The store can't be trusted: \(store.path) belongs to another user; use a store in another place."
    #expect(await listener.status() == "STATUS=Nobody can sign in. \(sentence)")
    // when an administrator mends it
    unlink(store.path)
    // then
    #expect(await listener.status() == "STATUS=The store works.")
    service.program.send(signal: SIGTERM)
    let lines = try await service.program.finish().errors.split(separator: "\n")
    #expect(lines.contains("<3>store state=\"failed\" reason=\"\(sentence)\""), "\(lines)")
    #expect(lines.contains("<5>store state=\"works\""), "\(lines)")
  }
}
