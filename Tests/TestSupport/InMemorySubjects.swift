public import Identity

extension InMemoryStore {
  /// The account of `subject`.
  public func account(of subject: Subject) async throws(StoreError) -> Account? {
    try step { state, _ in state.account(of: subject) }
  }

  /// Links `subject`, unless another account has it.
  public func link(_ subject: Subject, to email: EmailAddress) async throws(StoreError) -> SubjectLinking {
    guard !subject.isOurs else { return .ours }
    return try step { state, _ in
      guard let account = state.accounts[email]?.account else { return .missing }
      if let holder = state.account(of: subject), holder.id != account.id { return .taken }
      state.subjects[subject] = account.id
      return .linked
    }
  }

  /// Ends the link of `subject`.
  public func unlink(_ subject: Subject) async throws(StoreError) {
    try step { state, _ in state.subjects[subject] = nil }
  }
}

extension InMemoryStore.State {
  /// The account of `subject`; nil after it was removed, because its number never comes again.
  fileprivate func account(of subject: Subject) -> Account? {
    subjects[subject].flatMap { id in accounts.values.first { $0.account.id == id }?.account }
  }
}
