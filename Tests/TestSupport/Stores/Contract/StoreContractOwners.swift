import Identity
import Secrets
import Testing

// Somebody who has signed in is the owner of one account. Another account of the same email is another person's.

extension StoreContract {
  static let owners: [Clause] = [
    Clause("gives an owner rows whose numbers count nothing of others', and pages go by them") {
      store, clock async throws in
      // Given an account, whose owner signs in between others, also in the same moment
      _ = try await store.add(Clause.ann, .sample())
      let member = try await store.owner(of: Clause.ann)
      for number in 1...24 {
        try await store.signIn(Clause.ann, from: .at("host\(number)"))
        for _ in 0..<number % 3 { try await store.signIn(Clause.bob) }
        if number % 4 == 0 { clock.advance(by: .seconds(1)) }
      }
      let all = try await store.rows(of: Clause.ann)
      // When the owner reads all pages
      var (rows, last): ([Attempt], AttemptID?) = ([], nil)
      repeat {
        let page = try await store.page(of: AttemptQuery(member: member), before: last, limit: 5)
        rows += page.attempts
        last = page.next
      } while last != nil
      // Then each row comes once, with its time, and with a number that is neither its own nor in its order
      #expect(rows.map(\.source) == all.map(\.source))
      #expect(rows.map(\.id.time) == all.map(\.id.time))
      #expect(Set(rows.map(\.id)).count == rows.count)
      #expect(Set(rows.map(\.id.number)).isDisjoint(with: all.map(\.id.number)))
      #expect(zip(rows, rows.dropFirst()).contains { $0.id.number < $1.id.number })
      #expect(rows.allSatisfy { (0..<1 << 52).contains($0.id.number) })
    },
    Clause("shows a member their rows, with a session and without one") { store, _ async throws in
      for session in [false, true] {
        let member = try await store.member(of: session ? Clause.bob : Clause.ann, session: session)
        #expect(try await store.hosts(AttemptQuery(member: member)) == ["present", "localhost"])
        #expect(try await store.previousSignIn(in: AttemptQuery(member: member)) == nil)
      }
    },
    Clause("shows a member nothing once somebody has changed, locked or removed the account") {
      store, _ async throws in
      let changes: [AccountChange] = [.lock, .password(.sample("B")), .remove]
      for (number, change) in changes.enumerated() {
        for session in [false, true] {
          // Given a member, with or without a session
          let member = try await store.member(of: email("member\(number)\(session)@example.com"), session: session)
          // When an administrator changes the account
          _ = try await store.change(member.email, change)
          // Then there is nothing to be read, nor to be found
          for search in ["", "present", "pts/1"] {
            await #expect(throws: StoreError.service(.sessionEnded), "\(change)") {
              try await store.page(
                of: AttemptQuery(member: member, search: AttemptSearch(search)), before: nil, limit: 9)
            }
          }
        }
      }
    },
    Clause("shows and records nothing of the next owner of an email") { store, _ async throws in
      for session in [false, true] {
        // Given a member whose account is removed, and added again for somebody else
        let former = try await store.member(of: session ? Clause.bob : Clause.ann, session: session)
        _ = try await store.change(former.email, .remove)
        let present = try await store.member(of: former.email, session: session)
        // Then the former one reads nothing
        await #expect(throws: StoreError.service(.sessionEnded)) {
          try await store.page(of: AttemptQuery(member: former), before: nil, limit: 9)
        }
        // And their sign-out is no row of the present one
        try await store.recordSignOut(of: former, from: .at("former"))
        #expect(try await store.hosts(AttemptQuery(member: present)) == ["present", "localhost"])
      }
    },
    Clause("shows a member nothing once their session is revoked") { store, _ async throws in
      let member = try await store.member(of: Clause.ann, session: true)
      try await store.revoke(.allOf(Clause.ann))
      await #expect(throws: StoreError.service(.sessionEnded)) {
        try await store.page(of: AttemptQuery(member: member), before: nil, limit: 9)
      }
    },
    Clause("shows a member nothing once their session has expired") { store, clock async throws in
      let member = try await store.member(of: Clause.ann, session: true)
      clock.advance(by: SessionLifetime().idle)
      await #expect(throws: StoreError.service(.sessionEnded)) {
        try await store.page(of: AttemptQuery(member: member), before: nil, limit: 9)
      }
    },
    Clause("knows a member after a change of their own, which adds one to the revision") { store, _ async throws in
      // Given a member without a session, and one with
      for session in [false, true] {
        let member = try await store.member(of: session ? Clause.bob : Clause.ann, session: session)
        for change in 1...2 {
          // When they change their password, or add a second step
          let account = try #require(try await store.account(of: member.email))
          let changed =
            change == 1
            ? try await store.replacePassword(of: account, by: .sample("C"), sparing: member.session)
            : try await store.add(.sample, to: account, sparing: member.session, from: .at("home"))
          #expect(changed?.revision == account.revision + 1)
        }
        // Then the member is the one after two changes
        let after = member.afterOwnChange.afterOwnChange
        #expect(try await !store.hosts(AttemptQuery(member: after)).isEmpty)
        #expect((after == member) == session)
        if session { continue }
        await #expect(throws: StoreError.service(.sessionEnded)) {
          try await store.page(of: AttemptQuery(member: member), before: nil, limit: 9)
        }
      }
    },
    Clause("changes nothing in a session that has ended") { store, _ async throws in
      // Given a member who is about to change the account, whose session is revoked meanwhile
      let member = try await store.member(of: Clause.ann, session: true)
      let account = try #require(try await store.account(of: Clause.ann))
      let session = try #require(member.session)
      try await store.revoke(.allOf(Clause.ann))
      // Then no password, second step or link is theirs to make
      #expect(try await store.replacePassword(of: account, by: .sample("C"), sparing: session) == nil)
      #expect(try await store.add(.sample, to: account, sparing: session, from: .at("home")) == nil)
      let name = try #require(Subject(proven: "ann", by: "test"))
      #expect(try await store.link(name, to: account, in: session, from: .at("home")) == .missing)
      #expect(try await store.account(of: Clause.ann) == account)
      #expect(try await store.subjects(of: Clause.ann).isEmpty)
    },
    Clause("links a subject in an open session, but not in that of another account") { store, _ async throws in
      let ann = try await store.member(of: Clause.ann, session: true)
      let bob = try await store.member(of: Clause.bob, session: true)
      let account = try #require(try await store.account(of: Clause.ann))
      let name = try #require(Subject(proven: "ann", by: "test"))
      let (its, others) = (try #require(ann.session), try #require(bob.session))
      #expect(try await store.link(name, to: account, in: others, from: .at("home")) == .missing)
      #expect(try await store.link(name, to: account, in: its, from: .at("home")) == .linked)
      #expect(try await store.account(of: name)?.id == account.id)
    },
  ]
}

extension AccountStore {
  /// Who has signed in to the account of `email` without a session.
  func owner(of email: EmailAddress) async throws -> Owner {
    Owner(of: try #require(try await account(of: email)), in: nil)
  }
}

extension AccountStore where Self: AttemptLog {
  /// Adds an account, and signs in to it.
  fileprivate func member(of email: EmailAddress, session: Bool) async throws -> Owner {
    _ = try await add(email, .sample())
    guard case .admitted(let admission) = try await charge(email, from: .at("present"), under: Throttle()),
      let account = admission.account
    else { throw AttemptBlocked() }
    let opening = session ? NewSession(token: SecureToken().digest, lifetime: SessionLifetime()) : nil
    guard
      case .signedIn(let session) = try await settle(
        admission.attempt, as: .signedIn(account, opening: opening), under: Throttle())
    else { throw AttemptBlocked() }
    return Owner(of: account, in: session?.id)
  }
}
