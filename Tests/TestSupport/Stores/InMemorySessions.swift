public import Identity
public import Secrets

extension InMemoryStore {
  /// Finds a session, and marks it as used.
  public func verify(_ digest: TokenDigest, by bearer: TokenBearer) async throws(StoreError) -> Session? {
    try step { state, now in
      guard let index = state.sittings.firstIndex(where: { $0.digest == digest && $0.session.expires > now }) else {
        return nil
      }
      let session = state.sittings[index].session
      guard bearer.mayUse(session) else { return nil }
      state.sittings[index].session = session.used(at: now)
      return state.sittings[index].session
    }
  }

  /// The live sessions, the latest opened first.
  public func sessions(of email: EmailAddress?) async throws(StoreError) -> [Session] {
    try step { state, now in
      state.sittings.map(\.session).reversed().filter { session in
        session.expires > now && email.map { session.email == $0 } ?? true
      }
    }
  }

  /// Ends the sessions.
  @discardableResult
  public func revoke(_ selection: SessionSelection, from source: AttemptSource) async throws(StoreError) -> Int {
    try step { state, now in
      let living = state.sittings.filter { $0.session.expires > now }
      state.sittings = living.filter { sitting in
        switch selection {
        case .id(let id): sitting.session.id != id
        case .token(let digest): sitting.digest != digest
        case .allOf(let email): sitting.session.email != email
        case .all: false
        }
      }
      let remaining = Set(state.sittings.map(\.session.id))
      let ended = Dictionary(grouping: living.map(\.session).filter { !remaining.contains($0.id) }, by: \.email)
      for (email, sessions) in ended.sorted(by: { $0.key.key < $1.key.key }) {
        state.log(.change(selection.logged), of: email, from: source, at: now, times: sessions.count)
      }
      return living.count - state.sittings.count
    }
  }
}

extension InMemoryStore {
  /// The account of a member.
  public func overview(of owner: Owner) async throws(StoreError) -> AccountOverview {
    let overview = try step { state, now -> AccountOverview? in
      guard let account = state.account(of: owner) else { return nil }
      let sessions = state.sittings.map(\.session).reversed().filter { $0.expires > now && $0.email == account.email }
      return AccountOverview(
        sessions: Array(sessions), own: owner.session,
        twoStep: account.secondStep.map { step in
          AccountOverview.TwoStep(
            recoveryCodes: state.recoveryCodes[account.id, default: []].count, hasCodes: step.sealedSecret != nil)
        },
        passwordSet: account.passwordHash.map { _ in account.passwordSet },
        keys: state.keys[account.id, default: []].map(\.key))
    }
    guard let overview else { throw .service(.sessionEnded) }
    return overview
  }

  /// Ends other sessions of a member.
  public func endSessions(
    _ chosen: OtherSessions, of owner: Owner, from source: AttemptSource
  ) async throws(StoreError) -> Int? {
    try step { state, now in
      guard let account = state.account(of: owner) else { return nil }
      let ended = state.sittings.map(\.session).filter {
        $0.email == account.email && $0.expires > now && $0.id != owner.session && chosen.contains($0.id)
      }
      state.sittings.removeAll { sitting in ended.contains { $0.id == sitting.session.id } }
      if !ended.isEmpty {
        state.log(.change(.sessionRevoked), of: account.email, from: source, at: now, times: ended.count)
      }
      return ended.count
    }
  }
}

extension InMemoryStore.State {
  /// The account of a member; nil once they are no longer its owner.
  func account(of owner: Owner) -> Account? {
    guard let account = accounts[owner.email]?.account, !account.isLocked else { return nil }
    switch owner.standing {
    case .session(let id): return isOpen(id, of: account) ? account : nil
    case .account(let id, let revision): return account.id == id && account.revision == revision ? account : nil
    }
  }

  /// Whether a session of the account is open, if one is named.
  func isOpen(_ session: SessionID?, of account: Account) -> Bool {
    guard let session else { return true }
    return sittings.contains { $0.session.id == session && $0.session.email == account.email }
  }

  /// Opens a session.
  mutating func open(_ new: NewSession, for account: Account, at now: Timestamp) -> Session {
    let session = Session(
      id: SessionID(), email: account.email, opened: now, lastUsed: now, lifetime: new.lifetime, uid: new.uid,
      place: new.place, account: loginKey.reference(to: account.id))
    sittings.append(InMemoryStore.Sitting(session: session, digest: new.token))
    return session
  }
}
