/// The subjects of accounts, for administrators: who somebody is at a provider says nothing about their account until
/// the two are linked. Every operation is one atomic step, also against other processes.
///
/// Never link by email alone. Providers let people choose theirs, and give those of former members to others.
public protocol SubjectAdministration: Sendable {
  /// Returns the subjects that the account of `email` is linked to, by provider and name.
  func subjects(of email: EmailAddress) async throws(StoreError) -> [Subject]

  /// Links `subject` to the account of `email`. An account may have any number of subjects, a subject only one account.
  /// Removing the account removes its links. A new link is a row of the log, see ``LoggedChange/linked``.
  func link(
    _ subject: Subject, to email: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> SubjectLinking

  /// Ends the link of `subject` to the account of `email`, and the account's sessions. That is a row of the log, see
  /// ``LoggedChange/unlinked``.
  /// - Returns: Whether there was such a link.
  func unlink(
    _ subject: Subject, of email: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> Bool

  /// Adds an account without a password, linked to `subject`, unless `email` has an account, or `condition` forbids it.
  /// A subject that is linked already stays so, and the email counts as taken.
  func add(
    _ email: EmailAddress, linkedTo subject: Subject, _ condition: AdditionCondition, from source: AttemptSource
  ) async throws(StoreError) -> AccountAddition
}

/// The accounts of subjects.
public protocol SubjectStore: SubjectAdministration {
  /// Returns the account that `subject` is linked to, or nil if there is none.
  func account(of subject: Subject) async throws(StoreError) -> Account?

  /// Links `subject` to the account of a session, for its owner.
  /// - Returns: The result; ``SubjectLinking/missing`` if the session has ended, or is another account's.
  func link(
    _ subject: Subject, to account: Account, in session: SessionID, from source: AttemptSource
  ) async throws(StoreError) -> SubjectLinking
}

/// The result of linking a subject to an account.
public enum SubjectLinking: String, Sendable, Hashable, Codable {
  /// The subject is linked to the account, now or already.
  case linked
  /// The subject is linked to another account, and stays so until it is unlinked.
  case taken
  /// There is no account of that email.
  case missing
  /// The subject is one of ours: the account of that number, without a link.
  case ours
}
