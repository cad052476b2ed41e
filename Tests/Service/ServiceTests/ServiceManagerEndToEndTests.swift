import Foundation
import TestSupport
import Testing
import Messages

/// A service tells the program that started it how it is.
@Suite(.fewAtOnce, .enabled(if: geteuid() == 0, "other users need root"))
struct ServiceManagerEndToEndTests {
  /// A service manager that listens at a socket, by path or by an abstract name (with @).
  private final class Listener {
    let descriptor: Int32
    let name: String

    init(_ name: String) {
      self.name = name
      descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      var bytes = Array(name.utf8)
      if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let size = MemoryLayout<sa_family_t>.size + bytes.count
      _ = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(size)) }
      }
      chmod(name, 0o666)
    }

    deinit { close(descriptor) }

    /// The next message that is no status for people.
    func message() async -> String? {
      var message = await next()
      while message?.hasPrefix("STATUS=") == true { message = await next() }
      return message
    }

    /// The next status for people.
    func status() async -> String? {
      var message = await next()
      while let other = message, !other.hasPrefix("STATUS=") { message = await next() }
      return message
    }

    private func next() async -> String? {
      var bytes = [UInt8](repeating: 0, count: 1000)
      var count = -1
      _ = await eventually {
        count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0
      }
      return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
  }

  @Test(arguments: [true, false])
  func `It says that it is ready, reloading and stopping`(_ isAbstract: Bool) async throws {
    // given
    let place = try Sandbox()
    chmod(place.directory, 0o755)
    let listener = Listener((isAbstract ? "@" : "") + place.path("notify"))
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
    let listener = Listener(place.path("notify"))
    let service = try PlayedService(environment: ["NOTIFY_SOCKET": listener.name, "WATCHDOG_USEC": "20000"])
    #expect(await listener.message() == "READY=1")
    for _ in 0..<3 { #expect(await listener.message() == "WATCHDOG=1") }
    service.program.send(signal: SIGTERM)
    _ = try await service.program.finish()
  }

  @Test func `Lines for the journal begin with their priority`() async throws {
    let place = try Sandbox()
    chmod(place.directory, 0o755)
    let listener = Listener(place.path("notify"))
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
    let listener = Listener(place.path("notify"))
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
