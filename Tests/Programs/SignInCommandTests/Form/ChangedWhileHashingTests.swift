import Glibc
import Identity
import SQLiteStore
import Secrets
import Store
import TestSupport
import Testing

@Suite("An account that changes while its right password is hashed", .fewAtOnce)
struct ChangedWhileHashingTests {
  @Test(
    "signs nobody in, with and without a session", .tags(.failuresLetNobodyIn),
    arguments: [["lock"], ["remove", "--yes"], ["password", "--reset", "--password-stdin"]],
    [[], ["--print", "token"]])
  func refused(change: [String], options: [String]) async throws {
    // Given a sign-in that is stopped while it hashes the right password
    let fixture = try await StoreFixture()
    let slow = email("slow@lovelace.example")
    let hash = try Argon2id(memoryKiB: 65_536, passes: 24).hash(password(StoreFixture.password))
    #expect(try await fixture.store.add(slow, hash) == .added)
    let signIn = try fixture.sandbox.start(
      Sandbox.signin, ["--password-stdin", "--email", slow.text] + options, input: .text(StoreFixture.password + "\n"))
    try fixture.waitForCharge(of: slow)
    kill(signIn.id, SIGSTOP)
    // When the account is locked, removed, or gets another password
    let command = ["account", change[0], slow.text] + change.dropFirst()
    let changed = try await fixture.sandbox.run(command, input: .text("battery staple\n"))
    #expect(changed.ending == .exited(0), "\(changed.errors)")
    kill(signIn.id, SIGCONT)
    // Then the sign-in is refused, and the log says so
    let refused = try await signIn.finish()
    #expect(refused.ending == .exited(77))
    #expect(refused.output.isEmpty)
    #expect(refused.errors == "signin: Wrong email or password.\n")
    #expect(try await fixture.outcomes(of: slow) == [.refused])
    #expect(try await fixture.store.sessions(of: nil).isEmpty)
  }
}
