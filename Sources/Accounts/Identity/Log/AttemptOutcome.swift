/// The meaning of a row in the log: the outcome of an attempt, or a change. The raw values are part of the schema:
/// stores keep them, searches find them, and other programs read them.
public enum AttemptOutcome: Sendable, Hashable, RawRepresentable, CaseIterable, Codable {
  /// Charged and not settled: under way, or ended by a kill. Counts as a failure after
  /// ``Throttle/longestVerification``.
  case pending
  /// Right email and password.
  case signedIn
  /// Wrong email or password, or the account is locked.
  case refused
  /// A wrong password or code of somebody who is signed in already, to whom a form asked it before a change.
  case unconfirmed
  /// Made while blocked. Neither verified nor counted.
  case throttled
  /// Cancelled by the user before the answer. Counts as a failure.
  case cancelled
  /// A right answer, after which the sign-in asked for another. Counts neither as a failure nor as a sign-in.
  case passed
  /// An answer that proves nothing, and was asked for again: a new password that broke a rule, or a code that did not
  /// confirm a set-up, or one that nothing could check. Counts neither as a failure nor as a sign-in.
  case notAccepted
  /// No attempt, but a change. Counts neither as a failure nor as a sign-in.
  case change(LoggedChange)
  /// A value that this version does not know. A newer version wrote it. Shown as it is, and counted as a change.
  case unknown(String)

  /// All but ``unknown(_:)``.
  public static let allCases: [AttemptOutcome] =
    [.pending, .signedIn, .refused, .unconfirmed, .throttled, .cancelled, .passed, .notAccepted]
    + LoggedChange.allCases.map { .change($0) }

  /// Each text is an outcome; those that this version does not know are ``unknown(_:)``. They are cut like the texts of
  /// an ``AttemptSource``.
  public init(rawValue: String) {
    self = Self.allCases.first { $0.rawValue == rawValue } ?? .unknown(AttemptSource.cut(rawValue))
  }

  /// The text in stores and for other programs.
  public var rawValue: String {
    switch self {
    case .pending: "pending"
    case .signedIn: "signed-in"
    case .refused: "refused"
    case .unconfirmed: "unconfirmed"
    case .throttled: "throttled"
    case .cancelled: "cancelled"
    case .passed: "step-passed"
    case .notAccepted: "not-accepted"
    case .change(let change): change.rawValue
    case .unknown(let text): text
    }
  }

  /// Whether the row is an attempt that did not sign anybody in.
  public var isFailure: Bool {
    switch self {
    case .pending, .refused, .unconfirmed, .throttled, .cancelled: true
    case .signedIn, .passed, .notAccepted, .change, .unknown: false
    }
  }
}

/// A change of an account or its sessions, as a row of the log. See Decisions/0128-log-only-grows.md.
public enum LoggedChange: String, Sendable, Hashable, CaseIterable {
  /// The owner changed the password.
  case passwordChanged = "password-changed"
  /// An administrator set another password.
  case passwordReset = "password-reset"
  /// An administrator locked the account.
  case locked
  /// An administrator unlocked the account.
  case unlocked
  /// Sessions were ended by name, or together.
  case sessionRevoked = "session-revoked"
  /// The owner signed out.
  case signedOut = "signed-out"
  /// The account was added.
  case accountAdded = "account-added"
  /// The account got another email. The row is there under both.
  case renamed
  /// The account was removed.
  case accountRemoved = "account-removed"
  /// The owner added a second step, or replaced it.
  case secondStepAdded = "second-step-added"
  /// The owner or an administrator removed the second step.
  case secondStepRemoved = "second-step-removed"
  /// The owner or an administrator made new recovery codes.
  case recoveryCodesMade = "recovery-codes-made"
  /// A recovery code was used.
  case recoveryCodeUsed = "recovery-code-used"
  /// The account was linked to somebody whom another provider knows.
  case linked
  /// Such a link was ended.
  case unlinked
  /// The owner or an administrator added a key.
  case keyAdded = "key-added"
  /// The owner or an administrator removed a key.
  case keyRemoved = "key-removed"
  /// A security key signed, and its counter had not grown since it was last used: perhaps somebody has a copy.
  case keyCounter = "key-counter"
}
