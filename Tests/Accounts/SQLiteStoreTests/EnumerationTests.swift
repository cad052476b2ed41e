import Identity
import SQLiteStore
import Secrets
import Store
import TestSupport
import Testing

@Suite("Whether an email has an account", .serialized)
struct EnumerationTests {
  private static let kinds = ["unknown", "wrong", "locked", "two-steps"]

  @Test("can't be told from the work, whatever hashes an import brought along", .tags(.guessingIsSlow))
  func mixedCosts() async throws {
    let path = try ScratchDirectory()
    // In a process of its own, whose processor time is that of the attempts
    await #expect(processExitsWith: .success) { [path = path("signin.db") as String] in
      // Given accounts with cheaper and costlier hashes than the setting's
      let store = SQLiteStore(file: StoreFile(path: path))
      let setting = try Argon2id(memoryKiB: 19_456, passes: 4)
      for (name, passes) in [("cheap", 2), ("usual", 4), ("costly", 10)] {
        let hash = try Argon2id(memoryKiB: 19_456, passes: passes).hash(password("correct horse"))
        _ = try await store.add(email("\(name)@example.com"), hash)
      }
      // When each is tried with a wrong password
      let authenticator = AccountAuthenticator(accounts: store, argon2id: setting)
      var times: [String: [Duration]] = [:]
      for _ in 0..<7 {
        for name in ["cheap", "usual", "costly", "unknown"] {
          let start = OwnProcess.processorTime
          let person = email("\(name)@example.com")
          let answer = try await authenticator.answer(
            to: password("wrong horse"), of: person, store.admission(of: person))
          #expect(answer == .refused)
          times[name, default: []].append(OwnProcess.processorTime - start)
        }
      }
      // Then none takes much less than another. Alone, the hashes differ by five to one, and other programs on the
      // machine slow memory down. HashCostTests counts exactly.
      let medians = times.mapValues { $0.sorted()[$0.count / 2] }
      let least = try #require(medians.values.min())
      #expect(medians.allSatisfy { $0.value / least < 2 }, "\(medians)")
    }
  }

  @Test("can't be told from the time that the answer takes", .tags(.guessingIsSlow))
  func timing() async throws {
    let argon2id = try Argon2id(memoryKiB: 19_456, passes: 2)
    let count = LongRun.rounds(15, promised: 1_000)
    let times = try await times(count, hash: argon2id) { AccountAuthenticator(accounts: $0, argon2id: argon2id) }
    for known in Self.kinds.dropFirst() {
      let area = try Distinguishing.area(#require(times["unknown"]), #require(times[known]))
      #expect(Distinguishing.chance(of: count).contains(area), "unknown and \(known): \(area)")
    }
  }

  @Test("could be told if an unknown email were not hashed", .tags(.guessingIsSlow))
  func control() async throws {
    let argon2id = try Argon2id(memoryKiB: 19_456, passes: 12)
    var areas: [Double] = []
    // On a busy machine other work can take longer than a hash, but not each time.
    while areas.count < 10 && !areas.contains(where: { $0 > 0.9 }) {
      let times = try await times(10, hash: argon2id) { _ in HastyAuthenticator(argon2id: argon2id) }
      areas.append(try Distinguishing.area(#require(times["unknown"]), #require(times["wrong"])))
    }
    #expect(areas.contains { $0 > 0.9 }, "\(areas)")
  }

  /// The durations of sign-ins of each kind, one of each at a time and in random order, so that other work of the
  /// machine affects all kinds alike.
  private func times(
    _ count: Int, hash argon2id: Argon2id, by authenticator: (SQLiteStore) -> any Authenticator
  ) async throws -> [String: [Duration]] {
    // Given accounts with another password, one of them with a second step, and a locked account
    let directory = try ScratchDirectory()
    let store = SQLiteStore(file: directory.file("signin.db"))
    let right = try password("correct horse")
    let hash = try argon2id.hash(right)
    for kind in Self.kinds.dropFirst() { _ = try await store.add(email("\(kind)@example.com"), hash) }
    let step = NewSecondStep(sealedSecret: [1, 2, 3], confirmed: 0, recoveryCodes: [])
    let account = try #require(try await store.account(of: email("two-steps@example.com")))
    _ = try await store.add(step, to: account, sparing: nil, from: .test)
    _ = try await store.change(email("locked@example.com"), .lock)
    let signIn = SignInUseCase(
      authenticator: authenticator(store), attempts: store, accounts: store, sessions: store, source: .at("here"),
      throttle: Throttle(firstBlockingFailure: .max), session: nil)
    var times: [String: [Duration]] = [:]
    for round in 0..<count + 2 {
      for kind in Self.kinds.shuffled() {
        let guess = kind == "locked" ? right : try password("wrong horse")
        let start = ContinuousClock.now
        guard case .refused = await signIn.signIn(email("\(kind)@example.com"), guess) else {
          Issue.record("\(kind) was not refused")
          continue
        }
        // The first ones open the store and fill its memory.
        if round >= 2 { times[kind, default: []].append(ContinuousClock.now - start) }
      }
    }
    return times
  }
}

/// An authenticator that must never exist: it knows at once that there is no such account.
private struct HastyAuthenticator: Authenticator {
  let argon2id: Argon2id

  func begin(_ login: Login, from source: AttemptSource) async throws(StoreError) -> any Proof {
    HastyProof(argon2id: argon2id)
  }

  private struct HastyProof: Proof {
    let argon2id: Argon2id

    func proceed() async throws(StoreError) -> ProofStep { .ask([Challenge(.password)]) }

    func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
      guard let account = admission.account, case .secret(let password, _) = answer else { return .refused }
      let isRight = account.passwordHash.flatMap { try? argon2id.verify(password, against: $0) } ?? false
      return isRight && !account.isLocked ? .proven(account.subject) : .refused
    }
  }
}
