import Identity
import SQLiteStore
import Secrets
import TestSupport
import Testing

@Suite("A thousand sign-ins in one process", .fewAtOnce)
struct LongLifeTests {
  @Test("leave memory, locked memory and descriptors as before", .tags(.answersAreKept))
  func flat() async throws {
    let path = try ScratchDirectory()
    await #expect(processExitsWith: .success) { [path = path("signin.db") as String] in
      let growth = try await growth(LongRun.rounds(60, promised: 1_000), at: path) { _ in }
      #expect(growth.locked == 0)
      #expect(growth.descriptors == 0)
      // From SQLite's pages and from threads, not from sign-ins
      #expect(growth.resident < 3_000, "\(growth.resident) KiB")
    }
  }

  @Test("would be noticed if each left its password behind")
  func control() async throws {
    let path = try ScratchDirectory()
    await #expect(processExitsWith: .success) { [path = path("signin.db") as String] in
      var kept: [SealedPassword] = []
      let growth = try await growth(60, at: path) { kept.append($0) }
      #expect(growth.locked > 0)
      #expect(kept.count > 60)
    }
  }
}

/// Signs in `count` times, rightly and wrongly, with and without sessions. Returns the growth of the process since the
/// first quarter, in KiB and descriptors.
private func growth(
  _ rounds: Int, at path: String, each: (SealedPassword) -> Void
) async throws -> (resident: Int, locked: Int, descriptors: Int) {
  let argon2id = try Argon2id(memoryKiB: 19_456, passes: 2)
  let store = SQLiteStore(file: StoreFile(path: path))
  _ = try await store.add(email("ann@example.com"), argon2id.hash(try password("correct horse")))
  let authenticator = AccountAuthenticator(accounts: store, argon2id: argon2id)
  var before = (resident: 0, locked: 0, descriptors: 0)
  for round in 0..<rounds + rounds / 4 {
    if round == rounds / 4 { before = try size() }
    let signIn = SignInUseCase(
      authenticator: authenticator, attempts: store, accounts: store, sessions: store, source: .at("here"),
      session: round % 2 == 0 ? nil : SessionLifetime(idle: .milliseconds(1), absolute: .milliseconds(1)))
    let guess = try password(round % 4 == 0 ? "wrong horse" : "correct horse")
    each(guess)
    switch await signIn.signIn(email(round % 4 == 0 ? "eve@example.com" : "ann@example.com"), guess) {
    case .signedIn, .refused, .throttled: break
    case .disabled, .unanswered, .secondStepMissing, .passwordExpired, .changed, .taken, .passwordLength, .cancelled,
      .unavailable:
      Issue.record("a sign-in failed")
    }
  }
  let after = try size()
  return (
    after.resident - before.resident, after.locked - before.locked, after.descriptors - before.descriptors
  )
}

private func size() throws -> (resident: Int, locked: Int, descriptors: Int) {
  (try OwnProcess.residentKiB(), try OwnProcess.lockedKiB(), try OwnProcess.descriptorCount())
}
