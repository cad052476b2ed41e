import Identity
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
      for _ in 1...2 { try await store.unlink(known[0]) }
      #expect(try await store.account(of: known[0]) == nil)
      #expect(try await store.account(of: known[1]) == ann)
    },
    Clause("links a subject to one account only, and to none that isn't there") { store, _ async throws in
      let subject = Subject(provider: "oidc:https://id.example.com", id: "248289761001")
      #expect(try await store.link(subject, to: Clause.ann) == .missing)
      let ann = try await store.newAccount(Clause.ann)
      let bob = try await store.newAccount(Clause.bob)
      for _ in 1...2 { #expect(try await store.link(subject, to: Clause.ann) == .linked) }
      #expect(try await store.link(subject, to: Clause.bob) == .taken)
      #expect(try await store.account(of: subject) == ann)
      try await store.unlink(subject)
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
