import Foundation
import Identity
import SSHKeys
import SQLiteStore
import Store
import TestSupport
import Testing

/// The whole program on a real terminal, with an agent that signs as a security key does.
@Suite("A key as second step at a real terminal", .fewAtOnce)
struct KeySignInEndToEndTests {
  let fixture: StoreFixture
  let key: SecurityKey
  let agent: PlayedAgent

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
    key = try SecurityKey()
    agent = try PlayedAgent([key], at: fixture.sandbox.path("agent"))
  }

  private func form(hasAgent: Bool = true) async throws -> Tmux {
    try await fixture.form(beside: hasAgent ? agent.path : nil)
  }

  private func addKey() async throws {
    try await fixture.addKey(key.publicKey, named: "ring1", beside: agent.path)
  }

  @Test("K adds it, a touch signs in, F7 leads to a recovery code, and Delete removes it")
  func story() async throws {
    try await addKey()
    #expect(try await fixture.store.sshKeys(of: email(StoreFixture.email)).map(\.key) == [key.publicKey])
    // When it is touched, then it signs in
    let tmux = try await form()
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "✓ signed in")
    // And Delete removes it, with two-step sign-in, which it says before and after
    try await tmux.press("Tab")
    try await tmux.wait(for: "ring1, ED25519-SK, added today, used")
    try await tmux.removeOnlyKey()
    #expect(try await fixture.store.account(of: email(StoreFixture.email))?.secondStep == nil)
  }

  @Test("While it waits for a touch, F7 leads to a recovery code and Esc back to the form")
  func waiting() async throws {
    try await addKey()
    agent.behave(.waiting)
    let tmux = try await form()
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "Touch your key")
    try await tmux.wait(for: "F7 recovery code")
    try await tmux.press("F7")
    try await tmux.wait(for: "Enter one of your recovery codes.")
    try await tmux.press("F7")
    try await tmux.wait(for: "Touch your key")
    try await tmux.press("Escape")
    try await tmux.wait(for: "Password")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
  }

  @Test("Esc leaves at any moment, whatever the agent does instead of an answer")
  func hostile() async throws {
    try await addKey()
    let gigabyte: [UInt8] = [0x40, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 300_000)
    // 10,000 keys of no kind, without names.
    let keys: [UInt8] = [0, 1, 0x38, 0x85, 12, 0, 0, 0x27, 0x10] + [UInt8](repeating: 0, count: 80_000)
    for behaviour in [
      PlayedAgent.Behaviour.silent, .dripping, .answering([0, 0]), .answering([0, 0, 0, 9, 12]),
      .answering(gigabyte), .answering(keys), .ending, .waiting,
    ] {
      agent.behave(behaviour)
      let tmux = try await form()
      try await tmux.submit(StoreFixture.password)
      try await tmux.wait(for: "Second step")
      try await tmux.press("Escape")
      try await tmux.wait(for: "Remember my email")
      try await tmux.press("Escape")
      #expect(try await tmux.ending() == .exited(1))
    }
  }

  @Test("Without an agent, or with one that refuses, a recovery code is asked for, and why is said")
  func noAgent() async throws {
    try await addKey()
    let bare = try await form(hasAgent: false)
    try await bare.submit(StoreFixture.password)
    try await bare.wait(for: "Enter one of your recovery codes.")
    agent.behave(.refusing)
    let refused = try await form()
    try await refused.submit(StoreFixture.password)
    try await refused.wait(for: "The ssh-agent refused to sign.")
    try await refused.wait(for: "Enter one of your recovery codes.")
  }

  @Test("Line by line, and for a gate that requires a second step, a touch signs in")
  func withoutScreen() async throws {
    try await addKey()
    let gate = try await Tmux(
      [
        Sandbox.signin, "--plain", "--email", StoreFixture.email, "--require", "second-step", "--", "echo",
        "ran by key",
      ],
      in: fixture.sandbox, environment: ["SSH_AUTH_SOCK": agent.path])
    try await gate.wait(for: "Password: ")
    try await gate.type(StoreFixture.password + "\n")
    try await gate.wait(for: "Touch your key.")
    try await gate.wait(for: "ran by key")
    #expect(try await gate.ending() == .exited(0))
    // And a script gives no touch
    let script = try await fixture.sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email, "--print", "email"],
      input: .text(StoreFixture.password + "\n"), environment: ["SSH_AUTH_SOCK": agent.path])
    #expect(script.ending == .exited(76))
  }

  @Test("An administrator lists, adds and removes keys")
  func administration() async throws {
    let line = PublicKeyLine(key.publicKey, name: "ring of Ada").text
    try (line + "\n").write(toFile: fixture.sandbox.path("ada.pub"), atomically: false, encoding: .utf8)
    func run(_ words: String...) async throws -> ChildProcess.Finished {
      try await fixture.sandbox.run(["account", "keys", StoreFixture.email] + words)
    }
    let fingerprint = key.publicKey.fingerprint
    #expect(try await run().errors.contains("No keys."))
    let added = try await run("--add", fixture.sandbox.path("ada.pub"))
    #expect(added.output == "Added \(fingerprint) to ada@lovelace.example\n", "\(added.errors)")
    #expect(try await run("--add", fixture.sandbox.path("ada.pub")).ending == .exited(65))
    let list = try await run().output
    let lines = try await fixture.sandbox.run(["account", "keys", "ADA@Lovelace.example", "--json"]).output
    #expect(lines.hasPrefix(#"{"version":1,"email":"ada@lovelace.example","#), "\(lines)")
    #expect(list.contains("ring of Ada") && list.contains(fingerprint) && list.contains("ED25519-SK"))
    let json = try await run("--json").output
    #expect(json.contains("\"fingerprint\":\"\(fingerprint)\"") && json.contains("\"lastUsed\":null"))
    let removed = try await run("--remove", fingerprint)
    #expect(removed.output == "Removed \(fingerprint) from ada@lovelace.example\n", "\(removed.errors)")
    #expect(removed.errors.contains("It was the only second step of ada@lovelace.example"))
    // The first factor of an account brings no recovery codes where its owner does not see them
    #expect(added.errors.contains("signin account recovery ada@lovelace.example"))
    // And a key that would not count shuts nobody out
    let software = PublicKeyLine(try SecurityKey(.ed25519).publicKey, name: "").text
    try (software + "\n").write(toFile: fixture.sandbox.path("software.pub"), atomically: false, encoding: .utf8)
    let refused = try await run("--add", fixture.sandbox.path("software.pub"))
    #expect(refused.ending == .exited(65))
    #expect(refused.errors.contains("Only keys that must be touched count here."))
    #expect(try await run("--remove", fingerprint).ending == .exited(65))
    try "ssh-rsa AAAA\n".write(toFile: fixture.sandbox.path("rsa.pub"), atomically: false, encoding: .utf8)
    #expect(try await run("--add", fixture.sandbox.path("rsa.pub")).ending == .exited(65))
    for file in ["none.pub", "config"] {
      let unreadable = try await run("--add", fixture.sandbox.path(file))
      #expect(unreadable.ending == .exited(66), "\(unreadable.errors)")
    }
  }
}

extension StoreFixture {
  /// The form, beside an agent.
  /// - Parameter store: Its store; nil for that of the sandbox.
  func form(beside agent: String?, store: String? = nil) async throws -> Tmux {
    let tmux = try await Tmux(
      [Sandbox.signin, "--email", Self.email] + (store.map { ["--store", $0] } ?? []), in: sandbox,
      environment: ["SSH_AUTH_SOCK": agent])
    try await tmux.wait(for: Self.email)
    return tmux
  }

  /// Adds the only key of an agent on the account page.
  func addKey(_ key: PublicKey, named name: String, beside agent: String, store: String? = nil) async throws {
    let tmux = try await form(beside: agent, store: store)
    try await tmux.submit(Self.password)
    try await tmux.wait(for: "F10 sign out")
    try await tmux.press("Tab")
    try await tmux.wait(for: "Keys")
    try await tmux.press("k")
    try await tmux.wait(for: "Current password")
    try await tmux.type(Self.password)
    try await tmux.waitForEnabledButton("Continue")
    try await tmux.press("Enter")
    try await tmux.wait(for: "This key of your ssh-agent will be added.")
    let shown = try await tmux.wait(for: String(key.fingerprint.prefix(20)))
    #expect(shown.place(of: key.kind.shortName) != nil)
    try await tmux.press("Enter")
    try await tmux.wait(for: "I have saved these codes")
    try await tmux.press("Space")
    try await tmux.wait(for: "[✓] I have saved these codes")
    try await tmux.press("Tab")
    try await tmux.press("Enter")
    try await tmux.wait(for: "Key added.")
    try await tmux.wait(for: "\(name), \(key.kind.shortName), added today, never used")
    try await tmux.press("F10")
    #expect(try await tmux.ending() == .exited(1))
  }
}

extension Tmux {
  /// Removes the only key of the account whose page is shown, and with it two-step sign-in.
  func removeOnlyKey() async throws {
    for _ in 0..<3 { try await press("Down") }
    try await wait(for: "E remove")
    try await press("Delete")
    // The sentence needs two rows.
    try await wait(for: "Two-step sign-in ends with it, and the")
    try await wait(for: "become void.")
    try await press("Enter")
    try await wait(for: "Current password")
    try await type(StoreFixture.password)
    try await waitForEnabledButton("Continue")
    try await press("Enter")
    try await wait(for: "Two-step sign-in is off. Key, recovery codes and other sessions are gone.")
  }
}
