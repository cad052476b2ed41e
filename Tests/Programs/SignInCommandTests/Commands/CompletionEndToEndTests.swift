import Foundation
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

@Suite("Completion in a shell", .fewAtOnce)
struct CompletionEndToEndTests {
  @Test("A shell completes emails from the named store, and session names", arguments: Self.shells)
  func listed(shell: [String]) async throws {
    // Given a shell with the completions, an account and a session
    let fixture = try await StoreFixture()
    let sandbox = fixture.sandbox
    _ = try await fixture.token()
    try FileManager.default.createSymbolicLink(atPath: sandbox.path("signin"), withDestinationPath: Sandbox.signin)
    let tmux = try await Tmux(["env", "-u", "SIGNIN_STORE"] + shell.dropLast(), in: sandbox, columns: 240)
    func enter(_ line: String) async throws {
      try await tmux.type(line)
      try await tmux.press("Enter")
    }
    try await enter("export PATH=\"\(sandbox.path("")):$PATH\"")
    try await enter("export COMPLETIONS=\(try await sandbox.completions(shell[0]))")
    try await enter(try #require(shell.last))
    try await enter("echo rea''dy")
    try await tmux.wait(for: "ready")
    // Then Tab completes the word
    let store = "signin --store sqlite:\(sandbox.path("signin.db"))"
    // Two characters of a session's name may be the email's first ones. Four can't: the fourth one of the email is @.
    let session = try #require(try await fixture.store.sessions(of: nil).first?.id.text)
    for (typed, completed) in [
      ("\(store) account lock ad", "lock \(StoreFixture.email)"),
      ("account unlock ada@lo", "unlock \(StoreFixture.email)"),
      ("--email ", "--email \(StoreFixture.email)"), ("session revoke \(session.prefix(4))", "revoke \(session)"),
      ("--theme high", "--theme high-contrast"), ("-- mktem", "-- mktemp"),
      ("-- cat \(sandbox.path("signin.d"))", "signin.db"),
    ] {
      try await tmux.type(typed.hasPrefix("signin") ? typed : "\(store) \(typed)")
      try await tmux.press("Tab")
      try await tmux.wait(for: completed)
      try await tmux.press("C-u")
    }
  }

  /// The command that starts each shell, and the one that loads the completions.
  private static let shells = [
    ["bash", "--norc", "-i", "source $COMPLETIONS"],
    ["zsh", "-f", "fpath=(${COMPLETIONS:h} $fpath); autoload -Uz compinit; compinit -D"],
    ["fish", "--no-config", "source $COMPLETIONS"],
  ]

  @Test(
    "A completed email is one word, even with special characters of the shell", .tags(.textCannotAct),
    arguments: Self.shells)
  func marks(shell: [String]) async throws {
    // Given accounts whose emails are commands, quotation marks and options to a careless shell
    let fixture = try await StoreFixture()
    let sandbox = fixture.sandbox
    let marked = "zoe&touch${IFS}a&`touch${IFS}b`|'!!#$HOME*?{a}^=~@x.com"
    for text in [marked, "=ls|'@x.com", "--all@x.com"] { _ = try await fixture.store.add(email(text), .sample()) }
    try FileManager.default.createSymbolicLink(atPath: sandbox.path("signin"), withDestinationPath: Sandbox.signin)
    let tmux = try await Tmux(shell.dropLast(), in: sandbox, columns: 160)
    func enter(_ line: String) async throws {
      try await tmux.type(line)
      try await tmux.press("Enter")
    }
    try FileManager.default.createDirectory(atPath: sandbox.path("empty"), withIntermediateDirectories: false)
    try await enter("cd \(sandbox.path("empty"))")
    try await enter("export PATH=\"\(sandbox.path("")):$PATH\"")
    try await enter("export COMPLETIONS=\(try await sandbox.completions(shell[0]))")
    try await enter(try #require(shell.last))
    try await enter("echo rea''dy")
    try await tmux.wait(for: "ready")
    // When they are completed, after letters or after a special character
    for (typed, email) in [
      ("account lock zo", marked), ("account unlock zoe\\&to", marked), ("account lock \\=", "=ls|'@x.com"),
    ] {
      try await tmux.type("signin \(typed)")
      try await tmux.press("Tab")
      try await tmux.wait(for: "x.com")
      try await tmux.press("Enter")
      // Then the command gets that account, and nothing else ran
      try await tmux.wait(for: (typed.contains("unlock") ? "Unlocked " : "Locked ") + email)
      try await enter("clear")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("empty")).isEmpty)
    // And an email that looks like an option is not offered
    try await tmux.type("signin account lock ")
    try await tmux.press("Tab", "Tab")
    try await tmux.wait(for: StoreFixture.email)
    #expect(try await !tmux.screen().text.contains("--all@x.com"))
  }
}
