import Identity
import SSHKeys
import Secrets
import Testing

extension StoreContract {
  /// The clauses about keys.
  static let keys: [Clause] = [
    Clause("adds a key, turns two-step sign-in on with it, and says so in the log") { store, clock async throws in
      let ann = try await store.newAccount(Clause.ann)
      let key = try SecurityKey().publicKey
      #expect(try await store.sshKeys(of: Clause.ann).isEmpty)
      let changed = try await store.add(
        NewAccountKey(key, name: "ring"), recoveryCodes: [.sample(1)], to: ann, sparing: nil, from: .at("home"))
      #expect(changed?.secondStep == SecondStep(sealedSecret: nil, lastUsed: 0, wrongCodes: 0))
      #expect(changed == (try await store.account(of: Clause.ann)))
      #expect(changed?.revision == ann.revision + 1)
      #expect(try await store.sshKeys(of: Clause.ann) == [AccountKey(key, name: "ring", added: clock.now())])
      #expect(try await store.sealedSecret() == nil)
      let outcomes = try await store.rows(of: Clause.ann).map(\.outcome)
      #expect(outcomes.prefix(2) == [.change(.keyAdded), .change(.secondStepAdded)])
      #expect(try await store.accounts(after: nil, limit: 9).map(\.hasSecondStep) == [true])
      #expect(try await store.accounts(after: nil, limit: 9).map(\.recoveryCodes) == [1])
      #expect(try await store.useRecoveryCode(.sample(1), try #require(changed), from: .at("home")))
      #expect(try await store.accounts(after: nil, limit: 9).map(\.recoveryCodes) == [0])
      // And not to an account that was changed since, nor twice
      let other = NewAccountKey(try SecurityKey().publicKey, name: "")
      #expect(try await store.add(other, recoveryCodes: [], to: ann, sparing: nil, from: .at("home")) == nil)
      let now = try #require(try await store.account(of: Clause.ann))
      let again = NewAccountKey(key, name: "again")
      #expect(try await store.add(again, recoveryCodes: [], to: now, sparing: nil, from: .at("home")) == nil)
    },
    Clause("keeps at most as many keys as an account may have") { store, _ async throws in
      var ann = try await store.newAccount(Clause.ann)
      for _ in 1...AccountKey.most {
        let key = NewAccountKey(try SecurityKey().publicKey, name: "")
        ann = try #require(try await store.add(key, recoveryCodes: [], to: ann, sparing: nil, from: .at("home")))
      }
      let key = NewAccountKey(try SecurityKey().publicKey, name: "")
      #expect(try await store.add(key, recoveryCodes: [], to: ann, sparing: nil, from: .at("home")) == nil)
      #expect(try await store.change(Clause.ann, .addKey(key)) == .missing)
      #expect(try await store.sshKeys(of: Clause.ann).count == AccountKey.most)
    },
    Clause("notes the use of a key, and a counter that has not grown") { store, clock async throws in
      let key = try SecurityKey().publicKey
      let ann = try await store.account(with: NewAccountKey(key, name: "", device: .init(flags: 1, counter: 5)))
      clock.advance(by: .seconds(60))
      for (counter, notices) in [(UInt32(6), 0), (6, 1), (2, 2), (7, 2)] {
        #expect(try await store.use(key, on: .init(flags: 1, counter: counter), of: ann, from: .at("home")))
        let rows = try await store.rows(of: Clause.ann)
        #expect(rows.count { $0.outcome == .change(.keyCounter) } == notices)
      }
      #expect(try await store.sshKeys(of: Clause.ann).map(\.lastUsed) == [clock.now()])
      #expect(try await !store.use(SecurityKey().publicKey, on: nil, of: ann, from: .at("home")))
      // A device that does not count always says 0
      let bob = try await store.newAccount(Clause.bob)
      _ = try await store.add(NewAccountKey(key, name: ""), recoveryCodes: [], to: bob, sparing: nil, from: .at("home"))
      for _ in 1...2 { #expect(try await store.use(key, on: .init(flags: 1, counter: 0), of: bob, from: .at("home"))) }
      #expect(try await !store.rows(of: Clause.bob).contains { $0.outcome == .change(.keyCounter) })
    },
    Clause("says whether the device of a key verified its user when it last signed") { store, _ async throws in
      let key = try SecurityKey().publicKey
      let ann = try await store.account(with: NewAccountKey(key, name: "", device: .init(flags: 5, counter: 1)))
      #expect(try await store.sshKeys(of: Clause.ann).map(\.isUserVerified) == [true])
      for (flags, isVerified) in [(UInt8(1), false), (5, true)] {
        #expect(try await store.use(key, on: .init(flags: flags, counter: 2), of: ann, from: .at("home")))
        #expect(try await store.sshKeys(of: Clause.ann).map(\.isUserVerified) == [isVerified])
      }
      #expect(try await store.use(key, on: nil, of: ann, from: .at("home")))
      #expect(try await store.sshKeys(of: Clause.ann).map(\.isUserVerified) == [false])
    },
    Clause("removes a key, and two-step sign-in with the last factor") { store, _ async throws in
      let (first, second) = (try SecurityKey().publicKey, try SecurityKey(.securityKeyP256).publicKey)
      var ann = try await store.account(with: NewAccountKey(first, name: "1"))
      #expect(try await store.overview(of: Owner(of: ann, in: nil)).hasOnlyOneKey)
      let new = NewAccountKey(second, name: "2")
      ann = try #require(try await store.add(new, recoveryCodes: [], to: ann, sparing: nil, from: .at("home")))
      #expect(try await !store.overview(of: Owner(of: ann, in: nil)).hasOnlyOneKey)
      ann = try #require(try await store.remove(first, of: ann, sparing: nil, from: .at("home")))
      #expect(ann.secondStep != nil)
      #expect(try await store.sshKeys(of: Clause.ann).map(\.name) == ["2"])
      #expect(try await store.remove(first, of: ann, sparing: nil, from: .at("home")) == nil)
      ann = try #require(try await store.remove(second, of: ann, sparing: nil, from: .at("home")))
      #expect(ann.secondStep == nil)
      let outcomes = try await store.rows(of: Clause.ann).map(\.outcome)
      #expect(outcomes.prefix(2) == [.change(.keyRemoved), .change(.secondStepRemoved)])
      #expect(try await !store.useRecoveryCode(.sample(1), ann, from: .at("home")))
    },
    Clause("keeps keys beside codes: neither replaces the other") { store, _ async throws in
      let key = try SecurityKey().publicKey
      var ann = try await store.accountWithSecondStep()
      let new = NewAccountKey(key, name: "")
      ann = try #require(try await store.add(new, recoveryCodes: [], to: ann, sparing: nil, from: .at("home")))
      #expect(try await store.useRecoveryCode(.sample(1), ann, from: .at("home")))
      #expect(try await store.useCode(of: 9, ann))
      ann = try #require(try await store.add(.sample, to: ann, sparing: nil, from: .at("home")))
      #expect(try await store.sshKeys(of: Clause.ann).map(\.key) == [key])
      #expect(try await !store.overview(of: Owner(of: ann, in: nil)).hasOnlyOneKey)
      ann = try #require(try await store.remove(key, of: ann, sparing: nil, from: .at("home")))
      #expect(ann.secondStep?.sealedSecret == [1, 2, 3])
    },
    Clause("lets an administrator add and remove keys, and turn two-step sign-in off with all of them") {
      store, _ async throws in
      let key = try SecurityKey().publicKey
      let ann = try await store.newAccount(Clause.ann)
      _ = try await store.open(SecureToken().digest, for: ann, lasting: SessionLifetime())
      #expect(try await store.change(Clause.ann, .addKey(NewAccountKey(key, name: "ring"))) == .found)
      #expect(try await store.sessions(of: Clause.ann).isEmpty)
      #expect(try await store.change(Clause.ann, .addKey(NewAccountKey(key, name: "ring"))) == .missing)
      #expect(try await store.change(Clause.ann, .removeKey(key)) == .found)
      #expect(try await store.change(Clause.ann, .removeKey(key)) == .missing)
      #expect(try await store.account(of: Clause.ann)?.secondStep == nil)
      #expect(try await store.change(Clause.ann, .addKey(NewAccountKey(key, name: "ring"))) == .found)
      #expect(try await store.change(Clause.ann, .removeSecondStep) == .found)
      #expect(try await store.sshKeys(of: Clause.ann).isEmpty)
    },
  ]
}

extension AccountStore where Self: AttemptLog, Self: SecondStepStore {
  /// The account of Ann, with that key.
  fileprivate func account(with key: NewAccountKey) async throws -> Account {
    try #require(
      await add(
        key, recoveryCodes: [.sample(1)], to: newAccount(StoreContract.Clause.ann), sparing: nil, from: .at("home")))
  }
}
