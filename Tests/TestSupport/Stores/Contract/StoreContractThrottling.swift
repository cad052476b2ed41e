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
    Clause("counts all uids of a person together, and logs each that guesses") { store, clock async throws in
      // Given a person who has ranges of uids, of which each fails once
      func ofAda(_ uid: UInt32) -> AttemptSource {
        AttemptSource(tty: "", uid: uid, host: "castle", program: "", person: 1000)
      }
      for uid: UInt32 in [1000, 100_001, 100_002] { try await store.fail(Clause.ann, from: ofAda(uid)) }
      // Then the next one waits
      #expect(try await store.wait(Clause.ann, from: ofAda(100_003)) == 1)
      // and the throttle has one source, the log the uid of each guess, and the person of what was blocked
      #expect(Set(try await store.throttleState().runs.keys.map(\.source.uid)) == [1000])
      #expect(
        try await store.attempts(of: Clause.ann, before: nil, limit: 9).map(\.source.uid)
          == [1000, 100_002, 100_001, 1000])
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
      #expect(outcomes == [.refused, .throttled, .refused, .refused, .refused, .refused])
    },
    Clause("lets an attempt wait while the failure of another could block it") { store, clock async throws in
      // Given three attempts whose answers are not known yet
      for host in 1...3 { _ = try await store.admit(Clause.ann, from: .at("host\(host)")) }
      // Then a fourth waits, and nothing is recorded of it; another email does not wait
      #expect(try await store.charge(Clause.ann, from: .at("host4"), under: Throttle()) == .mustWait)
      #expect(try await store.attempts(of: Clause.ann, before: nil, limit: 9).count == 3)
      #expect(try await store.wait(Clause.bob, from: .at("host4")) == 0)
    },
    Clause(
      "takes a right answer that is not the last, and one that is not accepted, as neither a failure nor a success"
    ) { store, _ async throws in
      // Given two failures, a right answer that another question follows, and one that is not accepted
      for _ in 1...2 { try await store.fail(Clause.ann) }
      let first = try await store.admit(Clause.ann)
      #expect(try await store.settle(first, as: .passed) == .passed)
      let second = try await store.admit(Clause.ann)
      #expect(try await store.settle(second, as: .notAccepted) == .notAccepted)
      // Then the next answer need not wait for them, and a failure is the third one
      let third = try await store.admit(Clause.ann)
      #expect(try await store.settle(third, as: .refused) == .refused(blockedFor: 1))
      #expect(
        try await store.rows(of: Clause.ann).map(\.outcome) == [.refused, .notAccepted, .passed, .refused, .refused])
    },
    Clause("admits the waiting attempts if the others succeed, and blocks them if they fail") {
      store, _ async throws in
      for (person, isRight) in [(Clause.ann, true), (Clause.bob, false)] {
        var pending: [AttemptID] = []
        for _ in 1...3 { pending.append(try await store.admit(person)) }
        for id in pending { try await store.answer(id, of: person, isRight: isRight) }
        #expect(try await store.wait(person) == (isRight ? 0 : 1))
      }
    },
    Clause("counts an attempt as failed if it has no answer after 20 s: its program was killed") {
      store, clock async throws in
      for host in 1...3 { _ = try await store.admit(Clause.ann, from: .at("host\(host)")) }
      clock.advance(by: .milliseconds(19_999))
      #expect(try await store.charge(Clause.ann, from: .at("here"), under: Throttle()) == .mustWait)
      clock.advance(by: .milliseconds(1))
      #expect(try await store.wait(Clause.ann) == 1)
    },
    Clause("takes the failure back if an overdue attempt succeeds after all, and counts it once if not") {
      store, clock async throws in
      for (person, isRight) in [(Clause.ann, true), (Clause.bob, false)] {
        // Given an attempt that took too long, and one that was made since
        let slow = try await store.admit(person)
        clock.advance(by: .seconds(20))
        try await store.fail(person, from: .at("elsewhere"))
        // When it is answered
        try await store.answer(slow, of: person, isRight: isRight)
        // Then one more failure blocks or not
        try await store.fail(person, from: .at("elsewhere"))
        #expect(try await store.wait(person) == (isRight ? 0 : 1))
      }
    },
    Clause("counts a cancelled attempt like a failed one") { store, _ async throws in
      for _ in 0..<3 {
        guard case .admitted(let admission) = try await store.charge(Clause.ann, from: .at("here"), under: Throttle())
        else { continue }
        try await store.settle(admission.attempt, as: .cancelled)
      }
      #expect(try await store.wait(Clause.ann) == 1)
    },
    Clause("forgets the failures from a source when the owner signs in there") { store, _ async throws in
      for _ in 1...2 { try await store.fail(Clause.ann) }
      try await store.signIn(Clause.ann)
      for _ in 1...2 { try await store.fail(Clause.ann) }
      #expect(try await store.wait(Clause.ann) == 0)
    },
    Clause("lets no stranger tell an email with an account by its owner's sign-ins") { store, _ async throws in
      // Given two wrong attempts for an email with an account, and two for one without
      for person in [Clause.ann, Clause.bob] {
        for _ in 1...2 { try await store.fail(person, from: .at("stranger")) }
      }
      // When the owner signs in elsewhere, and the stranger goes on
      try await store.signIn(Clause.ann, from: .at("home"))
      // Then both get the same answers
      for person in [Clause.ann, Clause.bob] {
        #expect(try await store.wait(person, from: .at("stranger")) == 0)
        #expect(try await store.wait(person, from: .at("stranger")) == 1)
      }
    },
    Clause("forgets failures after 12 hours without another") { store, clock async throws in
      for _ in 0..<3 { try await store.fail(Clause.ann) }
      clock.advance(by: .seconds(12 * 3600))
      for _ in 0..<2 { try await store.fail(Clause.ann) }
      #expect(try await store.wait(Clause.ann) == 0)
      #expect(try await store.wait(Clause.ann) == 1)
    },
    Clause("counts the time that passes, even if the clock is set meanwhile", isAboutSettingTheClock: true) {
      store, clock async throws in
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
      // Then its owner signs in when the block is over, and again at once
      for _ in 1...2 { try await store.signIn(Clause.ann, from: .at("home")) }
    },
    Clause("admits no more of many simultaneous attempts than the throttle allows") { store, _ async throws in
      let admitted = try await withThrowingTaskGroup(of: Bool.self) { group in
        for host in 0..<20 {
          group.addTask {
            let charge = try await store.charge(Clause.ann, from: .at("host\(host)"), under: Throttle())
            return if case .admitted = charge { true } else { false }
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(admitted == 3)
    },
    Clause("follows its parameters") { store, _ async throws in
      let strict = Throttle(firstBlockingFailure: 1, longestBlock: .seconds(60))
      guard case .admitted(let admission) = try await store.charge(Clause.ann, from: .at("here"), under: strict) else {
        Issue.record("the first attempt was not admitted")
        return
      }
      #expect(try await store.charge(Clause.ann, from: .at("here"), under: strict) == .mustWait)
      try await store.settle(admission.attempt, as: .refused)
      #expect(try await store.charge(Clause.ann, from: .at("here"), under: strict) == .blocked(seconds: 1))
    },
    Clause("takes no attempts after so many failures, until they are cleared, if that is set") {
      store, clock async throws in
      let strict = Throttle(disablingFailure: 5)
      for _ in 1...5 {
        try await store.fail(Clause.ann)
        clock.advance(by: .seconds(900))
      }
      for _ in 1...3 {
        #expect(try await store.charge(Clause.ann, from: .at("home"), under: strict) == .disabled)
        clock.advance(by: .seconds(86_400))
      }
      #expect(try await store.clear(.email(Clause.ann)) == 5)
      try await store.signIn(Clause.ann, from: .at("home"))
    },
    Clause("forgets the failures of an email that is unlocked, or gets another password") { store, _ async throws in
      _ = try await store.add(Clause.ann, .sample())
      for change in [AccountChange.unlock, .password(.sample("B"))] {
        for _ in 1...3 { try await store.fail(Clause.ann) }
        #expect(try await store.wait(Clause.ann) == 1)
        #expect(try await store.change(Clause.ann, change) == .found)
        #expect(try await store.throttleState() == ThrottleState())
      }
      for _ in 1...3 { try await store.fail(Clause.ann) }
      _ = try await store.change(Clause.ann, .lock)
      #expect(try await store.wait(Clause.ann) == 1)
    },
  ]
}
