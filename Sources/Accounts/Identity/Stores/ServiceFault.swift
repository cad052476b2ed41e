/// The reason why the form cannot ask the service that keeps the accounts, or why that cannot do what was asked.
public enum ServiceFault: String, Error, Sendable, Hashable, CaseIterable, Codable {
  /// It ended before it answered.
  case ended
  /// It did not answer in time.
  case silent
  /// It answered something that the protocol does not allow.
  case nonsense
  /// It speaks an older version of the protocol.
  case older
  /// It speaks a newer version of the protocol.
  case newer
  /// It has as many connections as it takes.
  case busy
  /// It asks for a step that this form cannot show.
  case furtherStep
  /// The program that proves names of another provider is missing, or cannot be started.
  case workerMissing
  /// That program failed, or did not answer in time.
  case workerFailed
  /// The settings don't allow it, such as creating an account.
  case notAllowed
  /// The session of the user has ended, so the user is a stranger again.
  case sessionEnded
  /// The account that locked the terminal has been removed, so nobody can unlock it.
  case accountGone
}
