import Foundation
import Identity
import SQLiteStore
import SSHKeys
import Store
import TestSupport
import Testing

/// The whole program on a real terminal, beside OpenSSH's agent with a security key in software.
@Suite("A form beside a real ssh-agent", .fewAtOnce)
struct RealAgentEndToEndTests {
  private let fixture: StoreFixture
  private var home: Sandbox { fixture.sandbox }

  init() async throws { fixture = try await StoreFixture(settings: StoreFixture.quick) }

  /// An agent with a key of a security key, which the account has too.
  private func agent(_ type: String = "ed25519-sk", askpass: String? = nil) async throws -> RealAgent {
    let agent = try await RealAgent(in: home, askpass: askpass)
    let file = try await agent.makeKey(type, named: "ring")
    try await agent.add(file)
    let added = try await home.run(["account", "keys", StoreFixture.email, "--add", file + ".pub"])
    #expect(added.ending == .exited(0), "\(added.errors)")
    return agent
  }

  @Test(
    "K adds its key, a touch signs in, and a counter that goes back is in the log",
    arguments: ["ed25519-sk", "ecdsa-sk"])
  func story(type: String) async throws {
    // given
    let agent = try await RealAgent(in: home)
    let file = try await agent.makeKey(type, named: "ring")
    try await agent.add(file)
    let key = try PublicKeyLine(String(contentsOfFile: file + ".pub", encoding: .utf8)).key
    // when
    try await fixture.addKey(key, named: "ring", beside: agent.path)
    let first = try await fixture.form(beside: agent.path)
    try await first.submit(StoreFixture.password)
    // then
    try await first.wait(for: "✓ signed in")
    #expect(try await !hasCounterNotice)
    // And a copy of the device has signed less often
    try agent.setCounter(0)
    let second = try await fixture.form(beside: agent.path)
    try await second.submit(StoreFixture.password)
    try await second.wait(for: "✓ signed in")
    #expect(try await hasCounterNotice)
  }

  /// Whether the log says that a counter has not grown.
  private var hasCounterNotice: Bool {
    get async throws {
      try await fixture.store.rows(of: email(StoreFixture.email)).contains { $0.outcome == .change(.keyCounter) }
    }
  }

  @Test("Whoever has verified themselves at the device is shown as such")
  func verified() async throws {
    let agent = try await agent()
    try agent.owner(.verified)
    let tmux = try await fixture.form(beside: agent.path)
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "✓ signed in")
    try await tmux.press("Tab")
    try await tmux.wait(for: "user verified")
  }

  @Test("While nobody touches the key, F7 leads to a code and Esc to the form; a late touch signs in")
  func waits() async throws {
    let agent = try await agent()
    try agent.owner(.waits)
    let left = try await fixture.form(beside: agent.path)
    try await left.submit(StoreFixture.password)
    try await left.wait(for: "Touch your key")
    try await left.press("F7")
    try await left.wait(for: "Enter one of your recovery codes.")
    try await left.press("Escape")
    try await left.wait(for: "Password")
    // The agent gives up what was asked before
    try agent.owner(.fails)
    try await left.submit(StoreFixture.password)
    try await left.wait(for: "The ssh-agent refused to sign.")
    try agent.owner(.waits)
    let tmux = try await fixture.form(beside: agent.path)
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "Touch your key")
    try agent.owner(.touches)
    try await tmux.wait(for: "✓ signed in")
  }

  @Test(
    "One that does not help leads to a code, and the form says why",
    arguments: [
      (RealAgent.Owner.untouched, "The key signed without a touch, which doesn't count."),
      (.pin, "ask for a PIN."),
      (.unplugged, "The ssh-agent refused to sign."), (.fails, "The ssh-agent refused to sign."),
    ])
  func noHelp(owner: RealAgent.Owner, sentence: String) async throws {
    let agent = try await agent("ecdsa-sk")
    try agent.owner(owner)
    let tmux = try await fixture.form(beside: agent.path)
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: sentence)
    try await tmux.wait(for: "Enter one of your recovery codes.")
    // And so it does without its keys
    try await agent.removeKeys()
    let without = try await fixture.form(beside: agent.path)
    try await without.submit(StoreFixture.password)
    try await without.wait(for: "The ssh-agent has no key for this.")
    try await without.wait(for: "Enter one of your recovery codes.")
  }

  @Test("Its keys in files count where the administrator allows it", arguments: ["ed25519", "ecdsa"])
  func software(type: String) async throws {
    try fixture.write(settings: StoreFixture.quick + "keys = { software = true }\n")
    let agent = try await RealAgent(in: home)
    let file = home.path("file")
    let made = try await home.run("ssh-keygen", ["-q", "-t", type, "-N", "", "-C", "file", "-f", file])
    #expect(made.ending == .exited(0))
    try await agent.add(file)
    let key = try PublicKeyLine(String(contentsOfFile: file + ".pub", encoding: .utf8)).key
    try await fixture.addKey(key, named: "file", beside: agent.path)
    let tmux = try await fixture.form(beside: agent.path)
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "✓ signed in")
    // And no more once it is forbidden
    try fixture.write(settings: StoreFixture.quick)
    let forbidden = try await fixture.form(beside: agent.path)
    try await forbidden.submit(StoreFixture.password)
    try await forbidden.wait(for: "Enter one of your recovery codes.")
  }

  @Test("A PIN that the agent asks for by SSH_ASKPASS signs in")
  func askpass() async throws {
    let script = home.path("askpass")
    try Sandbox.write(script: "#!/bin/sh\necho 1234\n", to: script)
    let agent = try await agent(askpass: script)
    try agent.owner(.pin)
    let tmux = try await fixture.form(beside: agent.path)
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "✓ signed in")
    let keys = try await home.run(["account", "keys", StoreFixture.email])
    #expect(keys.output.contains("user verified"))
  }
}
