import Identity
import Testing

// Where an owner has signed in, strangers do not make them wait.

extension StoreContract {
  static let homes: [Clause] = [
    Clause("makes an owner wait for no stranger where they have signed in within 30 days") {
      store, clock async throws in
      // Given an owner who has signed in at home, and a stranger who fails as early as possible
      _ = try await store.add(Clause.ann, .sample())
      try await store.signIn(Clause.ann, from: .at("home"))
      for failure in 1...12 {
        try await store.fail(Clause.ann, from: .at("stranger"))
        clock.advance(by: .seconds(failure < 3 ? 0 : 1 << (failure - 3)))
      }
      try await store.fail(Clause.ann, from: .at("stranger"))
      // Then the owner signs in at home, at once, and needs to wait elsewhere
      try await store.signIn(Clause.ann, from: .at("home"))
      #expect(try await store.wait(Clause.ann, from: .at("elsewhere")) == 900)
      // And an administrator sees both
      #expect(try await store.throttleState().pairs.count == 2)
      // And 30 days later home is a place like any other
      clock.advance(by: ThrottlePair.memory)
      for _ in 1...3 { try await store.fail(Clause.ann, from: .at("stranger")) }
      #expect(try await store.wait(Clause.ann, from: .at("home")) == 1)
    },
    Clause("blocks an owner at home by their own failures there, and by no others") { store, _ async throws in
      _ = try await store.add(Clause.ann, .sample())
      try await store.signIn(Clause.ann, from: .at("home"))
      for _ in 1...3 { try await store.fail(Clause.ann, from: .at("home")) }
      #expect(try await store.wait(Clause.ann, from: .at("home")) == 1)
      for _ in 1...3 { try await store.fail(Clause.ann, from: .at("elsewhere")) }
      #expect(try await store.wait(Clause.ann, from: .at("elsewhere")) == 1)
    },
    Clause("lets an owner sign in at home whose source a visitor has used up") { store, _ async throws in
      _ = try await store.add(Clause.ann, .sample())
      try await store.signIn(Clause.ann)
      for number in 1...9 { try await store.fail(.guest(number)) }
      #expect(try await store.wait(.guest(10)) == 1)
      try await store.signIn(Clause.ann)
    },
    Clause("forgets where an email is at home when it gets another password, or another owner") {
      store, _ async throws in
      for change in [AccountChange.password(.sample("B")), .lock, .remove] {
        _ = try await store.add(Clause.ann, .sample())
        _ = try await store.change(Clause.ann, .unlock)
        try await store.signIn(Clause.ann, from: .at("thief"))
        _ = try await store.change(Clause.ann, change)
        #expect(try await store.throttleState().pairs.isEmpty, "\(change)")
      }
    },
    Clause("forgets all other homes when an owner changes the password") { store, _ async throws in
      _ = try await store.add(Clause.ann, .sample())
      try await store.signIn(Clause.ann, from: .at("thief"))
      let account = try #require(try await store.account(of: Clause.ann))
      #expect(try await store.replacePassword(of: account, by: .sample("B"), sparing: nil) != nil)
      #expect(try await store.throttleState().pairs.keys.map(\.source) == [AttemptSource.test.counted])
    },
    Clause("gives the next turn to whoever waits, not to who has failed last") { store, clock async throws in
      // Given a stranger whose failure blocks for 4 s, and an owner who waits
      for _ in 1...5 {
        try await store.fail(Clause.ann, from: .at("stranger"))
        clock.advance(by: .seconds(2))
      }
      #expect(try await store.wait(Clause.ann, from: .at("new")) == 2)
      clock.advance(by: .seconds(2))
      #expect(try await store.wait(Clause.ann, from: .at("stranger")) == 30)
      #expect(try await store.wait(Clause.ann, from: .at("new")) == 0)
    },
  ]
}
