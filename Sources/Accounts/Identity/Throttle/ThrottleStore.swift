/// Shows administrators what the throttle counts, and clears it. Every operation is one atomic step.
public protocol ThrottleStore: Sendable {
  /// Returns all runs and pending attempts.
  func throttleState() async throws(StoreError) -> ThrottleState

  /// Forgets failures and pending attempts. Returns how many there were.
  func clear(_ selection: ThrottleSelection) async throws(StoreError) -> Int
}

/// The choice of failures to forget.
public enum ThrottleSelection: Sendable, Hashable, Codable {
  /// Those of one email, from all sources.
  case email(EmailAddress)
  /// Those from one source.
  case source(ThrottleSource)
  /// Those from all sources of a uid.
  case uid(UInt32)
  /// All.
  case all

  // The names of what has no label in Swift.
  private enum EmailCodingKeys: String, CodingKey { case _0 = "email" }
  private enum SourceCodingKeys: String, CodingKey { case _0 = "source" }
  private enum UidCodingKeys: String, CodingKey { case _0 = "uid" }

  /// Whether the failures of `key` are chosen.
  public func includes(_ key: ThrottleKey) -> Bool {
    switch self {
    case .email(let email): key.email == email.key
    case .source(let source): key.source == source
    case .uid(let uid): key.source.uid == uid
    case .all: true
    }
  }
}
