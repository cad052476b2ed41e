import Identity
import Testing

extension StoreContract {
  /// The log stays short, and shows nobody what belongs to others.
  public static let limits: [Clause] = [
    Clause("keeps blocked attempts of one email, user and host in one row, with their number and the last time") {
      store, clock async throws in
      // Given an email that is blocked for 15 min
      for host in 1...13 {
        try await store.fail(Clause.ann, from: .at("host\(host)"))
        clock.advance(by: .seconds(host < 13 ? 900 : 0))
      }
      let start = clock.now()
      // When programs go on guessing, each second, from one host and two terminals
      for number in 1...60 {
        clock.advance(by: .seconds(1))
        let source = AttemptSource(tty: "pts/\(number % 2)", uid: 1000, host: "castle", program: "\(number)")
        #expect(try await store.charge(Clause.ann, from: source, under: Throttle()) == .blocked(seconds: 900 - number))
      }
      // Then there is one more row
      let rows = try await store.rows(of: Clause.ann)
      #expect(rows.count == 14)
      let row = try #require(rows.first)
      #expect(row.outcome == .throttled)
      #expect(row.times == 60)
      #expect(row.time == start.advanced(by: .seconds(1)))
      #expect(row.until == start.advanced(by: .seconds(60)))
      #expect(row.source.program == "1")
      // And searches still find it
      let query = AttemptQuery(email: Clause.ann, search: AttemptSearch("throttled castle"))
      #expect(try await store.page(of: query, before: nil, limit: 9).attempts == [row])
    },
    Clause("begins a row for a blocked attempt of another email, user or host, and after anything else") {
      store, clock async throws in
      for _ in 1...3 { try await store.fail(Clause.ann) }
      for _ in 1...3 { try await store.fail(Clause.bob, from: .at("there")) }
      let other = AttemptSource(tty: "pts/1", uid: 1001, host: "here", program: "signin")
      // When attempts alternate
      for _ in 1...5 {
        for source in [AttemptSource.at("here"), .at("there"), other] {
          #expect(try await store.wait(Clause.ann, from: source) == 1)
        }
        #expect(try await store.wait(Clause.bob) == 1)
      }
      // Then there is a row for each
      #expect(try await store.rows(of: Clause.ann).prefix(4).map(\.times) == [5, 5, 5, 1])
      #expect(try await store.rows(of: Clause.bob).prefix(2).map(\.times) == [5, 1])
      // And another one after an attempt, once those who waited had their turn
      clock.advance(by: .seconds(1) + Throttle.grace)
      try await store.fail(Clause.ann)
      #expect(try await store.wait(Clause.ann) == 2)
      #expect(try await store.rows(of: Clause.ann).prefix(3).map(\.outcome) == [.throttled, .refused, .throttled])
      #expect(try await store.rows(of: Clause.ann).first?.times == 1)
    },
    Clause("keeps every settled row as it is, whatever comes after it") { store, clock async throws in
      // Given rows of all kinds
      _ = try await store.add(Clause.ann, .sample())
      _ = try await store.add(Clause.bob, .sample())
      let attempt = try await store.admit(Clause.ann)
      try await store.settle(attempt, as: .refused)
      try await store.signIn(Clause.ann)
      let before = try await store.rows(of: Clause.ann)
      // When the attempt is settled again, the account changed, and removed with all that belongs to it
      clock.advance(by: .seconds(1))
      #expect(try await store.settle(attempt, as: .cancelled, under: Throttle()) == .refused(blockedFor: nil))
      for change in [AccountChange.lock, .unlock, .password(.sample()), .remove] {
        _ = try await store.change(Clause.ann, change)
      }
      _ = try await store.revoke(.all, from: .at("here"))
      _ = try await store.clear(.all)
      // Then the rows are as they were
      #expect(try await Array(store.rows(of: Clause.ann).suffix(before.count)) == before)
    },
    Clause("counts each blocked attempt between two sign-ins, whatever the number of rows") {
      store, clock async throws in
      _ = try await store.add(Clause.ann, .sample())
      try await store.signIn(Clause.ann, from: .at("home"))
      for _ in 1...3 { try await store.fail(Clause.ann) }
      for _ in 1...4 { #expect(try await store.wait(Clause.ann) == 1) }
      clock.advance(by: .seconds(1))
      try await store.signIn(Clause.ann, from: .at("home"))
      #expect(try await store.previousSignIn(in: AttemptQuery(owner: Clause.ann))?.failures == 7)
    },
    Clause("shows the owner no row from before the account was added, and an administrator all") {
      store, clock async throws in
      // Given an account with a row, which was removed and added again for somebody else
      _ = try await store.add(Clause.ann, .sample())
      try await store.signIn(Clause.ann, from: .at("former"))
      try await store.fail(Clause.ann, from: .at("former"))
      _ = try await store.change(Clause.ann, .remove)
      #expect(try await store.hosts(AttemptQuery(owner: Clause.ann)).isEmpty)
      try await store.fail(Clause.ann, from: .at("stranger"))
      // The clock was set back meanwhile
      clock.set(by: .seconds(-3_600))
      _ = try await store.add(Clause.ann, .sample(), .always, from: .at("added"))
      try await store.signIn(Clause.ann, from: .at("present"))
      // Then the new owner sees their own rows, in searches too
      #expect(try await store.hosts(AttemptQuery(owner: Clause.ann)) == ["present", "added"])
      #expect(try await store.hosts(AttemptQuery(owner: Clause.ann, search: AttemptSearch("former"))).isEmpty)
      #expect(try await store.hosts(AttemptQuery(owner: Clause.ann, search: AttemptSearch("present"))) == ["present"])
      #expect(try await store.previousSignIn(in: AttemptQuery(owner: Clause.ann)) == nil)
      let useCase = ReadAccountUseCase(store, of: try await store.owner(of: Clause.ann))
      #expect(try await useCase.page(of: AttemptSearch(""), before: nil).attempts.map(\.source.host).count == 2)
      // And an administrator sees all
      #expect(try await store.rows(of: Clause.ann).count == 7)
    },
  ]
}

extension AttemptLog {
  /// The hosts of all rows that match, newest first.
  func hosts(_ query: AttemptQuery) async throws -> [String] {
    try await page(of: query, before: nil, limit: 99).attempts.map(\.source.host)
  }
}
