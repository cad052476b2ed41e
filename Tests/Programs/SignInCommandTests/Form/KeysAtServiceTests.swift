import Foundation
import Identity
import SSHKeys
import TestSupport
import Testing

@Suite("Keys at a service", .fewAtOnce, .enabled("only root gives the service a user of its own") { geteuid() == 0 })
struct KeysAtServiceTests {
  /// The service's user, which no machine has.
  private static let user: UInt32 = 54_321

  @Test("are added, sign in and are removed by forms that are other processes than `signin serve`")
  func story() async throws {
    // given a service, in whose store the fixture's account is another one
    let fixture = try await StoreFixture()
    let home = fixture.sandbox
    chmod(home.directory, 0o755)
    for folder in ["run", "lib"] {
      try FileManager.default.createDirectory(atPath: home.path(folder), withIntermediateDirectories: false)
    }
    chmod(home.path("lib"), 0o700)
    try #require(chown(home.path("lib"), Self.user, Self.user) == 0)
    try StoreFixture.quick.write(toFile: home.path("service.toml"), atomically: true, encoding: .utf8)
    let service = try home.start(
      Sandbox.signin,
      [
        "serve", "--config", home.path("service.toml"), "--state", home.path("lib"), "--listen",
        home.path("run/signin.sock"), "--admin", home.path("run/admin.sock"),
      ])
    let admin = home.path("run/admin.sock")
    try #require(await eventually { isListening(at: admin) })
    let store = "service:" + home.path("run/signin.sock")
    func run(_ arguments: String..., input: String = "") async throws -> ChildProcess.Finished {
      try await home.run(arguments, input: .text(input), environment: ["SIGNIN_STORE": store])
    }
    let added = try await run(
      "account", "add", StoreFixture.email, "--password-stdin", input: StoreFixture.password + "\n")
    #expect(added.ending == .exited(0), "\(added.errors)")
    let key = try SecurityKey()
    let agent = try PlayedAgent([key], at: home.path("agent"))
    // when one form adds it
    try await fixture.addKey(key.publicKey, named: "ring1", beside: agent.path, store: store)
    #expect(try await run("account", "keys", StoreFixture.email).output.contains(key.publicKey.fingerprint))
    // then another one signs in with it
    let count = agent.signatureCount
    let tmux = try await fixture.form(beside: agent.path, store: store)
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "✓ signed in")
    #expect(agent.signatureCount == count + 1)
    // And removes it, so that the password is enough
    try await tmux.press("Tab")
    try await tmux.wait(for: "ring1, ED25519-SK, added today, used")
    try await tmux.removeOnlyKey()
    #expect(try await run("account", "keys", StoreFixture.email).errors.contains("No keys."))
    let after = try await fixture.form(beside: agent.path, store: store)
    try await after.submit(StoreFixture.password)
    try await after.wait(for: "✓ signed in")
    service.send(signal: SIGTERM)
    #expect(try await service.finish().ending == .exited(0))
  }
}
