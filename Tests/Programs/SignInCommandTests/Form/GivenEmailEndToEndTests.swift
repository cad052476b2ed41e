import Foundation
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

/// Emails as people paste them, given to the whole program.
@Suite("Emails as they are given", .fewAtOnce)
struct GivenEmailEndToEndTests {
  private let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture()
  }

  @Test("As an option, an email may have what surrounds it, and a domain in any script")
  func options() async throws {
    let sandbox = fixture.sandbox
    let added = try await sandbox.run(
      ["account", "add", "\u{200B}Ada Lovelace <Ada@müller.de>", "--password-stdin"], input: .text("battery staple\n"))
    #expect(added.output == "Added Ada@xn--mller-kva.de\n", "\(added.errors)")
    for text in ["mailto:ada@MÜLLER.de", " ada@müller.de\u{A0}", "ada＠xn--mller-kva.de"] {
      let passed = try await sandbox.run(
        ["--password-stdin", "--email", text, "--print", "email"], input: .text("battery staple\n"))
      #expect(passed.output == "Ada@xn--mller-kva.de\n", "\(passed.errors)")
      let activity = try await sandbox.run(["activity", text])
      #expect(activity.ending == .exited(0), "\(activity.errors)")
    }
  }

  @Test("In an imported file, too")
  func imported() async throws {
    let path = fixture.sandbox.path("accounts.csv")
    try "email,password\n\u{200B}bob@example.org\u{A0},battery staple\nEve <eve@例え.jp>,battery staple\n"
      .write(toFile: path, atomically: true, encoding: .utf8)
    let finished = try await fixture.sandbox.run(["account", "import", path])
    #expect(finished.output == "Added 2 accounts\n", "\(finished.errors)")
    for text in ["bob@example.org", "eve@xn--r8jz45g.jp"] {
      #expect(try await fixture.store.account(of: email(text)) != nil)
    }
  }

  @Test("The form takes a pasted one, and shows a domain as it is typed")
  func form() async throws {
    _ = try await fixture.sandbox.run(
      ["account", "add", "ada@müller.de", "--password-stdin"], input: .text("battery staple\n"))
    let tmux = try await Tmux([Sandbox.signin, "--print", "email"], in: fixture.sandbox)
    try await tmux.wait(for: "Password")
    try await tmux.paste("Ada <ada@müller.de> ")
    try await tmux.wait(for: " ada@müller.de ")
    try await tmux.press("Tab")
    try await tmux.type("battery staple")
    try await tmux.waitForEnabledButton("Sign in")
    try await tmux.press("Enter")
    try await tmux.wait(for: "ada@xn--mller-kva.de")
  }

  @Test(
    "A store that can't be made is said before anything is asked",
    arguments: [["account", "add", "ada@x.example"], []])
  func noStore(_ arguments: [String]) throws {
    let pty = try Pty(
      ["/usr/bin/setpriv", "--reuid=4242", "--regid=4242", "--clear-groups", Sandbox.signin] + arguments,
      environment: ["HOME": "/nowhere", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm"], size: (120, 24))
    try pty.waitForOutput("/nowhere can't be created: Permission denied.")
    #expect(try pty.wait() != .exited(0))
    #expect(!pty.everything.contains("Password"))
  }
}
