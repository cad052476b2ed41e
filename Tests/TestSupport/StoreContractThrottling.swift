import Identity
import Testing

extension StoreContract {
  static let throttling: [Clause] = [
    Clause("blocks an email after its third failure in a row, twice as long each time") { store, clock async throws in
      // Given two failures from different hosts, so no source comes near its own limit
      for host in 1...2 { try await store.fail(Clause.ann, from: .at("host\(host)")) }
      for failure in 3...13 {
        // When one more follows
        try await store.fail(Clause.ann, from: .at("host\(failure)"))
        // Then the email must wait, from any source, and other emails need not
        let seconds = min(1 << (failure - 3), 900)
        #expect(try await store.wait(Clause.ann, from: .at("elsewhere")) == seconds)
        clock.advance(by: .seconds(seconds))
      }
    },
    Clause("blocks a source after its third failure in a row, whatever the emails") { store, clock async throws in
      for name in ["a", "b", "c"] { try await store.fail(email("\(name)@example.com")) }
      #expect(try await store.wait(email("d@example.com")) == 1)
      #expect(try await store.wait(email("d@example.com"), from: .at("elsewhere")) == 0)
      clock.advance(by: .seconds(1))
      #expect(try await store.wait(email("d@example.com")) == 0)
    },
    Clause("throttles emails with and without an account alike") { store, _ async throws in
      _ = try await store.add(Clause.ann, .sample())
      for (host, person) in [("one", Clause.ann), ("two", Clause.bob)] {
        for _ in 0..<3 { try await store.fail(person, from: .at(host)) }
        #expect(try await store.wait(person, from: .at("elsewhere")) == 1)
      }
    },
    Clause("keeps emails and sources apart, even with the same text") { store, _ async throws in
      let source = AttemptSource(tty: "", uid: 1000, host: "example.com", program: "")
      for _ in 0..<3 { try await store.fail(email("1000@example.com"), from: .at("here")) }
      #expect(try await store.wait(Clause.bob, from: source) == 0)
    },
    Clause("treats an email in another case as the same one") { store, _ async throws in
      for host in 1...3 { try await store.fail(Clause.ann, from: .at("host\(host)")) }
      #expect(try await store.wait(email("aNN@example.com"), from: .at("elsewhere")) == 1)
    },
    Clause("logs an attempt made while blocked, but does not count it") { store, clock async throws in
      for _ in 0..<4 {
        try await store.fail(Clause.ann)
        clock.advance(by: .seconds(1))
      }
      #expect(try await store.wait(Clause.ann) == 1)
      #expect(try await store.wait(Clause.ann) == 1)
      clock.advance(by: .milliseconds(999))
      #expect(try await store.wait(Clause.ann) == 1)
      clock.advance(by: .milliseconds(1))
      #expect(try await store.wait(Clause.ann) == 0)
      let outcomes = try await store.attempts(of: Clause.ann, before: nil, limit: 9).map(\.outcome)
      #expect(outcomes == [.pending, .throttled, .refused, .refused, .refused, .refused])
    },
    Clause("counts an attempt as failed from the moment it is charged, settled or not") { store, _ async throws in
      // Given three attempts that are killed before their answer
      for _ in 0..<3 { #expect(try await store.wait(Clause.ann) == 0) }
      // Then they count
      #expect(try await store.wait(Clause.ann) == 1)
    },
    Clause("counts a cancelled attempt like a failed one") { store, _ async throws in
      for _ in 0..<3 {
        guard case .admitted(let attempt) = try await store.charge(Clause.ann, from: .at("here"), under: Throttle())
        else { continue }
        try await store.settle(attempt, as: .cancelled)
      }
      #expect(try await store.wait(Clause.ann) == 1)
    },
    Clause("forgets an email's failures when its owner signs in") { store, _ async throws in
      for host in 1...2 { try await store.fail(Clause.ann, from: .at("host\(host)")) }
      try await store.signIn(Clause.ann, from: .at("host3"))
      for host in 4...5 { try await store.fail(Clause.ann, from: .at("host\(host)")) }
      #expect(try await store.wait(Clause.ann, from: .at("host6")) == 0)
    },
    Clause("keeps a source's failures when a user signs in from it") { store, _ async throws in
      for name in ["a", "b"] { try await store.fail(email("\(name)@example.com")) }
      try await store.signIn(Clause.ann)
      #expect(try await store.wait(Clause.ann) == 0)
      #expect(try await store.wait(Clause.ann) == 1)
    },
    Clause("does not count a success against its source, or prolong a block by it") { store, clock async throws in
      // Given four failures from one source, and their block of 2 s over
      for name in ["a", "b", "c", "d"] {
        try await store.fail(email("\(name)@example.com"))
        clock.advance(by: .seconds(2))
      }
      // When users sign in there, then each is admitted at once
      for name in ["e", "f", "g", "h", "i"] { try await store.signIn(email("\(name)@example.com")) }
      // And the next failure is the fifth
      try await store.fail(Clause.bob)
      #expect(try await store.wait(Clause.ann) == 4)
    },
    Clause("forgets failures after 12 hours without another") { store, clock async throws in
      for _ in 0..<3 { try await store.fail(Clause.ann) }
      clock.advance(by: .seconds(12 * 3600))
      for _ in 0..<2 { try await store.fail(Clause.ann) }
      #expect(try await store.wait(Clause.ann) == 0)
      #expect(try await store.wait(Clause.ann) == 1)
    },
    Clause("counts the time that passes, even if the clock is set meanwhile") { store, clock async throws in
      // Given a block of 4 s, of which 2 have passed
      for _ in 0..<5 {
        try await store.fail(Clause.ann)
        clock.advance(by: .seconds(2))
      }
      // When the clock is set, forward or back, by little or by much, then 2 are left
      for seconds in [31_536_000, -63_072_000, 3, -3, 3600, 31_536_000] {
        clock.set(by: .seconds(seconds))
        #expect(try await store.wait(Clause.ann) == 2)
      }
      clock.advance(by: .milliseconds(1_999))
      clock.set(by: .seconds(-86_400))
      #expect(try await store.wait(Clause.ann) == 1)
      clock.advance(by: .milliseconds(1))
      clock.set(by: .seconds(-86_400))
      #expect(try await store.wait(Clause.ann) == 0)
      // And failures still end after 12 hours
      clock.advance(by: .seconds(12 * 3600))
      clock.set(by: .seconds(-3600))
      for _ in 0..<3 { #expect(try await store.wait(Clause.ann) == 0) }
      #expect(try await store.wait(Clause.ann) == 1)
    },
    Clause("prolongs no block when a machine restarts with its clock set back") { store, clock async throws in
      // Given a block of 4 s
      for _ in 0..<5 {
        try await store.fail(Clause.ann)
        clock.advance(by: .seconds(2))
      }
      // When the machine has lost its time and is a year behind
      clock.restart()
      clock.set(by: .seconds(-31_536_000))
      // Then the block lasts as if the failure had been now, at the first look and after it
      #expect(try await store.wait(Clause.ann) == 4)
      clock.advance(by: .seconds(3))
      #expect(try await store.wait(Clause.ann) == 1)
      clock.advance(by: .seconds(1))
      #expect(try await store.wait(Clause.ann) == 0)
    },
    Clause("blocks no email for longer than the cap, however often strangers fail") {
      store, clock async throws in
      // Given a stranger who makes attempts for hours, always from a new host and as early as possible
      for host in 1...30 {
        try await store.fail(Clause.ann, from: .at("host\(host)"))
        clock.advance(by: .seconds(900))
      }
      try await store.fail(Clause.ann, from: .at("host0"))
      // When the stranger continues during the block
      for second in stride(from: 0, to: 900, by: 50) {
        #expect(try await store.wait(Clause.ann, from: .at("other\(second)")) == 900 - second)
        clock.advance(by: .seconds(50))
      }
      // Then its owner signs in when the block is over, and has all attempts again
      try await store.signIn(Clause.ann, from: .at("home"))
      for host in 1...3 { #expect(try await store.wait(Clause.ann, from: .at("new\(host)")) == 0) }
    },
    Clause("admits no more of many simultaneous attempts than the throttle allows") { store, _ async throws in
      let admitted = try await withThrowingTaskGroup(of: Bool.self) { group in
        for host in 0..<20 {
          group.addTask { try await store.wait(Clause.ann, from: .at("host\(host)")) == 0 }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(admitted == 3)
    },
    Clause("follows its parameters") { store, _ async throws in
      let strict = Throttle(firstBlockingFailure: 1, longestBlock: .seconds(60))
      _ = try await store.charge(Clause.ann, from: .at("here"), under: strict)
      let second = try await store.charge(Clause.ann, from: .at("here"), under: strict)
      #expect(second == .blocked(seconds: 1))
    },
  ]
}
