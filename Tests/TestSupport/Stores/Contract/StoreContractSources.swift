import Identity
import Testing

extension StoreContract {
  static let sources: [Clause] = [
    Clause("lets the tenth email with a failure wait 1 s at its source, and each further one twice as long up to 60 s")
    {
      store, clock async throws in
      // Given nine emails that failed from one source
      for number in 1...9 { try await store.fail(.guest(number)) }
      for (number, seconds) in zip(10..., [1, 2, 4, 8, 16, 32, 60, 60]) {
        // Then the next one must wait, and so must an email with an account; other sources need not
        #expect(try await store.wait(.guest(number)) == seconds)
        #expect(try await store.wait(Clause.ann) == seconds)
        try await store.signIn(Clause.ann, from: .at("elsewhere"))
        // When it has waited, it fails too
        clock.advance(by: .seconds(seconds))
        try await store.fail(.guest(number))
      }
    },
    Clause("counts an email once, however often it fails, and lets it go on at its source") {
      store, clock async throws in
      for number in 1...9 { try await store.fail(.guest(number)) }
      for _ in 1...2 { try await store.fail(.guest(9)) }
      #expect(try await store.wait(.guest(8)) == 0)
      clock.advance(by: .seconds(1))
      #expect(try await store.wait(.guest(10)) == 0)
    },
    Clause("counts no email that has signed in since") { store, clock async throws in
      // Given sixteen people at one kiosk who each mistype once and then sign in, for days
      for day in 1...3 {
        for number in 1...16 {
          try await store.fail(.guest(number))
          try await store.signIn(.guest(number))
          clock.advance(by: .seconds(day * 600))
        }
      }
      // Then nobody waits
      #expect(try await store.wait(.guest(17)) == 0)
    },
    Clause("slows a kiosk by a minute at worst after a visitor has invented emails") { store, clock async throws in
      for number in 1...40 {
        let seconds = try await store.wait(.guest(number))
        guard seconds > 0 else { continue }
        clock.advance(by: .seconds(seconds))
        try await store.fail(.guest(number))
      }
      #expect(try await store.wait(Clause.ann) == 60)
      clock.advance(by: .seconds(60))
      for _ in 1...5 { try await store.signIn(Clause.ann) }
    },
    Clause("forgets an email at its source an hour after its last failure") { store, clock async throws in
      for number in 1...9 { try await store.fail(.guest(number)) }
      clock.advance(by: .seconds(3600))
      for number in 11...19 { #expect(try await store.wait(.guest(number)) == 0) }
      #expect(try await store.wait(.guest(20)) == 1)
    },
    Clause("lets many people behind one uid sign in whose first attempts fail, if the uid is listed") {
      store, clock async throws in
      let gate = Throttle(gateUIDs: [1000])
      for number in 1...99 {
        guard case .admitted(let admission) = try await store.charge(.guest(number), from: .at("here"), under: gate)
        else {
          Issue.record("\(number) had to wait")
          continue
        }
        try await store.settle(admission.attempt, as: .refused)
      }
      #expect(try await store.charge(.guest(100), from: .at("here"), under: gate) == .blocked(seconds: 1))
    },
    Clause("slows a uid that goes through many emails from many hosts") { store, clock async throws in
      for number in 1...99 { #expect(try await store.wait(.guest(number), from: .at("host\(number)")) == 0) }
      #expect(try await store.wait(.guest(100), from: .at("host100")) == 1)
      let another = AttemptSource(tty: "", uid: 1001, host: "host1", program: "")
      #expect(try await store.wait(.guest(100), from: another) == 0)
    },
    Clause("counts all addresses of a person's IPv6 network together") { store, _ async throws in
      for number in 1...9 { try await store.fail(.guest(number), from: .at("2001:db8:1:2::\(number)")) }
      #expect(try await store.wait(.guest(10), from: .at("2001:db8:1:2:ffff::1")) == 1)
      #expect(try await store.wait(.guest(10), from: .at("2001:db8:1:3::1")) == 0)
    },
    Clause("verifies at most ten attempts of one source at once") { store, _ async throws in
      // Given ten of an email that is counted already, so that no other rule applies
      let calm = Throttle(firstBlockingFailure: 100)
      var pending: [AttemptID] = []
      for _ in 1...10 {
        if case .admitted(let admission) = try await store.charge(Clause.ann, from: .at("here"), under: calm) {
          pending.append(admission.attempt)
        }
      }
      #expect(pending.count == 10)
      // Then the next waits until one is answered, and other sources do not wait
      #expect(try await store.charge(Clause.ann, from: .at("here"), under: calm) == .mustWait)
      try await store.signIn(Clause.bob, from: .at("elsewhere"))
      try await store.settle(pending[0], asSignInOf: Clause.ann)
      try await store.signIn(Clause.bob)
    },
    Clause("admits no more emails at once than one after another") { store, _ async throws in
      // Given seven emails that failed
      for number in 1...7 { try await store.fail(.guest(number)) }
      // When four more come at once, then two are admitted: the next would be the tenth
      var charges: [Charge] = []
      for number in 11...14 {
        charges.append(try await store.charge(.guest(number), from: .at("here"), under: Throttle()))
      }
      #expect(charges.count { $0 != .mustWait } == 2)
    },
    Clause("clears an email, a source, a uid or all") { store, _ async throws in
      for host in ["one", "two"] {
        for person in [Clause.ann, Clause.bob] { try await store.fail(person, from: .at(host)) }
      }
      _ = try await store.admit(Clause.bob, from: .at("two"))
      #expect(try await store.clear(.email(Clause.ann)) == 2)
      #expect(try await store.clear(.source(ThrottleSource(uid: 1000, host: "one"))) == 1)
      #expect(try await store.clear(.uid(1001)) == 0)
      #expect(try await store.clear(.uid(1000)) == 2)
      #expect(try await store.clear(.all) == 0)
      for person in [Clause.ann, Clause.bob] { try await store.fail(person, from: .at("one")) }
      #expect(try await store.clear(.all) == 2)
      #expect(try await store.throttleState() == ThrottleState())
    },
  ]
}

extension EmailAddress {
  /// One of many people without a name.
  static func guest(_ number: Int) -> EmailAddress { email("guest\(number)@example.com") }
}
