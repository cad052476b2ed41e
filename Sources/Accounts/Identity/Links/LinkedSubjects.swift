internal import Secrets

/// The accounts of people whom another provider proves.
public struct LinkedSubjects: Sendable {
  let subjects: any SubjectStore
  private let newcomers: AdditionCondition?
  private let onStranger: @Sendable (Subject) -> Void

  /// - Parameters:
  ///   - subjects: The links.
  ///   - newcomers: When a user without an account gets one at the first sign-in; nil for never.
  ///   - onStranger: Reports a proven subject without an account, so that an administrator can link it.
  public init(
    _ subjects: any SubjectStore, newcomers: AdditionCondition?,
    onStranger: @escaping @Sendable (Subject) -> Void = { _ in }
  ) {
    self.subjects = subjects
    self.newcomers = newcomers
    self.onStranger = onStranger
  }

  /// Returns the account of `subject`. Adds it, where that is allowed, with the email that the provider has verified, or
  /// else the one made of `name`. An existing account with this email is not used: only a link gives it to a subject.
  fileprivate func account(
    of subject: Subject, as name: LoginName, _ vouching: Vouching, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    if let account = try await subjects.account(of: subject) { return account }
    // The addresses in localhost are made of names, see LoginName.
    let email = vouching.email.flatMap { $0.key.hasSuffix(".localhost") ? nil : $0 } ?? name.email
    if let newcomers, try await subjects.add(email, linkedTo: subject, newcomers, from: source) == .added {
      return try await subjects.account(of: subject)
    }
    onStranger(subject)
    return nil
  }
}

extension SignInUseCase {
  /// Returns the account of a user whom another provider has proven; nil if they have none, or not that of the purpose.
  func account(
    of subject: Subject, as name: LoginName, _ vouching: Vouching = Vouching()
  ) async throws(StoreError) -> Account? {
    guard let links, !subject.isOurs else { return nil }
    switch purpose {
    case .signIn, .signInBySecondStep: return try await links.account(of: subject, as: name, vouching, from: source)
    case .change(by: nil): return nil
    case .unlock, .change:
      let account = try await links.subjects.account(of: subject)
      return isForeign(account) ? nil : account
    }
  }
}
