import Foundation
import TestSupport
import Testing

@Suite("After a program exits, the whole store is in one file", .fewAtOnce)
struct ClosedStoreTests {
  let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture()
  }

  /// The files of the store.
  private var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: fixture.sandbox.directory)
        .filter { $0.hasPrefix("signin.db") }
    }
  }

  private static let oneAttempt = ["--password-stdin", "--email", StoreFixture.email]

  @Test(
    "after each command, whether it succeeded or failed",
    arguments: [
      (["account", "add", "bob@example.com", "--password-stdin"], 0), (["account", "list"], 0),
      (["account", "lock", StoreFixture.email], 0), (["account", "lock", "nobody@example.com"], 65),
      (["account", "add", StoreFixture.email, "--password-stdin"], 65), (["account", "export"], 0),
      (["account", "password", StoreFixture.email, "--reset", "--password-stdin"], 0),
      (["account", "import", "-"], 65), (["activity"], 0), (["session", "list"], 0), (["session", "verify"], 77),
      (["session", "revoke", "--all"], 0), (["doctor"], 0), (oneAttempt, 0), (oneAttempt + ["--print", "token"], 0),
      (oneAttempt + ["--", "true"], 0), (["--password-stdin", "--email", "nobody@example.com"], 77),
    ] as [([String], Int32)])
  func command(arguments: [String], status: Int32) async throws {
    for _ in 1...2 {
      let finished = try await fixture.sandbox.run(arguments, input: .text(StoreFixture.password + "\n"))
      if !arguments.contains("add") { #expect(finished.ending == .exited(status), "\(finished.errors)") }
      #expect(try files == ["signin.db"], "after \(arguments)")
    }
  }

  @Test("before a command starts, even if the disk takes half a second for it")
  func slowDisk() async throws {
    let slow = ["-f", "-qq", "-o", "/dev/null", "-e", "inject=unlink:delay_enter=300000", Sandbox.signin]
    let finished = try await fixture.sandbox.run(
      "strace", slow + Self.oneAttempt + ["--", "ls", fixture.sandbox.directory],
      input: .text(StoreFixture.password + "\n"))
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    #expect(finished.output.split(separator: "\n").filter { $0.hasPrefix("signin.db") } == ["signin.db"])
  }

  @Test("even if the system can't start threads")
  func noThreads() async throws {
    let finished = try await fixture.sandbox.run(
      "strace",
      [
        "-f", "-qq", "-o", "/dev/null", "-e", "inject=clone3:error=EAGAIN:when=2+", Sandbox.signin, "account", "list",
      ])
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    #expect(finished.output.contains(StoreFixture.email))
    #expect(try files == ["signin.db"])
  }

  @Test("after the form, left or completed")
  func form() async throws {
    let left = try await fixture.formAskingForPassword()
    try await left.press("Escape")
    #expect(try await left.ending() == .exited(1))
    #expect(try files == ["signin.db"])
    let passed = try await fixture.formAskingForPassword()
    try await passed.submit(StoreFixture.password)
    try await passed.leaveActivity()
    #expect(try await passed.ending() == .exited(0))
    #expect(try files == ["signin.db"])
  }

  @Test("unless another program keeps it busy: leaving the form doesn't wait for that")
  func busy() async throws {
    try await fixture.keepingStoreBusy {
      // Given a sign-in that waits up to 15 s for the store
      let tmux = try await fixture.formAskingForPassword()
      try await tmux.submit(StoreFixture.password)
      try await tmux.wait(for: "Signing in")
      // When the user cancels it and leaves the form
      try await tmux.press("Escape")
      try await tmux.wait(until: "the form can be used again") { $0.place(of: "Signing in") == nil }
      try await tmux.press("Escape")
      // Then the program exits while the store is still busy
      #expect(try await tmux.ending() == .exited(1))
    }
  }
}
