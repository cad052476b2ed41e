import Identity
import Secrets
import Testing

extension StoreContract {
  /// The clauses about second steps.
  static let secondSteps: [Clause] = [
    Clause("adds a second step to an account, with its recovery codes, and says so in the log") {
      store, _ async throws in
      let ann = try await store.newAccount(Clause.ann)
      #expect(ann.secondStep == nil)
      #expect(try await store.sealedSecret() == nil)
      let changed = try await store.add(.sample, to: ann, sparing: nil, from: .at("home"))
      #expect(changed == (try await store.account(of: Clause.ann)))
      #expect(changed?.secondStep == SecondStep(sealedSecret: [1, 2, 3], lastUsed: 7, wrongCodes: 0))
      #expect(changed?.revision == ann.revision + 1)
      #expect(try await store.sealedSecret() == SealedSecret(account: ann.id, bytes: [1, 2, 3]))
      #expect(try await store.rows(of: Clause.ann).first?.outcome == .change(.secondStepAdded))
      // And not to an account that was changed since
      #expect(try await store.add(.sample, to: ann, sparing: nil, from: .at("home")) == nil)
    },
    Clause("spares one session when a second step is added") { store, _ async throws in
      let ann = try await store.newAccount(Clause.ann)
      let spared = try await store.open(SecureToken().digest, for: ann, lasting: SessionLifetime())
      _ = try await store.open(SecureToken().digest, for: ann, lasting: SessionLifetime())
      _ = try await store.add(.sample, to: ann, sparing: spared?.id, from: .at("home"))
      #expect(try await store.sessions(of: Clause.ann).map(\.id) == [spared?.id])
    },
    Clause("lets each code be used once, and none that is earlier than one used") { store, _ async throws in
      let ann = try await store.accountWithSecondStep()
      #expect(try await !store.useCode(of: 7, ann))
      #expect(try await store.useCode(of: 9, ann))
      for step: Int64 in [8, 9] { #expect(try await !store.useCode(of: step, ann)) }
      #expect(try await store.useCode(of: 10, ann))
    },
    Clause("locks codes after 100 wrong ones in a row, and a right one clears them") { store, _ async throws in
      let ann = try await store.accountWithSecondStep()
      for _ in 1..<SecondStep.mostWrongCodes { try await store.countWrongCode(ann) }
      #expect(try await store.useCode(of: 8, ann))
      for _ in 1...SecondStep.mostWrongCodes { try await store.countWrongCode(ann) }
      #expect(try await store.account(of: Clause.ann)?.secondStep?.isLocked == true)
      #expect(try await !store.useCode(of: 9, ann))
      // Until a recovery code is used, or an administrator makes others
      #expect(try await store.useRecoveryCode(.sample(1), ann, from: .at("home")))
      #expect(try await store.useCode(of: 9, ann))
      for _ in 1...SecondStep.mostWrongCodes { try await store.countWrongCode(ann) }
      _ = try await store.change(Clause.ann, .recoveryCodes([.sample(5)]))
      #expect(try await store.useCode(of: 10, ann))
    },
    Clause("lets each recovery code be used once, of its own account only, and says so") { store, _ async throws in
      let ann = try await store.accountWithSecondStep()
      let bob = try await store.newAccount(Clause.bob)
      #expect(try await !store.useRecoveryCode(.sample(1), bob, from: .at("home")))
      #expect(try await !store.useRecoveryCode(.sample(9), ann, from: .at("home")))
      #expect(try await store.useRecoveryCode(.sample(1), ann, from: .at("home")))
      #expect(try await !store.useRecoveryCode(.sample(1), ann, from: .at("home")))
      #expect(try await store.useRecoveryCode(.sample(2), ann, from: .at("home")))
      #expect(
        try await store.rows(of: Clause.ann).filter { $0.outcome == .change(.recoveryCodeUsed) }.count == 2)
    },
    Clause("replaces recovery codes, and removes a second step with them") { store, _ async throws in
      let ann = try await store.accountWithSecondStep()
      #expect(try await store.change(Clause.ann, .recoveryCodes([.sample(5)])) == .found)
      #expect(try await !store.useRecoveryCode(.sample(1), ann, from: .at("home")))
      #expect(try await store.useRecoveryCode(.sample(5), ann, from: .at("home")))
      #expect(try await store.change(Clause.ann, .removeSecondStep) == .found)
      let bare = try #require(try await store.account(of: Clause.ann))
      #expect(bare.secondStep == nil)
      #expect(bare.revision == ann.revision + 2)
      #expect(try await !store.useCode(of: 20, ann))
      // And there is nothing more to change
      #expect(try await store.change(Clause.ann, .removeSecondStep) == .missing)
      #expect(try await store.change(Clause.ann, .recoveryCodes([.sample(6)])) == .missing)
      #expect(try await store.sealedSecret() == nil)
    },
    Clause("uses no code of a second step that was replaced since the account was read") { store, _ async throws in
      let ann = try await store.accountWithSecondStep()
      let other = NewSecondStep(sealedSecret: [9], confirmed: 1, recoveryCodes: [])
      _ = try await store.add(other, to: ann, sparing: nil, from: .at("home"))
      #expect(try await !store.useCode(of: 8, ann))
    },
    Clause("gives codes and recovery codes to one of many who use them at once") { store, _ async throws in
      let ann = try await store.accountWithSecondStep()
      let uses = try await withThrowingTaskGroup { group in
        for index in 0..<20 {
          group.addTask {
            index % 2 == 0
              ? try await store.useCode(of: 8, ann)
              : try await store.useRecoveryCode(.sample(1), ann, from: .at("home"))
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(uses == 2)
    },
    Clause("knows when a password was set, and whether it is good once") { store, clock async throws in
      let ann = try await store.newAccount(Clause.ann)
      #expect(ann.passwordSet == clock.now())
      #expect(!ann.isPasswordOneTime)
      clock.advance(by: .seconds(60))
      _ = try await store.change(Clause.ann, .oneTimePassword(.sample("B")))
      let reset = try #require(try await store.account(of: Clause.ann))
      #expect(reset.passwordSet == clock.now())
      #expect(reset.isPasswordOneTime)
      clock.advance(by: .seconds(60))
      _ = try await store.replacePassword(of: reset, by: .sample("C"), sparing: nil)
      let changed = try #require(try await store.account(of: Clause.ann))
      #expect(changed.passwordSet == clock.now())
      #expect(!changed.isPasswordOneTime)
      // And a better hash of the same password is no change
      clock.advance(by: .seconds(60))
      try await store.rehash(changed, to: .sample("D"))
      #expect(try await store.account(of: Clause.ann)?.passwordSet == changed.passwordSet)
    },
    Clause("tells an administrator whether an account has a second step, and nothing of other emails") {
      store, _ async throws in
      _ = try await store.newAccount(Clause.bob)
      let ann = try await store.accountWithSecondStep()
      let known = KnownAccount(id: ann.id, email: ann.email, hasSecondStep: true)
      #expect(try await store.knownAccount(of: Clause.ann) == known)
      #expect(try await store.knownAccount(of: Clause.bob)?.hasSecondStep == false)
      #expect(try await store.knownAccount(of: email("eve@example.com")) == nil)
    },
  ]
}

extension NewSecondStep {
  /// A second step whose last code was that of time step 7, with four recovery codes.
  static var sample: NewSecondStep {
    NewSecondStep(sealedSecret: [1, 2, 3], confirmed: 7, recoveryCodes: (1...4).map { .sample($0) })
  }
}

extension RecoveryCodeDigest {
  static func sample(_ number: UInt8) -> RecoveryCodeDigest {
    guard let digest = RecoveryCodeDigest(bytes: Array(repeating: number, count: byteCount)) else {
      preconditionFailure("The sample has another length.")
    }
    return digest
  }
}

extension AccountStore where Self: AttemptLog, Self: SecondStepStore {
  /// The account of Ann, with the second step above.
  func accountWithSecondStep() async throws -> Account {
    try #require(await add(.sample, to: newAccount(StoreContract.Clause.ann), sparing: nil, from: .at("home")))
  }
}
