import Identity
import Testing

extension StoreContract {
  static let attempts: [Clause] = [
    Clause("records time, email, outcome and source") { store, clock async throws in
      let source = AttemptSource(tty: "pts/7", uid: 4_294_967_295, host: "büro", program: "bash\u{1B}[2J")
      guard case .admitted(let id) = try await store.charge(Clause.ann, from: source, under: Throttle()) else { return }
      let row = try #require(try await store.attempts(of: Clause.ann, before: nil, limit: 1).first)
      #expect(row == Attempt(id: id, time: clock.now(), email: Clause.ann, outcome: .pending, source: source))
      #expect(row.email.text == "Ann@example.com")
    },
    Clause("settles an attempt once, and ignores later results") { store, _ async throws in
      guard case .admitted(let id) = try await store.charge(Clause.ann, from: .at("here"), under: Throttle())
      else { return }
      try await store.settle(id, as: .refused)
      try await store.settle(id, as: .signedIn)
      #expect(try await store.attempts(of: Clause.ann, before: nil, limit: 9).map(\.outcome) == [.refused])
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
