import Identity
import Secrets
import Testing

// What owners see of their account, and change in it.

extension StoreContract {
  static let ownChanges: [Clause] = [
    Clause("shows an owner the account: the password's age, the second step and the sessions") {
      store, clock async throws in
      // Given an account with a second step and two sessions, of which one recovery code was used
      let ann = try await store.accountWithSecondStep()
      let set = clock.now()
      clock.advance(by: .seconds(60))
      let own = try #require(try await store.open(SecureToken().digest, for: ann, lasting: SessionLifetime()))
      clock.advance(by: .seconds(60))
      let other = try #require(try await store.open(SecureToken().digest, for: ann, lasting: SessionLifetime()))
      #expect(try await store.useRecoveryCode(.sample(1), ann, from: .at("home")))
      // Then its owner sees all of that
      let overview = try await store.overview(of: Owner(of: ann, in: own.id))
      #expect(overview.session?.id == own.id)
      #expect(overview.others.map(\.id) == [other.id])
      #expect(overview.otherCount == 1)
      #expect(overview.passwordSet == set)
      #expect(overview.twoStep == AccountOverview.TwoStep(recoveryCodes: 3))
      // And one who has no session sees both as others
      let without = try await store.overview(of: Owner(of: ann, in: nil))
      #expect(without.session == nil)
      #expect(without.others.map(\.id) == [other.id, own.id])
      // And nobody else's are among them, nor expired ones
      let bob = try await store.newAccount(Clause.bob)
      #expect(try await store.overview(of: Owner(of: bob, in: nil)).others.isEmpty)
      #expect(try await store.overview(of: Owner(of: bob, in: nil)).twoStep == nil)
      clock.advance(by: SessionLifetime().idle)
      #expect(try await store.overview(of: Owner(of: ann, in: nil)).others.isEmpty)
    },
    Clause("knows since when there is a second step, as long as the log has it") { store, clock async throws in
      let ann = try await store.accountWithSecondStep()
      let added = try #require(try await store.rows(of: Clause.ann).first { $0.outcome == .change(.secondStepAdded) })
      clock.advance(by: .seconds(60))
      let overview = try await ReadAccountUseCase(store, of: Owner(of: ann, in: nil)).overview()
      #expect(overview.twoStep == AccountOverview.TwoStep(since: added.time, recoveryCodes: 4))
    },
    Clause("ends other sessions of an owner, and never their own") { store, _ async throws in
      // Given three sessions of an account, and one of another
      let (ann, bob) = (try await store.newAccount(Clause.ann), try await store.newAccount(Clause.bob))
      var sessions: [Session] = []
      for account in [ann, ann, ann, bob] {
        sessions.append(
          try #require(try await store.open(SecureToken().digest, for: account, lasting: SessionLifetime())))
      }
      let owner = Owner(of: ann, in: sessions[0].id)
      // Then those of others and their own can't be ended, nor named twice
      for id in [sessions[0].id, sessions[3].id, SessionID()] {
        #expect(try await store.endSessions(.one(id), of: owner, from: .at("home")) == 0)
      }
      // And one ends, then all others, which is two rows
      let rows = try await store.rows(of: Clause.ann).count
      #expect(try await store.endSessions(.one(sessions[1].id), of: owner, from: .at("home")) == 1)
      #expect(try await store.endSessions(.one(sessions[1].id), of: owner, from: .at("home")) == 0)
      #expect(try await store.endSessions(.all, of: owner, from: .at("home")) == 1)
      #expect(try await store.endSessions(.all, of: owner, from: .at("home")) == 0)
      #expect(try await store.sessions(of: nil).map(\.id).contains(sessions[0].id))
      #expect(try await store.sessions(of: nil).count == 2)
      #expect(try await store.rows(of: Clause.ann).count == rows + 2)
      #expect(try await store.rows(of: Clause.ann).first?.outcome == .change(.sessionRevoked))
    },
    Clause("replaces recovery codes, and removes a second step, for the owner") { store, _ async throws in
      let ann = try await store.accountWithSecondStep()
      let own = try #require(try await store.open(SecureToken().digest, for: ann, lasting: SessionLifetime()))
      _ = try await store.open(SecureToken().digest, for: ann, lasting: SessionLifetime())
      let renewed = try await store.replaceRecoveryCodes(
        of: ann, by: [.sample(5)], sparing: own.id, from: .at("home"))
      let after = try #require(renewed)
      #expect(after.revision == ann.revision + 1)
      #expect(after == (try await store.account(of: Clause.ann)))
      #expect(try await store.rows(of: Clause.ann).first?.outcome == .change(.recoveryCodesMade))
      #expect(try await store.sessions(of: Clause.ann).map(\.id) == [own.id])
      #expect(try await !store.useRecoveryCode(.sample(1), after, from: .at("home")))
      #expect(try await store.useRecoveryCode(.sample(5), after, from: .at("home")))
      let bare = try await store.removeSecondStep(of: after, sparing: own.id, from: .at("home"))
      #expect(bare?.secondStep == nil && bare?.revision == ann.revision + 2)
      #expect(try await store.rows(of: Clause.ann).first?.outcome == .change(.secondStepRemoved))
      #expect(try await store.sessions(of: Clause.ann).map(\.id) == [own.id])
      // And there is nothing more to change
      let last = try #require(try await store.account(of: Clause.ann))
      #expect(try await store.removeSecondStep(of: last, sparing: own.id, from: .at("home")) == nil)
      #expect(try await store.replaceRecoveryCodes(of: last, by: [], sparing: own.id, from: .at("home")) == nil)
    },
    Clause("shows and changes nothing for whoever is no longer the owner") { store, _ async throws in
      // Given an owner whose session has ended, and one whose account was changed since
      let ann = try await store.accountWithSecondStep()
      let session = try #require(try await store.open(SecureToken().digest, for: ann, lasting: SessionLifetime()))
      try await store.revoke(.all)
      let other = try #require(try await store.open(SecureToken().digest, for: ann, lasting: SessionLifetime()))
      let stale = try await store.account(of: Clause.ann)
      _ = try await store.change(Clause.ann, .unlock)
      for owner in [Owner(of: ann, in: session.id), Owner(of: try #require(stale), in: nil)] {
        // Then they see and end nothing
        await #expect(throws: StoreError.service(.sessionEnded)) { try await store.overview(of: owner) }
        #expect(try await store.endSessions(.all, of: owner, from: .at("home")) == nil)
      }
      // And change nothing
      let now = try #require(try await store.account(of: Clause.ann))
      #expect(try await store.removeSecondStep(of: now, sparing: other.id, from: .at("home")) == nil)
      #expect(try await store.removeSecondStep(of: ann, sparing: nil, from: .at("home")) == nil)
      #expect(
        try await store.replaceRecoveryCodes(of: ann, by: [.sample(7)], sparing: nil, from: .at("home")) == nil)
      #expect(try await store.account(of: Clause.ann) == now)
    },
  ]
}
