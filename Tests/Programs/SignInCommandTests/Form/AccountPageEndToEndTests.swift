import Identity
import TestSupport
import Testing

@Suite("The account page at a terminal", .fewAtOnce)
struct AccountPageEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
  }

  @Test("comes first after a sign-in, above the activity, and Tab leads to all of it")
  func first() async throws {
    let shell = try await LoginShell(in: sandbox)
    let left = try await shell.signin("--email \(StoreFixture.email)") { tmux in
      try await tmux.wait(for: StoreFixture.email)
      try await tmux.submit(StoreFixture.password)
      let screen = try await tmux.wait(for: "set today")
      #expect(screen.place(of: "if unused") != nil)
      try await tmux.wait(for: "Activity")
      try await tmux.press("Tab")
      try await tmux.wait(for: "Tab activity")
      try await tmux.press("Tab")
      try await tmux.wait(for: "type to search")
      try await tmux.press("Escape")
    }
    #expect(left.status == 0)
    #expect(left.output == "Signed in as \(StoreFixture.email)\n")
  }

  @Test("is shown without a form where somebody is signed in, and leaves the session as it is")
  func withoutForm() async throws {
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    let token = try await shell.signin("token").output
    let left = try await shell.signin("") { tmux in
      try await tmux.wait(for: "Other sessions")
      try await tmux.press("Escape")
    }
    #expect(left.status == 0)
    #expect(left.output == "Signed in as \(StoreFixture.email)\n")
    #expect(try await shell.signin("token").output == token)
    // and F10 signs out
    let out = try await shell.signin("") { tmux in
      try await tmux.wait(for: "Other sessions")
      try await tmux.press("F10")
    }
    #expect(out.output == "Signed out\n")
    #expect(try await fixture.sessions() == [])
    #expect(fixture.tickets == [])
    // and then there is a form
    try await shell.signin("") { tmux in
      try await tmux.wait(for: "Esc cancel")
      try await tmux.press("Escape")
    }
  }

  @Test("goes on under the new email after a rename, in the same session")
  func renamed() async throws {
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    let token = try await shell.signin("token").output
    try await shell.signin("") { tmux in
      try await tmux.wait(for: "Other sessions")
      let renamed = try await sandbox.run(["account", "rename", StoreFixture.email, "eda@lovelace.example"])
      #expect(renamed.ending == .exited(0), "\(renamed.errors)")
      try await tmux.press("F5")
      let screen = try await tmux.wait(for: "Your account has a new email.")
      #expect(screen.place(of: "eda@lovelace.example") != nil)
      try await tmux.press("Escape")
    }
    #expect(try await shell.signin("token").output == token)
  }

  @Test("leads to the sign-in of somebody else with F3, whose session takes the place of the first")
  func somebodyElse() async throws {
    try await fixture.addBob()
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    try await shell.signin("") { tmux in
      try await tmux.wait(for: "Other sessions")
      try await tmux.press("F3")
      try await tmux.wait(for: "Esc cancel")
      try await tmux.type(StoreFixture.bob)
      try await tmux.press("Tab")
      try await tmux.submit(StoreFixture.bobsPassword)
      try await tmux.wait(for: "Activity")
      try await tmux.wait(for: StoreFixture.bob)
      try await tmux.press("Escape")
    }
    #expect(try await fixture.sessions() == [StoreFixture.bob])
    #expect(try await shell.signin("status").output.hasPrefix(StoreFixture.bob))
  }

  @Test("ends the session of another terminal, after the password, and asks once in five minutes")
  func ends() async throws {
    let (shell, other) = (try await LoginShell(in: sandbox), try await LoginShell(in: sandbox))
    try await other.signIn()
    try await shell.signIn()
    try await shell.signin("") { tmux in
      try await tmux.wait(for: "Other sessions")
      try await tmux.press("Tab")
      try await tmux.wait(for: "since ")
      try await tmux.type("e")
      try await tmux.wait(for: "Enter yes")
      try await tmux.press("Enter")
      try await tmux.wait(for: "Current password")
      try await tmux.type(StoreFixture.password)
      try await tmux.waitForEnabledButton("Continue")
      try await tmux.press("Enter")
      try await tmux.wait(for: "That session ended.")
      #expect(try await fixture.sessions().count == 1)
      // when another one begins
      try await other.signIn()
      try await tmux.press("F5")
      try await tmux.wait(for: "since ")
      try await tmux.type("a")
      try await tmux.wait(for: "End 1 other session?")
      try await tmux.press("Enter")
      // then nothing is asked
      try await tmux.wait(for: "Your other sessions ended.")
      try await tmux.press("Escape")
    }
    #expect(try await fixture.sessions().count == 1)
    #expect(try await other.signin("status").status == 77)
    #expect(
      try await fixture.store.rows(of: email(StoreFixture.email)).contains { $0.outcome == .change(.sessionRevoked) })
  }

  @Test("fits into 40 columns and 12 rows, and into 20 and 5", arguments: [(40, 12), (20, 5)])
  func small(columns: Int, rows: Int) async throws {
    let shell = try await LoginShell(in: sandbox)
    try await shell.signIn()
    try await shell.signin("") { tmux in
      try await tmux.wait(for: "Other sessions")
      try await tmux.resize(columns: columns, rows: rows)
      try await tmux.press("Tab")
      try await tmux.wait(for: "Esc leave")
      try await tmux.press("Escape")
    }
    #expect(try await fixture.sessions() == [StoreFixture.email])
  }
}
