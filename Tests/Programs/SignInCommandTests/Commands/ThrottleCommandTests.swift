import Foundation
import Identity
import TestSupport
import Testing

@Suite("Showing and clearing failures", .fewAtOnce)
struct ThrottleCommandTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  @Test("throttle list shows emails and sources, and for how long each is blocked")
  func list() async throws {
    // Given an email that is blocked for a quarter of an hour
    try await fixture.plantFailures(13, of: email(StoreFixture.email))
    // Then the table has it first, and the source of its last failure
    let table = try await sandbox.run(["throttle", "list"])
    let lines = table.output.split(separator: "\n")
    #expect(lines.first?.wholeMatch(of: /EMAIL OR SOURCE +FAILURES +BLOCKED/) != nil)
    #expect(lines.dropFirst().first?.wholeMatch(of: /ada@lovelace.example +13 +[89]\d\d s/) != nil, "\(table.output)")
    #expect(lines.contains { $0.wholeMatch(of: /1000@host13 +1 +no/) != nil })
    #expect(lines.last?.wholeMatch(of: /1000 +1 +no/) != nil)
    // And so has the output for programs
    let json = try await sandbox.run(["throttle", "list", "--json"]).output.split(separator: "\n")
    let ofEmail =
      /\{"version":1,"kind":"email","name":"ada@lovelace.example","failures":13,"blockedFor":[89]\d\d,"disabled":false\}/
    #expect(json.first?.wholeMatch(of: ofEmail) != nil)
    #expect(json.last == #"{"version":1,"kind":"uid","name":"1000","failures":1,"blockedFor":null,"disabled":false}"#)
  }

  @Test("An empty list is reported on standard error")
  func empty() async throws {
    let finished = try await sandbox.run(["throttle", "list"])
    #expect(finished.output.isEmpty)
    #expect(finished.errors == "signin: No failures.\n")
    #expect(finished.ending == .exited(0))
  }

  @Test(
    "throttle clear, account unlock and a reset end a block at once",
    arguments: [
      ["throttle", "clear", StoreFixture.email], ["throttle", "clear", "--all"],
      ["throttle", "clear", "--source", "1000"],
      ["account", "unlock", StoreFixture.email],
      ["account", "password", StoreFixture.email, "--reset", "--password-stdin"],
    ])
  func clear(_ command: [String]) async throws {
    try await fixture.block()
    #expect(try await signIn().ending == .exited(75))
    let finished = try await sandbox.run(command, input: .text(StoreFixture.password + "\n"))
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    if command[0] == "throttle" { #expect(finished.output == "Cleared 13 failures\n") }
    #expect(try await signIn().ending == .exited(0))
  }

  @Test("throttle clear needs exactly one choice, and a source as throttle list shows it")
  func usage() async throws {
    for wrong in [[], ["a@example.com", "--all"], ["--all", "--source", "1000"]] {
      #expect(try await sandbox.run(["throttle", "clear"] + wrong).ending == .exited(64))
    }
    for wrong in ["castle", "@castle", "1000@", ""] {
      #expect(try await sandbox.run(["throttle", "clear", "--source", wrong]).ending == .exited(65), "\(wrong)")
    }
    #expect(try await sandbox.run(["throttle", "clear", "ada"]).ending == .exited(65))
    let pair = try await sandbox.run(["throttle", "clear", "\(StoreFixture.email) at 1000@localhost"])
    #expect(pair.ending == .exited(65))
    #expect(pair.errors == "signin: Clear it by its email: signin throttle clear \(StoreFixture.email)\n")
  }

  @Test("With disable-after, an email takes no attempts until its failures are cleared", arguments: [true, false])
  func disabled(hasAccount: Bool) async throws {
    try fixture.write(settings: "throttle = { disable-after = 2 }")
    let address = hasAccount ? StoreFixture.email : "eve@example.com"
    for _ in 1...2 { #expect(try await signIn(address, "wrong horse").ending == .exited(77)) }
    let closed = try await signIn(address)
    #expect(closed.ending == .exited(75))
    #expect(closed.errors == "signin: Too many failed attempts. Ask an administrator to clear them.\n")
    #expect(try await sandbox.run(["throttle", "list"]).output.contains("  until cleared\n"))
    #expect(try await sandbox.run(["throttle", "clear", address]).ending == .exited(0))
    #expect(try await signIn(address).ending == .exited(hasAccount ? 0 : 77))
  }

  @Test("The host of an SSH connection counts and is shown below root's sshd", .enabled(if: isAllRoot))
  func belowSSHD() async throws {
    // Given a shell of root with the name of sshd
    let sshd = sandbox.path("sshd")
    try Sandbox.copy(program: "/bin/sh", to: sshd)
    let command = #""$0" --password-stdin --email "$1"; exit $?"#
    let finished = try await sandbox.run(
      sshd, ["-c", command, Sandbox.signin, StoreFixture.email], input: .text(StoreFixture.password + "\n"),
      environment: ["SSH_CONNECTION": "2001:db8::7 50000 2001:db8::1 22"])
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    let log = try await fixture.store.attempts(of: email(StoreFixture.email), before: nil, limit: 1)
    #expect(log.first?.source.host == "2001:db8::7")
    #expect(log.first?.source.counted.place == "2001:db8::/64")
  }

  /// Whether this process and all above it are root's, as below a real sshd.
  private static var isAllRoot: Bool {
    var process = getpid()
    while process > 0 {
      guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
        status.contains("\nUid:\t0\t0\t0\t0\n"), let parent = status.firstMatch(of: /\nPPid:\t(\d+)/)
      else { return false }
      process = Int32(parent.1) ?? 0
    }
    return true
  }

  private func signIn(
    _ address: String = StoreFixture.email, _ password: String = StoreFixture.password
  ) async throws -> ChildProcess.Finished {
    try await sandbox.run(["--password-stdin", "--email", address], input: .text(password + "\n"))
  }
}
