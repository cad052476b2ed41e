import Identity
import Testing

extension StoreContract {
  /// Who is blocked does not decide how long the log becomes.
  static let blocked: [Clause] = [
    Clause("joins what a source's limits block in one row of the source for each day, whatever the email") {
      store, clock async throws in
      // Given a source that has failed with nine emails
      for number in 1...9 { try await store.fail(.guest(number)) }
      // When it goes on with invented ones, and so does another source that may
      for number in 10...60 { #expect(try await store.wait(.guest(number)) == 1) }
      for number in 1...9 { try await store.fail(.guest(number), from: .at("there")) }
      for number in 70...79 { #expect(try await store.wait(.guest(number), from: .at("there")) == 1) }
      // Then each has one row, of no email
      let rows = try await store.blockedRows()
      #expect(rows.map(\.source.host) == ["there", "here"])
      #expect(rows.map(\.times) == [10, 51])
      #expect(rows.allSatisfy { $0.email.isUnknown })
      // And another one on the next day
      clock.advance(by: .seconds(86_400))
      for number in 101...109 { try await store.fail(.guest(number)) }
      #expect(try await store.wait(.guest(110)) == 1)
      #expect(try await store.blockedRows().map(\.times) == [1, 10, 51])
    },
    Clause("shows the owner of an account what a source's limits blocked, in one row for the source and day") {
      store, clock async throws in
      // Given a source that must wait with new emails
      _ = try await store.newAccount(Clause.ann)
      for number in 1...9 { try await store.fail(.guest(number)) }
      // When it tries an account between emails that nobody has, and the owner signs in elsewhere meanwhile
      for number in 10...12 {
        #expect(try await store.wait(.guest(number)) == 1)
        #expect(try await store.wait(Clause.ann) == 1)
        try await store.signIn(Clause.ann, from: .at("home"))
      }
      // Then the owner sees that, and nothing of the others
      let own = try await store.page(of: AttemptQuery(owner: Clause.ann), before: nil, limit: 99).attempts
      let blocked = own.filter { $0.outcome == .throttled }
      #expect(blocked.map(\.times) == [3])
      #expect(blocked.map(\.source.host) == ["here"])
      #expect(try await store.blockedRows().map(\.times).sorted() == [3, 3])
      // And on the next day, too
      clock.advance(by: .seconds(86_400))
      for number in 21...29 { try await store.fail(.guest(number)) }
      for _ in 1...2 { #expect(try await store.wait(Clause.ann) == 1) }
      #expect(try await store.rows(of: Clause.ann).first?.times == 2)
    },
    Clause("begins at most 64 rows in 64 minutes for what it blocks of one user, and counts the rest in one row") {
      store, clock async throws in
      // Given an email that is blocked
      for _ in 1...13 {
        try await store.fail(Clause.ann, from: .at("first"))
        clock.advance(by: .seconds(900))
      }
      try await store.fail(Clause.ann, from: .at("first"))
      // When a user tries it from a hundred hosts, and another user from one
      for host in 1...100 { #expect(try await store.wait(Clause.ann, from: .at("host\(host)")) == 900) }
      let other = AttemptSource(tty: "", uid: 1001, host: "host1", program: "")
      #expect(try await store.wait(Clause.ann, from: other) == 900)
      // Then 64 hosts have rows of their own
      let rows = try await store.blockedRows()
      #expect(rows.count { $0.source.uid == 1000 && $0.times == 1 } == 64)
      let rest = try #require(rows.first { $0.times > 1 })
      #expect((rest.times, rest.source.host, rest.email.isUnknown) == (36, "*", true))
      #expect(rows.count { $0.source.uid == 1001 } == 1)
      #expect(rows.count == 66)
    },
    Clause("keeps the log short through a day on which three users try whatever they like") {
      store, clock async throws in
      // Given an account, a person, one who comes from ever new hosts, and a gate
      _ = try await store.newAccount(Clause.ann)
      let throttle = Throttle(gateUIDs: [1002])
      var (number, blocked) = (0, 0)
      // When each of them, six times a day, tries more often than they may
      for _ in 1...6 {
        for _ in 1...80 {
          number += 1
          clock.advance(by: .milliseconds(700))
          let attempts: [(EmailAddress, AttemptSource)] = [
            (.guest(number), .test(uid: 1000, host: "here")),
            (Clause.ann, .test(uid: 1001, host: "host\(number)")),
            (number % 2 == 0 ? .guest(number) : Clause.ann, .test(uid: 1002, host: "gate\(number % 3)")),
          ]
          for (email, source) in attempts {
            switch try await store.charge(email, from: source, under: throttle) {
            case .admitted(let admission): try await store.settle(admission.attempt, as: .refused)
            case .blocked: blocked += 1
            case .mustWait, .disabled: Issue.record("\(email) waits")
            }
          }
        }
        clock.advance(by: .seconds(4 * 3600))
      }
      // Then each blocked attempt is on record, and no user has begun more than a row a minute, after the first hour
      let rows = try await store.blockedRows()
      #expect(rows.reduce(0) { $0 + $1.times } == blocked)
      #expect(blocked > 800)
      for (uid, rows) in Dictionary(grouping: rows, by: \.source.uid) {
        let begun = rows.map(\.time).sorted()
        for (row, time) in begun.enumerated() {
          let inTime = begun[row...].prefix { $0.since(time) < BlockedAttempt.window }
          #expect(inTime.count <= BlockedAttempt.mostRows + 1, "\(uid)")
        }
      }
      #expect(rows.count { $0.source.uid == 1000 } <= 2)
    },
  ]
}

extension AttemptSource {
  fileprivate static func test(uid: UInt32, host: String) -> AttemptSource {
    AttemptSource(tty: "", uid: uid, host: host, program: "")
  }
}

extension AttemptLog {
  /// The rows of blocked attempts, newest first.
  fileprivate func blockedRows() async throws -> [Attempt] {
    try await page(of: AttemptQuery(email: nil), before: nil, limit: 10_000).attempts.filter {
      $0.outcome == .throttled
    }
  }
}
