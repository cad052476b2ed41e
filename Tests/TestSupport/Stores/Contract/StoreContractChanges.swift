import Identity
import Secrets
import Testing

extension StoreContract {
  /// Changes are rows of the log.
  public static let changes: [Clause] = [
    Clause("records every change of an account with time, email and source, in the order made") {
      store, clock async throws in
      // Given an account, added and changed from sources of their own
      let added = clock.now()
      _ = try await store.add(Clause.ann, .sample(), .always, from: .at("added"))
      clock.advance(by: .seconds(60))
      for (change, host) in [
        (AccountChange.password(.sample("B")), "reset"), (.lock, "locked"), (.unlock, "unlocked"), (.remove, "removed"),
      ] { _ = try await store.change(email("ANN@example.com"), change, from: .at(host)) }
      // Then each is a row, but a change without an account adds no row
      _ = try await store.change(Clause.ann, .lock, from: .at("nobody"))
      let rows = try await store.rows(of: Clause.ann)
      #expect(
        rows.map(\.outcome.rawValue) == ["account-removed", "unlocked", "locked", "password-reset", "account-added"])
      #expect(rows.map(\.source.host) == ["removed", "unlocked", "locked", "reset", "added"])
      #expect(rows.last?.time == added)
      #expect(rows.allSatisfy { $0.email.text == "Ann@example.com" && $0.times == 1 })
    },
    Clause("records an account that is added with others, and none that is not") { store, _ async throws in
      _ = try await store.add(Clause.bob, .sample(), .always, from: .at("alone"))
      let both = [Clause.ann, Clause.bob].map { NewAccount(email: $0, passwordHash: .sample()) }
      _ = try await store.add(both, .allOrNone, allowing: 6...20, from: .at("import"))
      #expect(try await store.rows(of: Clause.ann).isEmpty)
      _ = try await store.add(both, .missingOnly, allowing: 6...20, from: .at("import"))
      #expect(try await store.rows(of: Clause.ann).map(\.source.host) == ["import"])
      #expect(try await store.rows(of: Clause.bob).map(\.source.host) == ["alone"])
    },
    Clause("records an owner's change of password in the row of its attempt, and it is no sign-in") {
      store, clock async throws in
      // Given two failures, and an attempt with the current password
      let account = try await store.newAccount(Clause.ann)
      for _ in 1...2 { try await store.fail(Clause.ann, from: .at("home")) }
      guard case .admitted(let admission) = try await store.charge(Clause.ann, from: .at("home"), under: Throttle())
      else { throw AttemptBlocked() }
      // When the password is changed
      clock.advance(by: .seconds(1))
      let changed = try await store.replacePassword(
        of: account, by: .sample("B"), sparing: nil, settling: admission.attempt)
      // Then its row says so, and nobody signed in
      #expect(changed?.revision == account.revision + 1)
      let newest = try #require(try await store.rows(of: Clause.ann).first)
      #expect(newest.id == admission.attempt)
      #expect(newest.outcome == .change(.passwordChanged))
      #expect(try await store.accounts(after: nil, limit: 1).first?.lastSignIn == nil)
      // And the failures are forgotten, and the attempt can't be settled again
      for _ in 1...2 { #expect(try await store.wait(Clause.ann, from: .at("home")) == 0) }
      let current = try #require(try await store.account(of: Clause.ann))
      #expect(
        try await store.replacePassword(of: current, by: .sample("C"), sparing: nil, settling: admission.attempt)
          == nil)
      #expect(try await store.account(of: Clause.ann)?.passwordHash == .sample("B"))
    },
    Clause("leaves the attempt open if the password could not be replaced") { store, _ async throws in
      let read = try await store.newAccount(Clause.ann)
      _ = try await store.change(Clause.ann, .unlock)
      guard case .admitted(let admission) = try await store.charge(Clause.ann, from: .at("home"), under: Throttle())
      else { throw AttemptBlocked() }
      #expect(
        try await store.replacePassword(of: read, by: .sample("B"), sparing: nil, settling: admission.attempt)
          == nil)
      #expect(try await store.rows(of: Clause.ann).first?.outcome == .pending)
    },
    Clause("records ended sessions, one row for each account, and none if there were none") { store, _ async throws in
      // Given three sessions of one account, and one of another
      let tokens = [
        try await store.openSession(Clause.ann), try await store.openSession(Clause.ann),
        try await store.openSession(Clause.ann),
      ]
      _ = try await store.openSession(Clause.bob)
      let name = try #require(try await store.verify(tokens[0].digest)?.id)
      // When they are ended by name, by token, and together
      for _ in 1...2 { _ = try await store.revoke(.id(name), from: .at("name")) }
      _ = try await store.revoke(.token(tokens[1].digest), from: .at("token"))
      _ = try await store.openSession(Clause.ann)
      _ = try await store.revoke(.all, from: .at("all"))
      _ = try await store.revoke(.allOf(Clause.ann), from: .at("nothing"))
      // Then
      let rows = try await store.rows(of: Clause.ann).filter { $0.outcome.isChange && $0.source != .test }
      #expect(rows.map(\.outcome.rawValue) == ["session-revoked", "signed-out", "session-revoked"])
      #expect(rows.map(\.source.host) == ["all", "token", "name"])
      #expect(rows.map(\.times) == [2, 1, 1])
      #expect(try await store.rows(of: Clause.bob).first?.times == 1)
    },
    Clause("records a sign-out without a session") { store, clock async throws in
      _ = try await store.add(Clause.ann, .sample())
      try await store.recordSignOut(of: store.owner(of: Clause.ann), from: .at("home"))
      let row = try #require(try await store.rows(of: Clause.ann).first)
      #expect(row.outcome == .change(.signedOut))
      #expect(row.source == .at("home"))
      #expect(row.time == clock.now())
    },
    Clause("counts no change as a failure or as a sign-in") { store, _ async throws in
      // Given two sign-ins with one failure and every change but the last between them
      _ = try await store.add(Clause.ann, .sample())
      try await store.signIn(Clause.ann)
      try await store.fail(Clause.ann)
      for change in [AccountChange.lock, .unlock, .password(.sample("B"))] {
        _ = try await store.change(Clause.ann, change)
      }
      try await store.recordSignOut(of: store.owner(of: Clause.ann), from: .at("here"))
      try await store.signIn(Clause.ann)
      // Then one failure is counted, and nobody is blocked
      #expect(try await store.previousSignIn(in: AttemptQuery(owner: Clause.ann))?.failures == 1)
      for _ in 1...2 { #expect(try await store.wait(Clause.ann) == 0) }
    },
    Clause("finds changes by the stored outcome and by its name") { store, _ async throws in
      _ = try await store.add(Clause.ann, .sample())
      for change in [AccountChange.lock, .unlock] { _ = try await store.change(Clause.ann, change) }
      let names = ["locked": "gesperrt", "unlocked": "entsperrt", "account-added": "neu"]
      for (text, outcomes) in [
        ("account-added", ["account-added"]), ("LOCKED", ["unlocked", "locked"]), ("unlock", ["unlocked"]),
        ("gesp", ["locked"]), ("sperrt", ["unlocked", "locked"]), ("neu", ["account-added"]),
      ] {
        let search = AttemptSearch(text) { names[$0.rawValue] ?? $0.rawValue }
        let page = try await store.page(of: AttemptQuery(email: Clause.ann, search: search), before: nil, limit: 9)
        #expect(page.attempts.map(\.outcome.rawValue) == outcomes, "\(text)")
      }
    },
    Clause("gives no account an email under which somebody else has rows of its time") { store, _ async throws in
      // Given Ann, and Bob's account, which lived and was removed after hers was added
      _ = try await store.newAccount(Clause.ann)
      _ = try await store.newAccount(Clause.bob)
      try await store.signIn(Clause.bob, from: .at("of bob"))
      _ = try await store.change(Clause.bob, .remove)
      // When Ann gets Bob's email
      #expect(try await store.rename(Clause.ann, to: Clause.bob, from: .at("desk")) != .renamed)
      // Then she sees none of his rows, and keeps her own email
      let rows = try await store.page(of: AttemptQuery(owner: Clause.bob), before: nil, limit: 9).attempts
      #expect(rows.allSatisfy { $0.source.host != "of bob" })
      #expect(try await store.account(of: Clause.ann) != nil)
      // And not one that Carol has given up, whose last row there is hers
      let carol = email("carol@example.com")
      _ = try await store.newAccount(carol)
      #expect(try await store.rename(carol, to: email("carol.byron@example.com"), from: .at("desk")) == .renamed)
      #expect(try await store.rename(Clause.ann, to: carol, from: .at("desk")) == .used)
      // And back to an email of one's own is a way
      let new = email("ann.byron@example.com")
      #expect(try await store.rename(Clause.ann, to: new, from: .at("desk")) == .renamed)
      #expect(try await store.rename(new, to: Clause.ann, from: .at("desk")) == .renamed)
    },
    Clause("gives an account another email, and takes sessions, failures and log along") { store, clock async throws in
      // Given an account with a session, failures and rows, and older rows of somebody else with that email
      try await store.fail(Clause.ann)
      _ = try await store.clear(.all)
      let ann = try await store.newAccount(Clause.ann)
      let token = SecureToken().digest
      #expect(try await store.open(token, for: ann, lasting: SessionLifetime()) != nil)
      try await store.fail(Clause.ann)
      let before = try await store.page(of: AttemptQuery(owner: Clause.ann), before: nil, limit: 9).attempts
      let new = email("Ann.Byron@example.com")
      // When
      #expect(try await store.rename(Clause.bob, to: new, from: .at("desk")) == .missing)
      #expect(try await store.rename(Clause.ann, to: new, from: .at("desk")) == .renamed)
      // Then all of it is that of the new email, and a row says so under both
      #expect(try await store.account(of: Clause.ann) == nil)
      let account = try #require(try await store.account(of: new))
      #expect(account.id == ann.id && account.email.text == new.text && account.passwordHash == ann.passwordHash)
      #expect(try await store.verify(token)?.email.text == new.text)
      let after = try await store.page(of: AttemptQuery(owner: new), before: nil, limit: 9).attempts
      #expect(after.map(\.id).suffix(before.count) == before.map(\.id)[...])
      #expect(after.allSatisfy { $0.email == new } && after.first?.outcome == .change(.renamed))
      #expect(try await store.rows(of: Clause.ann).map(\.outcome) == [.change(.renamed), .refused])
      let runs = try await store.throttleState().runs
      // The old email counts on as a login that nobody has.
      #expect(runs.keys.map(\.email).filter { !$0.hasPrefix(EmailAddress.unknownName) } == [new.key])
      #expect(runs.count == 2)
      let search = AttemptQuery(email: nil, search: AttemptSearch("byron refused"))
      #expect(try await store.page(of: search, before: nil, limit: 9).attempts.count == 1)
      // And what was read before the change signs nobody in, and an email with an account is no new one
      _ = try await store.newAccount(Clause.bob)
      #expect(try await store.rename(Clause.bob, to: new, from: .at("desk")) == .taken)
      #expect(try await store.rename(new, to: email("ANN.byron@example.com"), from: .at("desk")) == .renamed)
      #expect(try await store.account(of: new)?.email.text == "ANN.byron@example.com")
    },
    Clause("changes and logs nothing by a new email that is the old one, letter by letter") { store, _ async throws in
      _ = try await store.newAccount(Clause.ann)
      let (before, log) = (try await store.account(of: Clause.ann), try await store.rows(of: Clause.ann))
      #expect(try await store.rename(Clause.ann, to: Clause.ann, from: .at("desk")) == .renamed)
      #expect(try await store.account(of: Clause.ann) == before)
      #expect(try await store.rows(of: Clause.ann) == log)
    },
    Clause("counts an attempt that is under way for the new email of its account") { store, clock async throws in
      let new = email("Ann.Byron@example.com")
      _ = try await store.newAccount(Clause.ann)
      // Given two attempts that are under way while the email changes
      let (settled, left) = (try await store.admit(Clause.ann), try await store.admit(Clause.ann))
      #expect(try await store.rename(Clause.ann, to: new, from: .at("desk")) == .renamed)
      #expect(try await store.throttleState().pending.values.map(\.key.email) == [new.key, new.key])
      // When one fails, and nobody settles the other
      _ = try await store.settle(settled, as: .refused, under: Throttle())
      clock.advance(by: Throttle.longestVerification)
      _ = try await store.charge(new, from: .at("here"), under: Throttle())
      // Then both are failures of the new email
      let runs = try await store.throttleState().runs
      #expect(runs.map { $0.key.email } == [new.key] && runs.values.map(\.failures) == [2])
      #expect(left != settled)
    },
  ]
}
