import Identity
import IdentitySQLite
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

  @Test("F3 creates another account, and so does Alt-C")
  func another() async throws {
    let household = try await Household()
    for (key, name) in [("F3", "eve"), ("M-c", "bob")] {
      let tmux = try await Tmux([Sandbox.signin], in: household.sandbox)
      try await tmux.wait(for: "F3 create account")
      try await tmux.press(key)
      try await createAccount("\(name)@lovelace.example", in: tmux)
    }
  }

  @Test("In a store without accounts a form creates the first one, and a gate names the command to add one")
  func emptyStore() async throws {
    let sandbox = try Sandbox()
    #expect(try await Household.store(in: sandbox).isEmpty())
    let tmux = try await Tmux([Sandbox.signin], in: sandbox)
    try await tmux.wait(for: "Password again")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
    let gate = try await Tmux([Sandbox.signin, "--print", "token"], in: sandbox)
    #expect(try await gate.ending() == .exited(78))
    try await gate.wait(for: "There are no accounts yet. Add one with: signin account add")
  }
}
