public import Identity
public import Secrets

// Changes by a test that does not care for their source.

extension AttemptSource {
  /// The source of a test's own changes.
  public static let test = AttemptSource(tty: "", uid: 0, host: "localhost", program: "test")
}

extension AccountStore {
  /// Adds an account.
  public func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition = .always
  ) async throws(StoreError) -> AccountAddition {
    try await add(email, passwordHash, condition, from: .test)
  }

  /// Adds many accounts.
  public func add(
    _ accounts: [NewAccount], _ addition: BulkAddition, allowing lengths: ClosedRange<Int>
  ) async throws(StoreError) -> [Int] {
    try await add(accounts, addition, allowing: lengths, from: .test)
  }

  /// Changes an account.
  public func change(_ email: EmailAddress, _ change: AccountChange) async throws(StoreError) -> AccountLookup {
    try await self.change(email, change, from: .test)
  }
}

extension AccountStore where Self: AttemptLog {
  /// Replaces a password, after an attempt with the current one.
  public func replacePassword(
    of account: Account, by passwordHash: PasswordHash, sparing spared: SessionID?
  ) async throws -> Account? {
    guard case .admitted(let admission) = try await charge(account.email, from: .test, under: Throttle()) else {
      throw AttemptBlocked()
    }
    return try await replacePassword(of: account, by: passwordHash, sparing: spared, settling: admission.attempt)
  }
}

extension SubjectStore {
  /// Links a subject.
  public func link(_ subject: Subject, to email: EmailAddress) async throws(StoreError) -> SubjectLinking {
    try await link(subject, to: email, from: .test)
  }

  /// Ends a link.
  @discardableResult
  public func unlink(_ subject: Subject, of email: EmailAddress) async throws(StoreError) -> Bool {
    try await unlink(subject, of: email, from: .test)
  }
}

extension SessionStore {
  /// Ends sessions.
  @discardableResult
  public func revoke(_ selection: SessionSelection) async throws(StoreError) -> Int {
    try await revoke(selection, from: .test)
  }
}
