import Identity
import Testing

extension StoreContract {
  /// The clauses about searching, for stores with more than one way of it.
  public static let searching: [Clause] = [
    Clause("finds the attempts of a time, alone or together with words, and all failures") {
      store, clock async throws in
      // Given an attempt on each of four days
      let start = clock.now()
      for number in 0..<4 {
        try await store.signIn(Clause.ann, from: .at("host\(number)"))
        clock.advance(by: .seconds(86_400))
      }
      try await store.fail(Clause.ann)
      func day(_ number: Int) -> Range<Timestamp> {
        start.advanced(by: .seconds(86_400 * number))..<start.advanced(by: .seconds(86_400 * (number + 1)))
      }
      func hosts(_ text: String, _ times: SearchedTimes, of email: EmailAddress?) async throws -> [String] {
        let search = AttemptSearch(text, dates: { _ in ["day": times] })
        let page = try await store.page(of: AttemptQuery(email: email, search: search), before: nil, limit: 9)
        return page.attempts.map(\.source.host).filter { $0.hasPrefix("host") }
      }
      for email in [Clause.ann, nil] {
        #expect(try await hosts("day", SearchedTimes([day(1)], isOnlyDate: true), of: email) == ["host1"])
        #expect(
          try await hosts("day", SearchedTimes([day(0), day(2)], isOnlyDate: false), of: email) == ["host2", "host0"])
        #expect(try await hosts("day host3", SearchedTimes([day(1)], isOnlyDate: true), of: email).isEmpty)
        #expect(try await hosts("day", SearchedTimes([], isOnlyDate: true), of: email).isEmpty)
        #expect(try await hosts("day host2", .always, of: email) == ["host2"])
        let failed = AttemptQuery(email: email, search: AttemptSearch("failed"))
        #expect(try await store.page(of: failed, before: nil, limit: 9).attempts.map(\.outcome) == [.refused])
      }
    },
    Clause("finds words of any length, in any case, in each text of one email's attempts only") {
      store, _ async throws in
      // Given attempts on two emails from one source
      let source = AttemptSource(tty: "pts/7", uid: 1000, host: "Castle.example.net", program: "büro-100%")
      for person in [Clause.ann, Clause.bob] { try await store.signIn(person, from: source) }
      // Then every part of their texts finds the requested one
      for text in [
        "castle", "CASTLE", "s/7", "7", "a", "SIGNED-IN", "büro", "BÜRO", "ü", "Ü", "0%", "%", "castle pts/7",
        " signed in ",
        "ca le 7", "\t.example.\u{1B}\n",
      ] {
        #expect(try await store.hosts(of: Clause.ann, text) == ["Castle.example.net"], "for “\(text)”")
      }
      // And a text that doesn't occur, or only in their email, finds nothing
      for text in [
        "ann", "q", "refused", "castle moat", "a moat", "castle q", "_", "e_t", "\"", "castle\"", "!", "*", "cas*",
      ] {
        #expect(try await store.hosts(of: Clause.ann, text).isEmpty, "for “\(text)”")
      }
    },
    Clause("takes the index's special characters literally") { store, _ async throws in
      for host in ["a\"b\"c.net", "x OR y", "tag : z", "100_000!%"] {
        try await store.signIn(Clause.ann, from: .at(host))
      }
      #expect(try await store.hosts(of: Clause.ann, "a\"b\"c") == ["a\"b\"c.net"])
      #expect(try await store.hosts(of: Clause.ann, "x OR y") == ["x OR y"])
      #expect(try await store.hosts(of: Clause.ann, "100_0") == ["100_000!%"])
      #expect(try await store.hosts(of: Clause.ann, "_") == ["100_000!%"])
      #expect(try await store.hosts(of: Clause.ann, "!%") == ["100_000!%"])
      #expect(try await store.hosts(of: Clause.ann, "tag: NOT NEAR(x)").isEmpty)
    },
    Clause("searches the attempts of all emails, and the emails too") { store, _ async throws in
      try await store.signIn(Clause.ann, from: .at("castle"))
      try await store.signIn(Clause.bob, from: .at("harbour"))
      #expect(try await store.hosts(of: nil, "") == ["harbour", "castle"])
      #expect(try await store.hosts(of: nil, "ANN@") == ["castle"])
      #expect(try await store.hosts(of: nil, "bob harb") == ["harbour"])
      #expect(try await store.hosts(of: nil, "example r") == ["harbour"])
      #expect(try await store.hosts(of: nil, "ann harbour").isEmpty)
    },
    Clause("follows an attempt's outcome") { store, _ async throws in
      guard case .admitted(let admission) = try await store.charge(Clause.ann, from: .at("here"), under: Throttle())
      else { return }
      #expect(try await store.hosts(of: Clause.ann, "pending") == ["here"])
      try await store.settle(admission.attempt, as: .refused)
      #expect(try await store.hosts(of: Clause.ann, "pending").isEmpty)
      #expect(try await store.hosts(of: Clause.ann, "refused") == ["here"])
      #expect(try await store.hosts(of: Clause.ann, "re fu") == ["here"])
    },
    Clause("finds an outcome by its translated name, and by the store's name") { store, _ async throws in
      // Given a refused attempt, and one from a host with the name of an outcome
      try await store.fail(Clause.ann, from: .at("here"))
      try await store.signIn(Clause.ann, from: .at("abgelehnt.net"))
      func hosts(_ text: String) async throws -> [String] {
        let search = AttemptSearch(text) { $0 == .refused ? "Abgelehnt" : $0 == .signedIn ? "成功" : $0.rawValue }
        return try await store.hosts(of: Clause.ann, search)
      }
      // Then parts of its name find it, and so does the store's name, and other words must match too
      #expect(try await hosts("geleh") == ["abgelehnt.net", "here"])
      #expect(try await hosts("AB") == ["abgelehnt.net", "here"])
      #expect(try await hosts("abgelehnt here") == ["here"])
      #expect(try await hosts("abgelehnt nowhere").isEmpty)
      #expect(try await hosts("refused") == ["here"])
      #expect(try await hosts("成") == ["abgelehnt.net"])
      #expect(try await hosts("成功 .net") == ["abgelehnt.net"])
    },
    Clause("gives search results page by page, each once, during writes") { store, _ async throws in
      for (word, person) in [("castle", "ann"), ("7", "bob"), ("le", "carl")] {
        // Given seven matching attempts among others
        let person = email("\(person)@example.com")
        for number in 1...7 {
          try await store.signIn(person, from: .at("castle7-\(number)"))
          try await store.signIn(email("dora@example.com"), from: .at("castle7-\(number)"))
        }
        // When they are read in pages of three during writes
        var pages: [[String]] = []
        var last: AttemptID?
        repeat {
          let query = AttemptQuery(email: person, search: AttemptSearch(word))
          let page = try await store.page(of: query, before: last, limit: 3)
          pages.append(page.attempts.map(\.source.host))
          last = page.next
          try await store.signIn(person, from: .at("castle7-new"))
        } while last != nil
        // Then each came once, and the last page is marked as the last
        #expect(
          pages == [
            ["castle7-7", "castle7-6", "castle7-5"], ["castle7-4", "castle7-3", "castle7-2"], ["castle7-1"],
          ])
      }
    },
    Clause("gives rows in the order in which they were added, page by page, however the clock is set") {
      store, clock async throws in
      // Given rows, between which the clock is set back and forward
      var shown: [Timestamp] = []
      for (number, seconds) in [0, -86_400, -60, 200_000, -5, 0].enumerated() {
        clock.set(by: .seconds(seconds))
        shown.append(clock.now())
        try await store.signIn(Clause.ann, from: .at("castle\(number)"))
        try await store.signIn(Clause.bob, from: .at("castle"))
      }
      for word in ["", "castle", "c"] {
        // When they are read in pages of two
        var rows: [Attempt] = []
        var last: AttemptID?
        repeat {
          let query = AttemptQuery(email: Clause.ann, search: AttemptSearch(word))
          let page = try await store.page(of: query, before: last, limit: 2)
          rows += page.attempts
          last = page.next
        } while last != nil
        // Then each comes once, newest first by its identifier, with the time that the clock showed
        #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.id > $1.id })
        rows.removeAll { $0.source == .test }
        #expect(rows.map(\.source.host) == (0...5).reversed().map { "castle\($0)" })
        #expect(rows.map(\.time) == shown.reversed())
      }
    },
    Clause("marks a full page as the last one if nothing is left") { store, _ async throws in
      for _ in 1...3 { try await store.fail(Clause.ann, from: .at("castle")) }
      for word in ["castle", "c", ""] {
        let query = AttemptQuery(email: Clause.ann, search: AttemptSearch(word))
        let full = try await store.page(of: query, before: nil, limit: 3)
        #expect(full.attempts.count == 3)
        #expect(full.next == nil)
        let part = try await store.page(of: query, before: nil, limit: 2)
        #expect(part.next == part.attempts.last?.id)
        let none = try await store.page(of: query, before: full.attempts.last?.id, limit: 2)
        #expect(none == AttemptPage(attempts: [], next: nil))
      }
    },
    Clause("knows the sign-in before the last one, and counts the failures since") { store, clock async throws in
      #expect(try await store.previousSignIn(in: AttemptQuery(owner: Clause.ann)) == nil)
      for _ in 1...2 { try await store.fail(Clause.ann) }
      try await store.signIn(Clause.ann)
      #expect(
        try await store.previousSignIn(in: AttemptQuery(owner: Clause.ann)) == nil, "there was no earlier sign-in")
      for _ in 1...2 { try await store.fail(Clause.ann) }
      #expect(try await store.wait(Clause.ann) == 0)
      #expect(try await store.wait(Clause.ann) == 1)
      clock.advance(by: .seconds(1))
      try await store.signIn(Clause.ann)
      #expect(try await store.previousSignIn(in: AttemptQuery(owner: Clause.ann))?.failures == 4)
      try await store.signIn(Clause.ann, from: .at("harbour"))
      try await store.signIn(Clause.ann, from: .at("castle"))
      let last = try #require(try await store.previousSignIn(in: AttemptQuery(owner: Clause.ann)))
      #expect(last.attempt?.source.host == "harbour")
      #expect(last.failures == 0)
    },
  ]
}

extension AttemptLog {
  /// The hosts of the attempts that match `text`, newest first, without the accounts that the clause adds by the way.
  fileprivate func hosts(of email: EmailAddress?, _ text: String) async throws -> [String] {
    try await hosts(of: email, AttemptSearch(text))
  }

  fileprivate func hosts(of email: EmailAddress?, _ search: AttemptSearch) async throws -> [String] {
    let query = AttemptQuery(email: email, search: search)
    return try await page(of: query, before: nil, limit: 100).attempts.filter { $0.source != .test }.map(\.source.host)
  }
}
