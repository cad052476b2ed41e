import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

@Suite("Creating an account at a real terminal", .fewAtOnce)
struct SignUpEndToEndTests {
  private func createAccount(_ email: String, in tmux: Tmux) async throws {
    try await tmux.wait(for: "Password again")
    try await tmux.type(email)
    try await tmux.press("Enter")
    try await tmux.type("battery staple")
    try await tmux.wait(for: "Strength: ")
    try await tmux.press("Enter")
    try await tmux.type("battery stable")
    try await tmux.wait(for: "The passwords don't match.")
    try await tmux.press("C-u")
    try await tmux.type("battery staple")
    try await tmux.waitForEnabledButton("Create account")
    try await tmux.press("Enter")
    try await tmux.leaveActivity()
    #expect(try await tmux.ending() == .exited(0))
    try await tmux.wait(for: "Signed in as \(email)")
  }

  @Test("The very first run creates the first account, and signs in to it")
  func firstRun() async throws {
    let sandbox = try Sandbox()
    try await createAccount("ada@lovelace.example", in: try await Tmux([Sandbox.signin], in: sandbox))
    let script = try await sandbox.run(
      ["--password-stdin", "--email", "ada@lovelace.example"], input: .text("battery staple\n"))
    #expect(script.ending == .exited(0))
  }

  @Test("Once there is an account, the form creates no other", .tags(.guessingIsSlow))
  func firstOnly() async throws {
    let fixture = try await StoreFixture()
    let tmux = try await fixture.formAskingForPassword()
    #expect(try await tmux.screen().place(of: "F3") == nil)
    try await tmux.press("F3")
    try await tmux.submit(StoreFixture.password)
    try await tmux.leaveActivity()
    try await tmux.wait(for: "Signed in as \(StoreFixture.email)")
  }

  @Test("With sign-up on, F3 creates another account, and so does Alt-C")
  func another() async throws {
    let fixture = try await StoreFixture(settings: "sign-up = true\n")
    for (key, name) in [("F3", "eve"), ("M-c", "bob")] {
      let tmux = try await Tmux([Sandbox.signin], in: fixture.sandbox)
      try await tmux.wait(for: "F3 create account")
      try await tmux.press(key)
      try await createAccount("\(name)@lovelace.example", in: tmux)
    }
  }

  @Test("A sign-up for an email with an account is on record, and is blocked like a sign-in", .tags(.guessingIsSlow))
  func existing() async throws {
    let fixture = try await StoreFixture(settings: "sign-up = \"on\"\n")
    let tmux = try await Tmux([Sandbox.signin, "--email", StoreFixture.email], in: fixture.sandbox)
    try await tmux.wait(for: "F3 create account")
    try await tmux.press("F3")
    try await tmux.wait(for: "Password again")
    for (lead, answer) in [("", "That email already has an account."), ("\t", "Too many attempts.")] {
      // The email is valid, so the form begins at the password. After the first answer it goes back to the email, and
      // typing removes the answer.
      try await tmux.type(lead + "battery staple\t")
      try await tmux.wait(until: "the earlier answer is gone") { $0.place(of: "That email already") == nil }
      try await tmux.type("battery staple")
      try await tmux.waitForEnabledButton("Create account")
      try await tmux.press("Enter")
      try await tmux.wait(for: answer)
      // And when the email has failed too often, nobody is told
      if lead.isEmpty { try await fixture.block() }
    }
    let outcomes = try await fixture.outcomes(of: email(StoreFixture.email))
    #expect(outcomes.first == .throttled)
    #expect(outcomes.last == .refused)
  }

  @Test("In a store without accounts a form creates the first one, and a gate names the command to add one")
  func emptyStore() async throws {
    let sandbox = try Sandbox()
    #expect(try await StoreFixture.store(in: sandbox).isEmpty())
    let tmux = try await Tmux([Sandbox.signin], in: sandbox)
    try await tmux.wait(for: "Password again")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
    let gate = try await Tmux([Sandbox.signin, "--print", "token"], in: sandbox)
    #expect(try await gate.ending() == .exited(78))
    try await gate.wait(for: "There are no accounts yet. Add one with: signin account add")
  }
}
