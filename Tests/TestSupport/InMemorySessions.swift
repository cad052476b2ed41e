public import Identity
public import Secrets

extension InMemoryStore {
  /// Opens a session, unless the account has changed.
  public func open(
    _ digest: TokenDigest, for account: Account, lasting lifetime: SessionLifetime
  ) async throws(StoreError) -> Session? {
    try step { state, now in
      guard let current = state.accounts[account.email]?.account, current.id == account.id,
        current.revision == account.revision, !current.isLocked
      else { return nil }
      let session = Session(id: SessionID(), email: current.email, opened: now, lastUsed: now, lifetime: lifetime)
      state.sittings.append(Sitting(session: session, digest: digest))
      return session
    }
  }

  /// Finds a session, and marks it as used.
  public func verify(_ digest: TokenDigest) async throws(StoreError) -> Session? {
    try step { state, now in
      guard let index = state.sittings.firstIndex(where: { $0.digest == digest && $0.session.expires > now }) else {
        return nil
      }
      let session = state.sittings[index].session
      state.sittings[index].session = Session(
        id: session.id, email: session.email, opened: session.opened, lastUsed: now, lifetime: session.lifetime)
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
