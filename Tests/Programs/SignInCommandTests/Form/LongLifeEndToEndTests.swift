import Foundation
import TestSupport
import Testing

@Suite("A form used all day", .fewAtOnce)
struct LongLifeEndToEndTests {
  @Test("takes no more memory, locked memory and descriptors than at first", .tags(.answersAreKept), .asAdministrator)
  func flat() async throws {
    let fixture = try await StoreFixture(settings: StoreFixture.quick)
    let pty = try Pty(
      Administrator.launcher + [Sandbox.signin, "--email", StoreFixture.email, "--attempts", "1000"],
      environment: fixture.sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("Password")
    // Given some wrong attempts
    let rounds = LongRun.rounds(12, promised: 900)
    let early = max(4, rounds / 10)
    var before: [Int] = []
    for round in 0..<early + rounds {
      if round == early { before = try Self.size(of: pty.process) }
      // When more follow
      if round % 20 == 0 { try await fixture.forgetFailures() }
      pty.type("wrong horse \(round)\r")
      try pty.waitForOutput("Wrong email or password.")
    }
    // Then the process is as large as before, as soon as the last password is wiped
    var growth: [Int] = []
    _ = try await eventually {
      growth = zip(try Self.size(of: pty.process), before).map { $0 - $1 }
      return growth[1] <= 0
    }
    #expect(growth[0] < 2_000, "\(growth[0]) KiB of memory more")
    #expect(growth[1] <= 0, "\(growth[1]) KiB of locked memory more")
    #expect(growth[2] == 0, "\(growth[2]) descriptors more")
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(1))
    #expect(
      try await fixture.store.attempts(of: email(StoreFixture.email), before: nil, limit: 2_000).count == early + rounds
    )
  }

  private static let takesItsTime = Comment("valgrind takes its time: make test-long")

  @Test("leaks no memory, according to valgrind", .tags(.answersAreKept), .enabled(if: LongRun.isLong, takesItsTime))
  func leaks() async throws {
    let fixture = try await StoreFixture()
    let finished = try await underValgrind(fixture)
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    #expect(finished.output == StoreFixture.email + "\n")
    // And a leak would be found: the library that reads settings leaks its tables of a file, once per process
    try fixture.write(settings: "attempts = 5\n")
    #expect(try await underValgrind(fixture).ending == .exited(99))
  }

  private func underValgrind(_ fixture: StoreFixture) async throws -> ChildProcess.Finished {
    // valgrind can't watch the allocations of a program without shared libraries, and Debian's valgrind can't read the
    // debugging symbols
    let bare = fixture.sandbox.path("signin")
    let stripped = try await fixture.sandbox.run("objcopy", ["--strip-debug", Pty.product("signin"), bare])
    try #require(stripped.ending == .exited(0), "\(stripped.errors)")
    let options = ["--quiet", "--leak-check=full", "--errors-for-leak-kinds=definite", "--error-exitcode=99"]
    let process = try fixture.sandbox.start(
      "valgrind", options + [bare, "--password-stdin", "--email", StoreFixture.email, "--print", "email"],
      input: .text(StoreFixture.password + "\n"))
    return try await process.finish(within: .seconds(200))
  }

  /// Memory and locked memory in KiB, and descriptors.
  private static func size(of process: pid_t) throws -> [Int] {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let sizes = ["VmRSS:", "VmLck:"].map { name in
      status.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap { Int($0.filter(\.isNumber)) } ?? -1
    }
    return try sizes + [FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count]
  }
}
