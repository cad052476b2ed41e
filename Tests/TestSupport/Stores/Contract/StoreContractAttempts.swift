import Identity
import Secrets
import Testing

extension StoreContract {
  static let attempts: [Clause] = [
    Clause("records time, email, outcome and source") { store, clock async throws in
      let source = AttemptSource(tty: "pts/7", uid: 4_294_967_295, host: "büro", program: "bash\u{1B}[2J")
      guard case .admitted(let admission) = try await store.charge(Clause.ann, from: source, under: Throttle()) else {
        return
      }
      let row = try #require(try await store.attempts(of: Clause.ann, before: nil, limit: 1).first)
      #expect(
        row == Attempt(id: admission.attempt, time: clock.now(), email: Clause.ann, outcome: .pending, source: source))
      #expect(row.email.text == "Ann@example.com")
    },
    Clause("gives with a charge what its verification needs, as it is then") { store, _ async throws in
      // Given no account, one, and one of another email
      for added in [nil, Clause.ann, Clause.bob] {
        if let added { _ = try await store.newAccount(added) }
        let charge = try await store.charge(Clause.ann, from: .at("here"), under: .none)
        guard case .admitted(let admission) = charge else { return }
        // Then the account is that of the email, and the cost that of all
        #expect(admission.account == (try await store.account(of: Clause.ann)))
        #expect(admission.costliestHash == (try await store.costliestHashCost()))
        #expect((admission.account == nil) == (added == nil))
      }
    },
    Clause("gives with a charge the costliest hash of each foreign scheme, until its accounts have other hashes") {
      store, _ async throws in
      func hash(_ text: String, _ count: Int) throws -> PasswordHash {
        try PasswordHash(imported: text + String(repeating: "a", count: count))
      }
      let hashes = try [
        hash("$5$rounds=99999$s$", 43), hash("$5$rounds=200000$s$", 43), hash("$2b$07$", 53), hash("$6$s$", 86),
      ]
      for (number, hash) in hashes.enumerated() {
        _ = try await store.add(email("a\(number)@example.com"), hash, .always, from: .test)
      }
      func works() async throws -> [Int] {
        guard case .admitted(let admission) = try await store.charge(Clause.bob, from: .at("here"), under: .none) else {
          throw AttemptBlocked()
        }
        return admission.foreignHashes.map(\.work)
      }
      #expect(try await works() == [128, 200_000, 5000])
      #expect(try await store.costliestHashCost() == nil)
      let renewed = try #require(try await store.account(of: email("a1@example.com")))
      #expect(renewed.passwordHash == hashes[1])
      try await store.rehash(renewed, to: .sample())
      #expect(try await works() == [128, 99_999, 5000])
    },
    Clause("settles an attempt once, and ignores later results") { store, _ async throws in
      guard case .admitted(let admission) = try await store.charge(Clause.ann, from: .at("here"), under: Throttle())
      else { return }
      #expect(try await store.settle(admission.attempt, as: .refused) == .refused(blockedFor: nil))
      let late = Settlement.signedIn(try await store.newAccount(Clause.ann), opening: nil)
      #expect(try await store.settle(admission.attempt, as: late) == .refused(blockedFor: nil))
      #expect(try await store.attempts(of: Clause.ann, before: nil, limit: 9).map(\.outcome) == [.refused])
    },
    Clause("refuses a sign-in to an account that changed since it was read") { store, _ async throws in
      for change in [AccountChange.password(.sample("D")), .lock, .unlock, .remove] {
        // Given an account whose password was just verified
        let read = try await store.newAccount(Clause.ann)
        guard case .admitted(let admission) = try await store.charge(Clause.ann, from: .at("here"), under: .none) else {
          return
        }
        // When it changes before the result is recorded
        _ = try await store.change(Clause.ann, change)
        // Then nobody is signed in, and the log says so
        #expect(
          try await store.settle(admission.attempt, as: .signedIn(read, opening: nil), under: .none)
            == .refused(blockedFor: nil))
        let newest = try await store.attempts(of: Clause.ann, before: nil, limit: 1)
        #expect(newest.map(\.outcome) == [.refused], "after \(change)")
        _ = try await store.change(Clause.ann, .remove)
      }
      // And neither is anybody to an account that was added since
      let read = try await store.newAccount(Clause.ann)
      guard case .admitted(let admission) = try await store.charge(Clause.ann, from: .at("here"), under: .none) else {
        return
      }
      _ = try await store.change(Clause.ann, .remove)
      _ = try await store.newAccount(Clause.ann)
      #expect(
        try await store.settle(admission.attempt, as: .signedIn(read, opening: nil), under: .none)
          == .refused(blockedFor: nil))
      // And neither to the account of another email
      guard case .admitted(let admission) = try await store.charge(Clause.bob, from: .at("here"), under: .none) else {
        return
      }
      let ann = try await store.newAccount(Clause.ann)
      #expect(
        try await store.settle(admission.attempt, as: .signedIn(ann, opening: nil), under: .none)
          == .refused(blockedFor: nil))
      #expect(try await store.accounts(after: nil, limit: 9).map(\.lastSignIn) == [nil])
    },
    Clause("says with a refusal for how long the email is blocked") { store, clock async throws in
      for (failure, seconds) in [nil, nil, 1, 2, 4].enumerated() {
        let source = AttemptSource.at("host\(failure)")
        guard case .admitted(let admission) = try await store.charge(Clause.ann, from: source, under: Throttle())
        else { return }
        // When the answer takes a while, then that time counts
        clock.advance(by: .milliseconds(500))
        #expect(try await store.settle(admission.attempt, as: .refused) == .refused(blockedFor: seconds))
        clock.advance(by: .seconds(4))
      }
    },
    Clause("lists an email's attempts newest first, page by page, during writes") { store, clock async throws in
      // Given seven attempts
      for number in 1...7 {
        clock.advance(by: .seconds(1))
        try await store.signIn(Clause.ann, from: .at("host\(number)"))
        try await store.signIn(Clause.bob)
      }
      // When the first page is read, and an eighth comes before the next
      let first = try await store.attempts(of: Clause.ann, before: nil, limit: 3)
      try await store.signIn(Clause.ann, from: .at("host8"))
      let second = try await store.attempts(of: Clause.ann, before: first.last?.id, limit: 3)
      let third = try await store.attempts(of: Clause.ann, before: second.last?.id, limit: 3)
      // Then each of the seven came once
      #expect(first.map(\.source.host) == ["host7", "host6", "host5"])
      #expect(second.map(\.source.host) == ["host4", "host3", "host2"])
      #expect(third.map(\.source.host) == ["host1"])
    },
    Clause("has no attempts for an unused email") { store, _ async throws in
      try await store.signIn(Clause.ann)
      #expect(try await store.attempts(of: Clause.bob, before: nil, limit: 9).isEmpty)
    },
  ]
}
