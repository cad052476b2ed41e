import Identity
import Secrets
import Testing

extension StoreContract {
  static let sessions: [Clause] = [
    Clause("opens a session that its token proves") { store, clock async throws in
      let account = try await store.newAccount(Clause.ann)
      let token = SecureToken()
      let lifetime = SessionLifetime(idle: .seconds(60), absolute: .seconds(600))
      let opened = try #require(try await store.open(token.digest, for: account, lasting: lifetime))
      #expect(opened.email == Clause.ann)
      #expect(opened.lifetime == lifetime)
      #expect(opened.expires == clock.now().advanced(by: .seconds(60)))
      #expect(try await store.verify(token.digest) == opened)
      #expect(try await store.verify(SecureToken().digest) == nil)
    },
    Clause("keeps the user who opened a session, and their token is a wrong one in other hands") {
      store, clock async throws in
      let account = try await store.newAccount(Clause.ann)
      let (hers, nobodys) = (SecureToken(), SecureToken())
      let opened = try #require(
        try await store.open(hers.digest, for: account, lasting: SessionLifetime(), by: UInt32.max))
      #expect(opened.uid == .max)
      _ = try await store.open(nobodys.digest, for: account, lasting: SessionLifetime())
      clock.advance(by: .seconds(1_000))
      // A wrong bearer neither sees the session nor keeps it alive.
      #expect(try await store.verify(hers.digest, by: .user(1001)) == nil)
      #expect(try await store.verify(nobodys.digest, by: .user(1001)) == nil)
      #expect(try await store.sessions(of: nil).allSatisfy { $0.lastUsed == opened.opened })
      #expect(try await store.verify(hers.digest, by: .user(.max)) == opened.used(at: clock.now()))
      #expect(try await store.verify(nobodys.digest, by: .anybody)?.uid == nil)
    },
    Clause("knows the account of a session for ever, by whatever email it has, and answers no other reference") {
      store, clock async throws in
      // Given the reference in a session of Ann's, which ends
      let token = try await store.openSession(Clause.ann)
      let account = try #require(try await store.verify(token.digest)?.account)
      #expect(try await store.sessions(of: nil).map(\.account) == [account])
      clock.advance(by: .seconds(1_800))
      #expect(try await store.verify(token.digest) == nil)
      // When her account gets another email, and somebody else the former one
      #expect(try await store.currentEmail(of: account) == Clause.ann)
      let new = email("ann@example.net")
      #expect(try await store.rename(Clause.ann, to: new, from: .test) == .renamed)
      _ = try await store.newAccount(Clause.ann)
      // Then the reference is to her account
      #expect(try await store.currentEmail(of: account) == new)
      // and once that is removed, to none, whoever has its email then
      #expect(try await store.change(new, .remove, from: .test) == .found)
      #expect(try await store.currentEmail(of: account) == nil)
      let next = try await store.newAccount(new)
      #expect(try await store.currentEmail(of: account) == nil)
      // and nobody learns an email by its number.
      let digits = account.text.drop { $0 != "-" }
      let forged = try #require(AccountReference("\(next.id)\(digits)"))
      #expect(try await store.currentEmail(of: forged) == nil)
    },
    Clause("ends a session after its idle time") { store, clock async throws in
      let token = try await store.openSession(Clause.ann)
      clock.advance(by: .seconds(1_799))
      #expect(try await store.verify(token.digest) != nil)
      clock.advance(by: .seconds(1_799))
      #expect(try await store.verify(token.digest) != nil)
      clock.advance(by: .seconds(1_800))
      #expect(try await store.verify(token.digest) == nil)
      #expect(try await store.sessions(of: nil).isEmpty)
    },
    Clause("ends a session after its absolute time, even if it is in use") { store, clock async throws in
      let account = try await store.newAccount(Clause.ann)
      let token = SecureToken()
      let lifetime = SessionLifetime(idle: .seconds(60), absolute: .seconds(100))
      _ = try await store.open(token.digest, for: account, lasting: lifetime)
      for _ in 0..<3 {
        clock.advance(by: .seconds(33))
        #expect(try await store.verify(token.digest) != nil)
      }
      clock.advance(by: .seconds(1))
      #expect(try await store.verify(token.digest) == nil)
    },
    Clause("counts the time that passes for sessions, even if the clock is set meanwhile", isAboutSettingTheClock: true)
    {
      store, clock async throws in
      let token = try await store.openSession(Clause.ann)
      // Given a session that is used once after 1,000 s
      clock.advance(by: .seconds(1_000))
      #expect(try await store.verify(token.digest) != nil)
      // When the clock is set, forward or back, by little or by much, then it goes on
      for seconds in [31_536_000, -63_072_000, 3, -3, 864_000] {
        clock.set(by: .seconds(seconds))
        #expect(try await store.sessions(of: nil).count == 1, "\(seconds)")
        #expect(try await store.verify(token.digest) != nil, "\(seconds)")
      }
      // And it ends in time, once and for all
      clock.advance(by: .seconds(1_800))
      clock.set(by: .seconds(-864_000))
      #expect(try await store.sessions(of: nil).isEmpty)
      #expect(try await store.verify(token.digest) == nil)
    },
    Clause("removes an expired session when it sees it, so it can't come back") { store, clock async throws in
      let token = try await store.openSession(Clause.ann)
      clock.advance(by: .seconds(1_800))
      #expect(try await store.verify(token.digest) == nil)
      // When the machine restarts with its clock set back into the session's time
      clock.restart()
      clock.set(by: .seconds(-900))
      // Then it is gone
      #expect(try await store.verify(token.digest) == nil)
      #expect(try await store.sessions(of: nil).isEmpty)
    },
    Clause("ends a session opened in the future, as after a restart with the clock set back") {
      store, clock async throws in
      let token = try await store.openSession(Clause.ann)
      // Given a small difference between clocks, then it lives
      clock.set(by: .milliseconds(-900))
      #expect(try await store.verify(token.digest) != nil)
      clock.restart()
      clock.set(by: .seconds(-864_000))
      #expect(try await store.sessions(of: nil).isEmpty)
      #expect(try await store.verify(token.digest) == nil)
      // And it does not come back
      clock.advance(by: .seconds(864_000))
      #expect(try await store.verify(token.digest) == nil)
    },
    Clause("lists the live sessions of one account or of all, the latest first") { store, clock async throws in
      _ = try await store.openSession(Clause.ann)
      clock.advance(by: .seconds(1_000))
      _ = try await store.openSession(Clause.bob)
      clock.advance(by: .seconds(1))
      _ = try await store.openSession(Clause.ann)
      #expect(try await store.sessions(of: nil).map(\.email) == [Clause.ann, Clause.bob, Clause.ann])
      #expect(try await store.sessions(of: Clause.ann).count == 2)
      clock.advance(by: .seconds(1_000))
      #expect(try await store.sessions(of: nil).map(\.email) == [Clause.ann, Clause.bob])
    },
    Clause("revokes one session by its name or by its token") { store, _ async throws in
      let first = try await store.openSession(Clause.ann)
      let second = try await store.openSession(Clause.ann)
      let name = try #require(try await store.verify(first.digest)?.id)
      #expect(try await store.revoke(.id(name)) == 1)
      #expect(try await store.verify(first.digest) == nil)
      #expect(try await store.verify(second.digest) != nil)
      #expect(try await store.revoke(.token(second.digest)) == 1)
      #expect(try await store.verify(second.digest) == nil)
      #expect(try await store.revoke(.id(name)) == 0)
    },
    Clause("revokes all sessions of an account, or all sessions") { store, _ async throws in
      for person in [Clause.ann, Clause.ann, Clause.bob] { _ = try await store.openSession(person) }
      #expect(try await store.revoke(.allOf(Clause.ann)) == 2)
      #expect(try await store.sessions(of: nil).map(\.email) == [Clause.bob])
      _ = try await store.openSession(Clause.ann)
      #expect(try await store.revoke(.all) == 2)
      #expect(try await store.sessions(of: nil).isEmpty)
    },
    Clause("does not count expired sessions as revoked") { store, clock async throws in
      _ = try await store.openSession(Clause.ann)
      clock.advance(by: .seconds(1_800))
      #expect(try await store.revoke(.all) == 0)
    },
    Clause("ends an account's sessions with every change to it, and no others") { store, _ async throws in
      for change in [AccountChange.password(.sample("D")), .lock, .unlock, .remove] {
        let account = try await store.newAccount(Clause.ann)
        let token = SecureToken()
        _ = try await store.open(token.digest, for: account, lasting: SessionLifetime())
        let other = try await store.openSession(Clause.bob)
        _ = try await store.change(Clause.ann, change)
        #expect(try await store.verify(token.digest) == nil, "after \(change)")
        #expect(try await store.verify(other.digest) != nil, "after \(change)")
        _ = try await store.change(Clause.ann, .remove)
      }
    },
    Clause("spares the session in which its owner changes the password") { store, _ async throws in
      let here = try await store.openSession(Clause.ann)
      let elsewhere = try await store.openSession(Clause.ann)
      let session = try #require(try await store.verify(here.digest))
      let account = try await store.newAccount(Clause.ann)
      #expect(try await store.replacePassword(of: account, by: .sample("D"), sparing: session.id) != nil)
      #expect(try await store.verify(here.digest) != nil)
      #expect(try await store.verify(elsewhere.digest) == nil)
    },
    Clause("opens no session for an account that changed since it was read") { store, _ async throws in
      for change in [AccountChange.password(.sample("D")), .lock, .remove] {
        let read = try await store.newAccount(Clause.ann)
        _ = try await store.change(Clause.ann, change)
        let session = try await store.open(SecureToken().digest, for: read, lasting: SessionLifetime())
        #expect(session == nil, "after \(change)")
        _ = try await store.change(Clause.ann, .remove)
      }
      #expect(try await store.sessions(of: nil).isEmpty)
    },
    Clause("opens no session for a locked account") { store, _ async throws in
      _ = try await store.newAccount(Clause.ann)
      _ = try await store.change(Clause.ann, .lock)
      let locked = try #require(try await store.account(of: Clause.ann))
      #expect(try await store.open(SecureToken().digest, for: locked, lasting: SessionLifetime()) == nil)
    },
  ]
}

extension AccountStore where Self: AttemptLog {
  /// Opens a session of the usual length, and returns its token.
  func openSession(_ email: EmailAddress) async throws -> SecureToken {
    let token = SecureToken()
    let session = try await open(token.digest, for: newAccount(email), lasting: SessionLifetime())
    #expect(session != nil)
    return token
  }
}
