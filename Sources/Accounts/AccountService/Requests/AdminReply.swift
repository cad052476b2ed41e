public import Identity
public import Secrets

/// The answers that only administrators get. None has a place for a hash, a token or a secret.
public enum AdminReply: Sendable, Hashable, Codable {
  /// The account; nil if there is none.
  case account(KnownAccount?)
  /// Some accounts, by key.
  case accounts([AccountSummary])
  /// Some sessions, the latest opened first.
  case sessions([Session])
  /// Some rows of a page, newest first.
  case rows([Attempt])
  /// A part of what the throttle counts.
  case throttle(ThrottleState)
  /// Some positions of accounts that were not added, in rising order.
  case positions([Int])
  /// The end of a list; of a page, with the place where the next one begins.
  case end(next: AttemptID?)
  /// Whether the account was added.
  case addition(AccountAddition)
  /// Whether there was an account to change, or a link to end.
  case lookup(AccountLookup)
  /// Whether the account has another email.
  case renaming(AccountRenaming)
  /// Some subjects, by provider and name.
  case subjects([Subject])
  /// The keys of an account, the first added first.
  case keys([AccountKey])
  /// Whether the subject is linked to the account.
  case linking(SubjectLinking)
  /// The lengths of passwords that have ever been allowed.
  case lengths(PasswordLengths)
  /// The session of a token; nil if it is no valid token.
  case session(Session?)
  /// The number of sessions ended, or of failures forgotten.
  case count(Int)
  /// How the service is.
  case health(ServiceHealth)

  // The names of what has no label in Swift.
  private enum AccountCodingKeys: String, CodingKey { case _0 = "account" }
  private enum AccountsCodingKeys: String, CodingKey { case _0 = "accounts" }
  private enum SessionsCodingKeys: String, CodingKey { case _0 = "sessions" }
  private enum RowsCodingKeys: String, CodingKey { case _0 = "attempts" }
  private enum ThrottleCodingKeys: String, CodingKey { case _0 = "state" }
  private enum PositionsCodingKeys: String, CodingKey { case _0 = "positions" }
  private enum AdditionCodingKeys: String, CodingKey { case _0 = "outcome" }
  private enum LookupCodingKeys: String, CodingKey { case _0 = "outcome" }
  private enum RenamingCodingKeys: String, CodingKey { case _0 = "outcome" }
  private enum SubjectsCodingKeys: String, CodingKey { case _0 = "subjects" }
  private enum KeysCodingKeys: String, CodingKey { case _0 = "keys" }
  private enum LinkingCodingKeys: String, CodingKey { case _0 = "outcome" }
  private enum LengthsCodingKeys: String, CodingKey { case _0 = "allowed" }
  private enum SessionCodingKeys: String, CodingKey { case _0 = "session" }
  private enum HealthCodingKeys: String, CodingKey { case _0 = "health" }
  private enum CountCodingKeys: String, CodingKey { case _0 = "count" }

  /// Whether more follows it for the same request.
  public var isPart: Bool {
    switch self {
    case .accounts, .sessions, .rows, .throttle, .positions, .subjects, .keys: true
    default: false
    }
  }
}

/// The rules that administrators' programs follow, beside those of ``Welcome``.
public struct AdminRules: Sendable, Hashable, Codable {
  /// Whether the store exists.
  public let hasStore: Bool
  /// The cost of a new hash.
  public let hashCost: HashCost
  /// The rule for failures.
  public let throttle: Throttle
  /// Whether keys without a touch count; nil from a service before 2.2.
  public let takesSoftwareKeys: Bool?

  /// Rules with the given properties.
  public init(hasStore: Bool, hashCost: HashCost, throttle: Throttle, takesSoftwareKeys: Bool? = nil) {
    self.hasStore = hasStore
    self.hashCost = hashCost
    self.throttle = throttle
    self.takesSoftwareKeys = takesSoftwareKeys
  }
}

extension [Reply] {
  /// The replies that bring a list, or a page before which the next one begins.
  package static func list(_ items: AdminReply, next: AttemptID? = nil) -> [Reply] {
    [.administration(items), .administration(.end(next: next))]
  }
}
