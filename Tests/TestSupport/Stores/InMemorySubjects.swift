public import Identity

extension InMemoryStore {
  /// The account of `subject`.
  public func account(of subject: Subject) async throws(StoreError) -> Account? {
    try step { state, _ in state.account(of: subject) }
  }

  /// The subjects of the account.
  public func subjects(of email: EmailAddress) async throws(StoreError) -> [Subject] {
    try step { state, _ in
      let account = state.accounts[email]?.account.id
      return state.subjects.filter { $0.value == account }.keys.sorted { ($0.provider, $0.id) < ($1.provider, $1.id) }
    }
  }

  /// Links `subject`, unless another account has it.
  public func link(
    _ subject: Subject, to email: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> SubjectLinking {
    guard !subject.isOurs else { return .ours }
    return try step { state, now in
      guard let account = state.accounts[email]?.account else { return .missing }
      if let holder = state.account(of: subject) { return holder.id == account.id ? .linked : .taken }
      state.subjects[subject] = account.id
      state.adoptFailures(of: subject)
      state.log(.change(.linked), of: account.email, from: source, at: now)
      return .linked
    }
  }

  /// Links `subject` to the account of a session.
  public func link(
    _ subject: Subject, to account: Account, in session: SessionID, from source: AttemptSource
  ) async throws(StoreError) -> SubjectLinking {
    let isTheirs = try step { state, _ in state.account(of: Owner(of: account, in: session)) != nil }
    return isTheirs ? try await link(subject, to: account.email, from: source) : .missing
  }

  /// Ends the link of `subject`, and the account's sessions.
  public func unlink(
    _ subject: Subject, of email: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> Bool {
    try step { state, now in
      guard let account = state.accounts[email]?.account, state.subjects[subject] == account.id else { return false }
      state.subjects[subject] = nil
      state.disownFailures(of: subject)
      state.accounts[email]?.account.revision += 1
      state.sittings.removeAll { $0.session.email == email }
      state.log(.change(.unlinked), of: account.email, from: source, at: now)
      return true
    }
  }

  /// Adds an account without a password.
  public func add(
    _ email: EmailAddress, linkedTo subject: Subject, _ condition: AdditionCondition, from source: AttemptSource
  ) async throws(StoreError) -> AccountAddition {
    try step { state, now in
      if condition == .onlyFirst && !state.accounts.isEmpty { return .notFirst }
      guard !subject.isOurs, state.account(of: subject) == nil, state.add(email, nil, from: source, at: now) else {
        return .exists
      }
      state.subjects[subject] = state.accounts[email]?.account.id
      state.moveFailures(of: EmailAddress(unknown: email, by: state.loginKey), to: email)
      state.adoptFailures(of: subject)
      return .added
    }
  }
}

extension InMemoryStore.State {
  fileprivate mutating func adoptFailures(of subject: Subject) {
    for name in subject.loginNames {
      moveFailures(of: EmailAddress(unknown: name.email, by: loginKey), to: name.email)
    }
  }

  fileprivate mutating func disownFailures(of subject: Subject) {
    for name in subject.loginNames where accounts[name.email] == nil {
      guard !subjects.keys.contains(where: { $0.isLinked(to: .name(name)) }) else { continue }
      moveFailures(of: name.email, to: EmailAddress(unknown: name.email, by: loginKey))
    }
  }

  /// The account of `subject`; nil after it was removed, because its number never comes again.
  fileprivate func account(of subject: Subject) -> Account? {
    subjects[subject].flatMap { id in accounts.values.first { $0.account.id == id }?.account }
  }
}
