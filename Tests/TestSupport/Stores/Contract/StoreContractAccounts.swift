public import Identity
import Secrets
import Testing

extension StoreContract {
  static let accounts: [Clause] = [
    Clause("is empty until an account is added") { store, _ async throws in
      #expect(try await store.isEmpty())
      #expect(try await store.account(of: Clause.ann) == nil)
      #expect(try await store.add(Clause.ann, .sample()) == .added)
      #expect(try await !store.isEmpty())
    },
    Clause("finds an account by its email in any case, and keeps the email as typed") { store, _ async throws in
      _ = try await store.add(Clause.ann, .sample("B"))
      let account = try #require(try await store.account(of: email("ANN@EXAMPLE.COM")))
      #expect(account.email.text == "Ann@example.com")
      #expect(account.passwordHash == .sample("B"))
      #expect(!account.isLocked)
    },
    Clause("keeps the first of two accounts of one email") { store, _ async throws in
      _ = try await store.add(Clause.ann, .sample("B"))
      #expect(try await store.add(email("ann@EXAMPLE.com"), .sample("C")) == .exists)
      #expect(try await store.account(of: Clause.ann)?.passwordHash == .sample("B"))
    },
    Clause("adds many accounts at once, and keeps the widest lengths of passwords") { store, _ async throws in
      let many = ["ann", "bob", "carl"].map { NewAccount(email: email("\($0)@example.com"), passwordHash: .sample()) }
      #expect(try await store.add(many, .allOrNone, allowing: 8...30) == [])
      #expect(try await store.accounts(after: nil, limit: 9).map(\.email) == many.map(\.email))
      #expect(try await store.widestPasswordLength(including: 10...40) == 8...40)
    },
    Clause("adds none of many if some exist, and names those") { store, _ async throws in
      // Given two of four, one of them twice
      _ = try await store.add(Clause.bob, .sample("B"))
      let many = ["ann", "BOB", "carl", "Ann"].map {
        NewAccount(email: email("\($0)@example.com"), passwordHash: .sample("C"))
      }
      // When the store must add all or none, it adds none
      #expect(try await store.add(many, .allOrNone, allowing: 1...99) == [1, 3])
      #expect(try await store.accounts(after: nil, limit: 9).map(\.email) == [Clause.bob])
      #expect(try await store.widestPasswordLength(including: 6...20) == 6...20)
      // When the store must add the missing ones only, the existing one stays unchanged
      #expect(try await store.add(many, .missingOnly, allowing: 1...99) == [1, 3])
      #expect(try await store.accounts(after: nil, limit: 9).count == 3)
      #expect(try await store.account(of: Clause.bob)?.passwordHash == .sample("B"))
      #expect(try await store.widestPasswordLength(including: 6...20) == 1...99)
    },
    Clause("lists accounts by email, page by page, with lock and last sign-in") { store, clock async throws in
      // Given three accounts, one locked, one that signed in a minute later
      let added = clock.now()
      for name in ["carl", "Bob", "ann"] { _ = try await store.add(email("\(name)@example.com"), .sample()) }
      _ = try await store.change(Clause.bob, .lock)
      clock.advance(by: .seconds(60))
      try await store.signIn(email("carl@example.com"))
      // When they are read in pages of two, then they come sorted and each once
      let first = try await store.accounts(after: nil, limit: 2)
      let second = try await store.accounts(after: first.last?.email, limit: 2)
      #expect(first.map(\.email.text) == ["ann@example.com", "Bob@example.com"])
      #expect(first.map(\.isLocked) == [false, true])
      #expect(second.map(\.email.text) == ["carl@example.com"])
      #expect(first.first?.lastSignIn == nil)
      #expect(second.first?.lastSignIn == added.advanced(by: .seconds(60)))
      #expect(second.first?.added == added)
    },
    Clause("changes the password of an account") { store, _ async throws in
      _ = try await store.add(Clause.ann, .sample("B"))
      #expect(try await store.change(Clause.ann, .password(.sample("C"))) == .found)
      #expect(try await store.account(of: Clause.ann)?.passwordHash == .sample("C"))
    },
    Clause("gives an account the password chosen by its owner, unless it changed meanwhile") { store, _ async throws in
      // Given an account read before its password was verified
      let read = try await store.newAccount(Clause.ann)
      let bystander = try await store.openSession(Clause.bob)
      // When its owner chooses another password, then it is stored, and all sessions end
      let token = try await store.openSession(Clause.ann)
      #expect(try await store.replacePassword(of: read, by: .sample("C"), sparing: nil) != nil)
      #expect(try await store.account(of: Clause.ann)?.passwordHash == .sample("C"))
      #expect(try await store.verify(token.digest) == nil)
      // And the account as read before allows no second change, nor does a number of another account
      #expect(try await store.replacePassword(of: read, by: .sample("D"), sparing: nil) == nil)
      _ = try await store.change(Clause.ann, .remove)
      _ = try await store.newAccount(Clause.ann)
      #expect(try await store.replacePassword(of: read, by: .sample("D"), sparing: nil) == nil)
      #expect(try await store.account(of: Clause.ann)?.passwordHash == .sample())
      #expect(try await store.verify(bystander.digest) != nil)
    },
    Clause("locks and unlocks an account") { store, _ async throws in
      _ = try await store.add(Clause.ann, .sample())
      _ = try await store.change(Clause.ann, .lock)
      #expect(try await store.account(of: Clause.ann)?.isLocked == true)
      _ = try await store.change(Clause.ann, .unlock)
      #expect(try await store.account(of: Clause.ann)?.isLocked == false)
    },
    Clause("removes an account, keeps its attempts, and never reuses its number") { store, _ async throws in
      _ = try await store.add(Clause.ann, .sample())
      let removed = try await store.account(of: Clause.ann)
      try await store.fail(Clause.ann)
      #expect(try await store.change(Clause.ann, .remove) == .found)
      #expect(try await store.account(of: Clause.ann) == nil)
      #expect(try await store.attempts(of: Clause.ann, before: nil, limit: 9).count == 1)
      _ = try await store.add(Clause.ann, .sample())
      let again = try await store.account(of: Clause.ann)
      #expect(again?.id != removed?.id)
    },
    Clause("reports a missing account on every change") { store, _ async throws in
      for change in [AccountChange.lock, .unlock, .remove, .password(.sample())] {
        #expect(try await store.change(Clause.ann, change) == .missing)
      }
      #expect(try await store.isEmpty())
    },
    Clause("raises the revision with every change, but not with a renewed hash") { store, _ async throws in
      _ = try await store.add(Clause.ann, .sample())
      var last = try #require(try await store.account(of: Clause.ann))
      for change in [AccountChange.lock, .unlock, .password(.sample("D"))] {
        _ = try await store.change(Clause.ann, change)
        let next = try #require(try await store.account(of: Clause.ann))
        #expect(next.revision > last.revision)
        last = next
      }
      _ = try await store.replacePassword(of: last, by: .sample("F"), sparing: nil)
      let replaced = try #require(try await store.account(of: Clause.ann))
      #expect(replaced.revision > last.revision)
      last = replaced
      try await store.rehash(last, to: .sample("E"))
      let renewed = try #require(try await store.account(of: Clause.ann))
      #expect(renewed.revision == last.revision)
      #expect(renewed.passwordHash == .sample("E"))
    },
    Clause("adds an account only as the first one, if asked for that") { store, _ async throws in
      #expect(try await store.add(Clause.ann, .sample(), .onlyFirst) == .added)
      #expect(try await store.add(Clause.bob, .sample(), .onlyFirst) == .notFirst)
      #expect(try await store.add(Clause.ann, .sample(), .onlyFirst) == .notFirst)
      #expect(try await store.account(of: Clause.bob) == nil)
    },
    Clause("knows the cost of its costliest hash: memory times passes") { store, _ async throws in
      func hash(_ memoryKiB: Int, _ passes: Int) throws -> PasswordHash {
        try PasswordHash(phc: PasswordHash.sample().phc.replacing("m=8,t=1", with: "m=\(memoryKiB),t=\(passes)"))
      }
      #expect(try await store.costliestHashCost() == nil)
      for (name, memoryKiB, passes) in [("a", 65_536, 3), ("b", 19_456, 9), ("c", 131_072, 2), ("d", 9_000, 4)] {
        _ = try await store.add(email("\(name)@example.com"), try hash(memoryKiB, passes))
      }
      #expect(try await store.costliestHashCost() == HashCost(memoryKiB: 131_072, passes: 2))
      // And it follows every change
      let c = try #require(try await store.account(of: email("c@example.com")))
      try await store.rehash(c, to: hash(65_536, 3))
      #expect(try await store.costliestHashCost()?.work == 65_536 * 3)
      for name in ["a", "c"] { _ = try await store.change(email("\(name)@example.com"), .remove) }
      #expect(try await store.costliestHashCost() == HashCost(memoryKiB: 19_456, passes: 9))
      _ = try await store.change(email("d@example.com"), .password(hash(1_048_576, 4)))
      #expect(try await store.costliestHashCost() == HashCost(memoryKiB: 1_048_576, passes: 4))
    },
    Clause("renews no hash of an account that has changed meanwhile") { store, _ async throws in
      _ = try await store.add(Clause.ann, .sample())
      let read = try #require(try await store.account(of: Clause.ann))
      _ = try await store.change(Clause.ann, .password(.sample("D")))
      try await store.rehash(read, to: .sample("E"))
      #expect(try await store.account(of: Clause.ann)?.passwordHash == .sample("D"))
    },
    Clause("remembers the widest range of password lengths ever in force") { store, _ async throws in
      #expect(try await store.widestPasswordLength(including: 6...20) == 6...20)
      #expect(try await store.widestPasswordLength(including: 12...16) == 6...20)
      #expect(try await store.widestPasswordLength(including: 12...64) == 6...64)
      #expect(try await store.widestPasswordLength(including: 4...8) == 4...64)
    },
  ]
}

extension AccountStore where Self: AttemptLog {
  /// Settles an attempt with `email` as a sign-in to its account, or as refused.
  func answer(_ id: AttemptID, of email: EmailAddress, isRight: Bool) async throws {
    if isRight {
      try await settle(id, asSignInOf: email)
    } else {
      try await settle(id, as: .refused)
    }
  }

  /// Makes a successful attempt, to an account that is added if there is none.
  func signIn(_ email: EmailAddress, from source: AttemptSource = .at("here")) async throws {
    guard case .admitted(let admission) = try await charge(email, from: source, under: Throttle()) else {
      Issue.record("\(email) was blocked")
      return
    }
    try await settle(admission.attempt, asSignInOf: email)
  }
}

extension AttemptLog {
  /// Makes a failed attempt.
  public func fail(_ email: EmailAddress, from source: AttemptSource = .at("here")) async throws {
    guard case .admitted(let admission) = try await charge(email, from: source, under: Throttle()) else {
      Issue.record("\(email) was blocked")
      return
    }
    try await settle(admission.attempt, as: .refused)
  }

  /// The seconds that an attempt is blocked; 0 if it was admitted, and then it fails.
  func wait(_ email: EmailAddress, from source: AttemptSource = .at("here")) async throws -> Int {
    switch try await charge(email, from: source, under: Throttle()) {
    case .admitted(let admission):
      try await settle(admission.attempt, as: .refused)
      return 0
    case .blocked(let seconds): return seconds
    case .mustWait, .disabled:
      Issue.record("\(email) was neither admitted nor blocked")
      return -1
    }
  }
}
