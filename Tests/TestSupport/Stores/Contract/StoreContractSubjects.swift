import Identity
import Secrets
import Testing

extension StoreContract {
  /// The clauses about subjects of other providers.
  static let subjects: [Clause] = [
    Clause("finds the account that a subject is linked to, until it is unlinked") { store, _ async throws in
      // Given an account that two providers know
      let ann = try await store.newAccount(Clause.ann)
      let known = [Subject(provider: "pam", id: "ann 1000"), Subject(provider: "ldap:office", id: "8a2f")]
      for subject in known {
        #expect(try await store.account(of: subject) == nil)
        #expect(try await store.link(subject, to: email("ANN@example.com")) == .linked)
        #expect(try await store.account(of: subject) == ann)
      }
      // Then no other subject finds it, not even one with the same name at another provider
      for (provider, id) in [
        ("pam", "8a2f"), ("ldap:OFFICE", "8a2f"), ("ldap:office", "8A2F"), ("ldap:office", "8a2f "), ("", ""),
      ] { #expect(try await store.account(of: Subject(provider: provider, id: id)) == nil) }
      // And unlinking one of them, once or twice, leaves the other
      for _ in 1...2 { _ = try await store.unlink(known[0], of: Clause.ann) }
      #expect(try await store.account(of: known[0]) == nil)
      #expect(try await store.account(of: known[1])?.id == ann.id)
    },
    Clause("lists whether an account has a password, or only a subject") { store, _ async throws in
      _ = try await store.newAccount(Clause.ann)
      _ = try await store.add(Clause.bob, linkedTo: Subject(provider: "pam", id: "bob/1"), .always, from: .at("home"))
      #expect(try await store.accounts(after: nil, limit: 9).map(\.hasPassword) == [true, false])
      _ = try await store.change(Clause.bob, .password(.sample()))
      #expect(try await store.accounts(after: nil, limit: 9).map(\.hasPassword) == [true, true])
    },
    Clause("links a subject to one account only, and to none that isn't there") { store, _ async throws in
      let subject = Subject(provider: "oidc:https://id.example.com", id: "248289761001")
      #expect(try await store.link(subject, to: Clause.ann) == .missing)
      let ann = try await store.newAccount(Clause.ann)
      let bob = try await store.newAccount(Clause.bob)
      for _ in 1...2 { #expect(try await store.link(subject, to: Clause.ann) == .linked) }
      #expect(try await store.link(subject, to: Clause.bob) == .taken)
      #expect(try await store.account(of: subject) == ann)
      _ = try await store.unlink(subject, of: Clause.ann)
      #expect(try await store.link(subject, to: Clause.bob) == .linked)
      #expect(try await store.account(of: subject) == bob)
    },
    Clause("links no subject of ours, which another account could otherwise take") { store, _ async throws in
      let ann = try await store.newAccount(Clause.ann)
      _ = try await store.newAccount(Clause.bob)
      for address in [Clause.ann, Clause.bob] {
        #expect(try await store.link(ann.subject, to: address) == .ours)
      }
      #expect(try await store.account(of: ann.subject) == nil)
    },
    Clause("records each link that is made or ended, and ends the sessions with a link") { store, _ async throws in
      let subject = Subject(provider: "pam", id: "ann/1000")
      _ = try await store.newAccount(Clause.ann)
      _ = try await store.newAccount(Clause.bob)
      for _ in 1...2 { _ = try await store.link(subject, to: Clause.ann, from: .at("linked")) }
      #expect(try await store.subjects(of: Clause.ann) == [subject])
      #expect(try await store.subjects(of: Clause.bob) == [])
      try await store.signIn(Clause.ann)
      #expect(try await !store.unlink(subject, of: Clause.bob))
      for isThere in [true, false] {
        #expect(try await store.unlink(subject, of: Clause.ann, from: .at("unlinked")) == isThere)
      }
      #expect(try await store.subjects(of: Clause.ann) == [])
      let rows = try await store.rows(of: Clause.ann).filter(\.outcome.isChange)
      #expect(rows.map(\.outcome) == [.change(.unlinked), .change(.linked), .change(.accountAdded)])
      #expect(rows.map(\.source.host).prefix(2) == ["unlinked", "linked"])
    },
    Clause("adds an account without a password for a subject, in one step") { store, _ async throws in
      let (ann, bob) = (Subject(provider: "pam", id: "ann/1000"), Subject(provider: "pam", id: "bob/1001"))
      #expect(try await store.add(Clause.ann, linkedTo: ann, .onlyFirst, from: .at("first")) == .added)
      let account = try #require(try await store.account(of: ann))
      #expect(account.email == Clause.ann && account.passwordHash == nil)
      #expect(try await store.costliestHashCost() == nil)
      // Neither the email nor the subject gets a second account, and nobody else is the first
      #expect(try await store.add(Clause.ann, linkedTo: bob, .always, from: .test) == .exists)
      #expect(try await store.add(Clause.bob, linkedTo: ann, .always, from: .test) == .exists)
      #expect(try await store.add(Clause.bob, linkedTo: bob, .onlyFirst, from: .test) == .notFirst)
      #expect(try await store.account(of: bob) == nil)
      #expect(try await store.account(of: Clause.bob) == nil)
      // And it gets a password from an administrator
      _ = try await store.change(Clause.ann, .password(.sample()))
      #expect(try await store.account(of: Clause.ann)?.passwordHash == .sample())
    },
    Clause("signs in by a linked subject: the row becomes the account's, and the failures of the name are cleared") {
      store, clock async throws in
      let (subject, name) = (Subject(provider: "pam", id: "ann/1000"), email("ann@pam.localhost"))
      _ = try await store.newAccount(Clause.ann)
      _ = try await store.link(subject, to: Clause.ann)
      // Given two failures with the name
      for _ in 1...2 { try await store.fail(name) }
      let account = try #require(try await store.account(of: subject))
      let attempt = try await store.charged(name)
      let opening = NewSession(token: SecureToken().digest, lifetime: SessionLifetime())
      let settled = try await store.settle(
        attempt, as: .signedInAs(subject, account, opening: opening), under: Throttle())
      // Then the account is signed in, its owner sees the row, and the next failures of the name do not block
      guard case .signedIn(let session?) = settled else { throw AttemptBlocked() }
      #expect(session.email == Clause.ann)
      #expect(try await store.rows(of: Clause.ann).first?.outcome == .signedIn)
      #expect(try await store.accounts(after: nil, limit: 1).first?.lastSignIn == clock.now())
      for _ in 1...2 { try await store.fail(name) }
      #expect(try await store.wait(name) == 0)
    },
    Clause("signs nobody in by a subject that is linked no more") { store, _ async throws in
      let (subject, name) = (Subject(provider: "pam", id: "ann/1000"), email("ann@pam.localhost"))
      _ = try await store.newAccount(Clause.ann)
      _ = try await store.newAccount(Clause.bob)
      _ = try await store.link(subject, to: Clause.ann)
      let ann = try #require(try await store.account(of: subject))
      for relink in [false, true] {
        try await store.unlink(subject, of: Clause.ann)
        if relink { _ = try await store.link(subject, to: Clause.bob) }
        let current = try #require(try await store.account(of: Clause.ann))
        for account in [ann, current] {
          let settled = try await store.settle(
            try await store.charged(name), as: .signedInAs(subject, account, opening: nil), under: Throttle())
          guard case .refused = settled else { throw AttemptBlocked() }
          _ = try await store.clear(.email(name))
        }
      }
      #expect(try await store.rows(of: Clause.ann).allSatisfy { $0.outcome != .signedIn })
    },
    Clause("finds the account as it is now, and none after it was removed") { store, _ async throws in
      // Given a subject of an account that is locked afterwards
      let subject = Subject(provider: "pam", id: "ann 1000")
      _ = try await store.newAccount(Clause.ann)
      _ = try await store.link(subject, to: Clause.ann)
      _ = try await store.change(Clause.ann, .lock)
      #expect(try await store.account(of: subject)?.isLocked == true)
      // When the account is removed, and its email added for somebody else
      _ = try await store.change(Clause.ann, .remove)
      _ = try await store.newAccount(Clause.ann)
      // Then the subject has no account, and is free
      #expect(try await store.account(of: subject) == nil)
      _ = try await store.newAccount(Clause.bob)
      #expect(try await store.link(subject, to: Clause.bob) == .linked)
    },
  ]
}

extension AttemptLog {
  /// A charged attempt with that email.
  fileprivate func charged(_ email: EmailAddress) async throws -> AttemptID {
    guard case .admitted(let admission) = try await charge(email, from: .at("here"), under: Throttle()) else {
      throw AttemptBlocked()
    }
    return admission.attempt
  }
}
