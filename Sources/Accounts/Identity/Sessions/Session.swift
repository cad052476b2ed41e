public import Secrets

/// The name of a session, 32 hexadecimal digits. It is not secret and opens nothing.
public struct SessionID: Sendable, Hashable, CustomStringConvertible {
  /// The digits, in lower case.
  public let text: String

  /// A new name of 128 random bits.
  public init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<32).map { _ in String(Int.random(in: 0..<16, using: &generator), radix: 16) }.joined()
  }

  /// The name in `text`, or nil unless it is 32 lower-case hexadecimal digits.
  public init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy("0123456789abcdef".utf8.contains) else { return nil }
    self.text = text
  }

  /// The digits.
  public var description: String { text }
}

/// The lifetime of a session.
public struct SessionLifetime: Sendable, Hashable {
  /// The session ends after this long without use.
  public var idle: Duration
  /// The session ends this long after it was opened, used or not.
  public var absolute: Duration

  /// By default 30 min idle, 12 h in all (NIST SP 800-63B, 4.2.3 for AAL2).
  public init(idle: Duration = .seconds(30 * 60), absolute: Duration = .seconds(12 * 3600)) {
    self.idle = idle
    self.absolute = absolute
  }
}

/// The place where a session was opened. Its texts come from outside, so sanitise them before showing them.
public struct SessionPlace: Sendable, Hashable, Codable {
  /// The terminal, such as `pts/3`, or empty if there was none.
  public let tty: String
  /// The host that the user sat at, or the machine itself.
  public let host: String
  /// The program that the sign-in guarded, or `signin` itself.
  public let program: String

  /// The place of `source`.
  public init(_ source: AttemptSource) {
    (tty, host, program) = (source.tty, source.host, source.program)
  }

  /// A place from a store; nil unless it has all three.
  public init?(tty: String?, host: String?, program: String?) {
    guard let tty, let host, let program else { return nil }
    (self.tty, self.host, self.program) = (tty, host, program)
  }
}

/// A session to be opened.
public struct NewSession: Sendable, Hashable {
  /// The digest of its token. The store never gets the token.
  public let token: TokenDigest
  /// Its lifetime.
  public let lifetime: SessionLifetime
  /// The user who opens it, as the kernel reports them; nil for no particular user.
  public let uid: UInt32?
  /// The place where it is opened; nil if it is unknown.
  public let place: SessionPlace?

  /// A session for the token of that digest.
  public init(token: TokenDigest, lifetime: SessionLifetime, uid: UInt32? = nil, place: SessionPlace? = nil) {
    self.place = place
    self.token = token
    self.lifetime = lifetime
    self.uid = uid
  }
}

/// A session as its store keeps it, with a digest of the token only.
public struct Session: Sendable, Hashable, Codable {
  /// Its name.
  public let id: SessionID
  /// The email of its account.
  public let email: EmailAddress
  /// The time at which it was opened.
  public let opened: Timestamp
  /// The time at which it was last verified, or opened if it never was.
  public let lastUsed: Timestamp
  /// Its lifetime.
  public let lifetime: SessionLifetime
  /// The user who opened it, as the kernel reported them; nil if it is older than that column.
  public let uid: UInt32?
  /// The place where it was opened; nil if it is older than those columns.
  public let place: SessionPlace?
  /// Its account; nil of an older service.
  public let account: AccountReference?

  /// A session with the given properties.
  public init(
    id: SessionID, email: EmailAddress, opened: Timestamp, lastUsed: Timestamp, lifetime: SessionLifetime,
    uid: UInt32? = nil, place: SessionPlace? = nil, account: AccountReference? = nil
  ) {
    self.account = account
    self.place = place
    self.id = id
    self.email = email
    self.opened = opened
    self.lastUsed = lastUsed
    self.lifetime = lifetime
    self.uid = uid
  }

  /// The moment from which it is no longer valid, unless it is used before. Never later than ``absoluteExpiry``.
  public var expires: Timestamp { min(lastUsed.advanced(by: lifetime.idle), absoluteExpiry) }

  /// The moment from which it is no longer valid, whatever happens.
  public var absoluteExpiry: Timestamp { opened.advanced(by: lifetime.absolute) }

  /// The same session, used now.
  public func used(at now: Timestamp) -> Session {
    Session(
      id: id, email: email, opened: opened, lastUsed: now, lifetime: lifetime, uid: uid, place: place, account: account)
  }
}

/// The user who shows a token.
public enum TokenBearer: Sendable, Hashable {
  /// One who may ask about all sessions of the store.
  case anybody
  /// One who may use the sessions that they have opened, and no others.
  case user(UInt32)

  /// Whether the token is good in their hands.
  public func mayUse(_ session: Session) -> Bool {
    switch self {
    case .anybody: true
    case .user(let uid): session.uid == uid
    }
  }
}
