import CVisitors
import Foundation
import Identity
import TestSupport
import Testing
import AccountService
import Messages

/// Many users at one service.
@Suite(.fewAtOnce, .enabled(if: geteuid() == 0, "other users need root"))
struct ServiceLoadTests {
  private static func figure(_ name: String, of program: ChildProcess) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(program.id)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
    return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
  }

  /// How often any thread of the program was woken.
  private static func wakes(of program: ChildProcess) throws -> Int {
    let tasks = "/proc/\(program.id)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      let lines = status.split(separator: "\n").filter { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + lines.compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }.reduce(0, +)
    }
  }

  @Test func `Open forms take at most 16 KiB each, and wake nobody`() async throws {
    // given
    let service = try PlayedService()
    var forms = [try await service.welcomed(1000)]
    // The first ones also pay for what all share.
    for uid: UInt32 in 2000..<2020 { forms.append(try await service.welcomed(uid)) }
    let before = try Self.figure("VmRSS", of: service.program)
    // when
    let count = LongRun.rounds(300, promised: 1000)
    for number in 0..<count { forms.append(try await service.welcomed(UInt32(3000 + number / 16))) }
    // then
    let each = Double(try Self.figure("VmRSS", of: service.program) - before) / Double(count)
    #expect(each <= 16)
    // Between two of ten looks nothing happens. libdispatch would wake it every second.
    var looks: [Int] = []
    while looks.count < 10, looks.count < 2 || looks.last != looks[looks.count - 2] {
      looks.append(try Self.wakes(of: service.program))
      try await Task.sleep(for: .milliseconds(1500))
    }
    #expect(looks.last == looks.dropLast().last)
    #expect(!forms.isEmpty)
  }

  @Test func `An import leaves no memory behind, also if it breaks off`() async throws {
    // given a service, and an administrator's program
    let service = try PlayedService()
    _ = try await service.welcomed(1000)
    let before = try Self.figure("VmRSS", of: service.program)
    let connection = visitors_connect(service.sandbox.path("run/admin.sock"), 0)
    try #require(connection >= 0)
    var program: ServiceWithClient? = ServiceWithClient(
      over: SeqpacketSocket(descriptor: connection), to: service.program, in: service.sandbox)
    _ = await program?.hello()
    // when it sends 100,000 accounts, and leaves
    for batch in 0..<1000 {
      let accounts = (0..<100).map {
        NewAccount(email: email("ada\(batch).\($0)@example.com"), passwordHash: .sample())
      }
      let message = Request.administer(.batch(accounts)).message(7)
      while case .full? = program?.socket.send(message) { usleep(1000) }
    }
    #expect(await eventually { (try? Self.figure("VmRSS", of: service.program)) ?? 0 > before + 20_000 })
    program = nil
    // then the memory is given back
    #expect(await eventually { (try? Self.figure("VmRSS", of: service.program)) ?? .max < before + 10_000 })
  }

  @Test func `Right passwords of many users at once all get in`() async throws {
    // given
    let users = LongRun.rounds(6, promised: 50)
    let service = try PlayedService()
    var forms: [ServiceWithClient] = []
    for number in 0..<users * 2 {
      let form = try await service.welcomed(UInt32(1001 + number % users), as: email("user\(number)@example.com"))
      guard case .signedIn? = await form.converse(.signUp, "correct horse") else {
        Issue.record("The sign-up failed.")
        return
      }
      forms.append(form)
    }
    // when
    for form in forms { form.begin(.signIn, ["correct horse"]) }
    // then
    for form in forms {
      #expect(await form.ending() == .signedIn(form.person, nil, isNew: false))
    }
    service.program.send(signal: SIGTERM)
    _ = try await service.program.finish()
    #expect(try await service.outcomes().count { $0 == .signedIn } == 4 * users)
  }

  @Test(.serialized, .tags(.serviceKeepsAccounts), arguments: [60, 400])
  func `Processes that connect and close all the time make others wait, and fail nobody`(_ count: Int) async throws {
    // given
    let service = try PlayedService()
    let ada = try await service.welcomed(1001)
    #expect(await ada.converse(.signUp, "correct horse") == .signedIn(ada.person, nil, isNew: true))
    // when processes of another user flood the socket, until everybody else is served
    var processes = [Int32](repeating: 0, count: LongRun.rounds(min(count, 100), promised: count))
    let started = visitors_flood(service.socket, 1002, Int32(processes.count), &processes)
    defer { visitors_end(processes, started) }
    #expect(started == processes.count)
    // then forms of others get a place, are answered, and sign in while it goes on
    for uid: UInt32 in 1003..<1009 {
      // Not on a thread that other tests wait for.
      let (connection, error) = await withCheckedContinuation { connected in
        Thread.detachNewThread { [socket = service.socket] in
          connected.resume(returning: (visitors_wait(socket, uid, 60), errno))
        }
      }
      #expect(connection >= 0, "\(String(cString: strerror(error)))")
      let form = ServiceWithClient(
        over: SeqpacketSocket(descriptor: connection), to: service.program, in: service.sandbox)
      guard case .welcome? = await form.hello() else {
        Issue.record("A form was not welcomed.")
        return
      }
      #expect(await form.converse(.signIn, "correct horse") == .signedIn(ada.person, nil, isNew: false))
    }
    // and so does a person at the real form
    let tmux = try await Tmux(
      [
        "setpriv", "--reuid=1010", "--regid=1010", "--clear-groups", Sandbox.signin, "--store",
        "service:" + service.socket, "--email", ada.person.text,
      ], in: service.sandbox)
    try await tmux.wait(for: ada.person.text)
    try await tmux.type("correct horse")
    try await tmux.wait(for: "•••••••••••••")
    try await tmux.press("Enter")
    try await tmux.wait(for: "Activity")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))
    for process in processes { #expect(kill(process, 0) == 0, "the flood ended early") }
  }

  @Test func `A service needs no home, and a watchdog that wants too much keeps it no busier`() async throws {
    let service = try PlayedService(environment: ["HOME": nil, "XDG_DATA_HOME": nil, "WATCHDOG_USEC": "1"])
    let ada = try await service.welcomed(1001)
    #expect(await ada.converse(.signUp, "correct horse") == .signedIn(ada.person, nil, isNew: true))
    // Ten looks a second at most, where a loop that never rests has thousands
    let (before, start) = (try Self.wakes(of: service.program), ContinuousClock.now)
    try await Task.sleep(for: .seconds(1))
    let wakes = try Self.wakes(of: service.program) - before
    #expect(Double(wakes) < 100 * ((ContinuousClock.now - start) / .seconds(1)))
  }

  @Test func `Connections leave descriptors for those who are let in, also without a unit`() async throws {
    // given a service with the limits of a shell
    let limits = ["/bin/sh", "-c", "ulimit -Sn 64 && ulimit -Hn 512 && exec \"$@\"", "sh"]
    let service = try PlayedService(under: limits)
    let ada = try await service.welcomed(1001)
    #expect(await ada.converse(.signUp, "correct horse") == .signedIn(ada.person, nil, isNew: true))
    // when 40 users have 16 connections each
    var connections: [Int32] = []
    for number in 0..<640 {
      let connection = visitors_wait(service.socket, UInt32(2000 + number / 16), 10)
      if connection >= 0 { connections.append(connection) }
    }
    // then whoever is in signs in
    #expect(connections.count == 640)
    #expect(await ada.converse(.signIn, "correct horse") == .signedIn(ada.person, nil, isNew: false))
    for connection in connections { close(connection) }
    // and once they have left, others have their places
    var other: ServiceWithClient?
    #expect(
      await eventually {
        other = try? await service.welcomed(1003)
        return other != nil
      })
    #expect(await other?.converse(.signIn, "correct horse") == .signedIn(ada.person, nil, isNew: false))
    service.program.send(signal: SIGTERM)
    let finished = try await service.program.finish()
    #expect(finished.errors.contains("refused limit=\"connections\""))
  }

  @Test(.tags(.serviceKeepsAccounts)) func `A flood of connections of one user keeps nobody else out`() async throws {
    let service = try PlayedService()
    let ada = try await service.welcomed(1001)
    #expect(await ada.converse(.signUp, "correct horse") == .signedIn(ada.person, nil, isNew: true))
    var kept: [Int32] = []
    for _ in 0..<LongRun.rounds(500, promised: 10_000) {
      let connection = visitors_connect(service.socket, 1002)
      if kept.count < 900 { kept.append(connection) } else { close(connection) }
    }
    #expect(await ada.converse(.signIn, "correct horse") == .signedIn(ada.person, nil, isNew: false))
    let other = try await service.welcomed(1003)
    #expect(await other.converse(.signIn, "correct horse") == .signedIn(ada.person, nil, isNew: false))
    for connection in kept { close(connection) }
    service.program.send(signal: SIGTERM)
    let finished = try await service.program.finish()
    #expect(finished.errors.components(separatedBy: "refused limit=\"connections-of-uid\" uid=\"1002\"").count == 2)
  }
}
