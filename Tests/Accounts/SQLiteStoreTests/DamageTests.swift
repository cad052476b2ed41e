import Foundation
import Identity
import SQLiteStore
import Secrets
import Store
import TestSupport
import Testing

@Suite("A damaged store")
struct DamageTests {
  @Test(
    "is reported or works, but never causes a crash or admits a stranger", .tags(.answersAreKept),
    arguments: [1, 2, 3, 4] as [UInt64])
  func randomDamage(seed: UInt64) async throws {
    let directory = try ScratchDirectory()
    let path = directory.path
    // In a process of its own, so a crash is one failure and not the end of all tests.
    await #expect(processExitsWith: .success) { [path = path as String, seed] in
      // Given a store in use, and another one
      let original = StoreFile(path: path + "/original.db")
      try await fill(original, people: 20)
      let other = StoreFile(path: path + "/other.db")
      try await fill(other, people: 3)
      let damage = try DatabaseDamage(
        whole: Data(contentsOf: URL(filePath: original.path)), other: Data(contentsOf: URL(filePath: other.path)))
      var random = SeededGenerator(seed: seed)
      var refusals = 0
      let rounds = LongRun.rounds(50, promised: 2_500)
      for number in 0..<rounds {
        // When its bytes are damaged
        let copy = StoreFile(path: path + "/\(number).db")
        try damage.inflict(on: copy.path, &random)
        // Then each operation works or gives the reason, and accepts no unknown token and no wrong password
        refusals += await use(copy)
        for end in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: copy.path + end) }
      }
      // And the damage caused both results
      #expect(refusals > rounds / 3)
      #expect(refusals < rounds * 9)
    }
  }
}

private func fill(_ file: StoreFile, people: Int) async throws {
  let store = SQLiteStore(file: file)
  for number in 0..<people {
    let person = email("user\(number)@example.com")
    _ = try await store.add(person, .sample())
    guard let account = try await store.account(of: person) else { continue }
    _ = try await store.open(SecureToken().digest, for: account, lasting: SessionLifetime())
    for host in 0..<5 {
      guard case .admitted(let admission) = try await store.charge(person, from: .at("host\(host)"), under: Throttle())
      else { continue }
      if host % 2 == 0 {
        try await store.settle(admission.attempt, asSignInOf: person)
      } else {
        try await store.settle(admission.attempt, as: .refused)
      }
    }
  }
  _ = try await store.widestPasswordLength(including: 6...20)
}

/// Does one of each operation, and returns the number of refusals.
private func use(_ file: StoreFile) async -> Int {
  let store = SQLiteStore(file: file)
  let person = email("user7@example.com")
  var refusals = 0
  func attempt(_ operation: () async throws(StoreError) -> Void) async {
    do throws(StoreError) {
      try await operation()
    } catch {
      #expect(error.path == file.path)
      refusals += 1
    }
  }
  await attempt { () async throws(StoreError) in _ = try await store.account(of: person) }
  await attempt { () async throws(StoreError) in _ = try await store.accounts(after: nil, limit: 100) }
  await attempt { () async throws(StoreError) in
    guard case .admitted(let admission) = try await store.charge(person, from: .at("x"), under: Throttle()) else {
      return
    }
    try await store.settle(admission.attempt, asSignInOf: person)
  }
  await attempt { () async throws(StoreError) in
    guard let password = try? password("wrong horse"), let argon2id = try? Argon2id(memoryKiB: 19_456, passes: 2)
    else { return }
    let authenticator = AccountAuthenticator(accounts: store, argon2id: argon2id)
    switch await SignInUseCase(
      authenticator: authenticator, attempts: store, accounts: store, sessions: store, source: .at("y"), session: nil,
      // Damage may leave an attempt pending. Nobody waits for it here.
      turn: ThrottleWait { _ in }
    ).signIn(person, password) {
    case .signedIn: Issue.record("a wrong password was accepted")
    case .unavailable(let error): throw error
    case .refused, .throttled, .disabled, .unanswered, .secondStepMissing, .passwordExpired, .changed, .taken,
      .passwordLength,
      .cancelled:
      break
    }
  }
  await attempt { () async throws(StoreError) in #expect(try await store.verify(SecureToken().digest) == nil) }
  await attempt { () async throws(StoreError) in _ = try await store.sessions(of: nil) }
  await attempt { () async throws(StoreError) in _ = try await store.attempts(of: person, before: nil, limit: 100) }
  await attempt { () async throws(StoreError) in _ = try await store.throttleState() }
  await attempt { () async throws(StoreError) in _ = try await store.widestPasswordLength(including: 1...30) }
  await attempt { () async throws(StoreError) in _ = try await store.change(person, .remove) }
  return refusals
}
