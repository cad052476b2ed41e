public import Identity
public import SSHKeys

/// The form's requests to the server. Secrets travel in messages of their own, see ``SecretKind``.
public enum Request: Sendable, Hashable, Codable {
  /// The first message. The server answers ``Reply/welcome(_:)`` or ``Reply/unavailable(_:)``.
  case hello(Hello)
  /// Begins a conversation. Its secrets follow with the same number. The server answers ``Reply/ended(_:)``, or asks for more
  /// first.
  case begin(Begin)
  /// Asks the conversation of the same number for another way to answer.
  case method(ProofMethod)
  /// Goes on with the conversation of the same number, after a notice or a wait.
  case proceed
  /// Cancels the request of the same number. A session that it opened ends. The answer comes all the same.
  case cancel
  /// Asks for a page of the signed-in account's activity. The server answers with ``Reply/rows(_:)`` as often as
  /// needed, then ``Reply/endOfRows(next:)``.
  case page(AttemptSearch, before: AttemptID?)
  /// Asks for the sign-in before the current one. The server answers ``Reply/previous(_:)``.
  case previousSignIn
  /// Asks for the signed-in account as its owner sees it. The server answers ``Reply/account(_:)``.
  case overview
  /// Asks for the email that an account has now. The server answers ``Reply/email(_:)``. Since version 2.2.
  case owner(AccountReference)
  /// The owner signs out. The session of this connection ends, and the log has a row about it. The server answers
  /// ``Reply/done``.
  case signOut
  /// The session of this connection is of no use any more and ends. The server answers ``Reply/done``.
  case endSession
  /// What only administrators may ask, on their own socket. The service answers ``Reply/administration(_:)``.
  case administer(AdminRequest)

  // The names of what has no label in Swift.
  private enum HelloCodingKeys: String, CodingKey { case _0 = "form" }
  private enum BeginCodingKeys: String, CodingKey { case _0 = "conversation" }
  private enum MethodCodingKeys: String, CodingKey { case _0 = "use" }
  private enum PageCodingKeys: String, CodingKey { case _0 = "search", before }
  private enum OwnerCodingKeys: String, CodingKey { case _0 = "account" }
  private enum AdministerCodingKeys: String, CodingKey { case _0 = "request" }
}

/// The form, as it introduces itself. The kernel reports the user; all of this is a claim.
public struct Hello: Sendable, Hashable, Codable {
  /// The form's version of the protocol.
  public let version: ProtocolVersion
  /// The form's own version, for the log.
  public let program: String
  /// The terminal, the host and the guarded program of all attempts of this connection.
  public let source: AttemptSource
  /// Whether the form can have a key sign; nil from an older form, which can't.
  public let signs: Bool?

  /// An introduction.
  public init(version: ProtocolVersion = .current, program: String, source: AttemptSource, signs: Bool? = nil) {
    self.signs = signs
    self.version = version
    self.program = program
    self.source = source
  }
}

/// The beginning of a conversation.
public struct Begin: Sendable, Hashable, Codable {
  /// The purpose of the conversation.
  public enum Purpose: String, Sendable, Hashable, CaseIterable, Codable {
    /// Sign in. The password follows as a secret.
    case signIn
    /// Create an account and sign in. The password follows as a secret.
    case signUp
    /// Change the password of the account that signed in on this connection. Two secrets follow: the current password
    /// and the new one.
    case changePassword
    /// Verify the current password before a new one is asked for, and change nothing. One secret follows. Since version 2.1.
    case confirmPassword
    /// Set up the second step of the account that signed in on this connection. The server asks for the password.
    case setUpSecondStep
    /// Turn off two-step sign-in of the account that signed in on this connection. The server asks for the password.
    case removeSecondStep
    /// Make new recovery codes for the account that signed in on this connection. The server asks for the password.
    case newRecoveryCodes
    /// Add a key to the account that signed in on this connection. The server asks for the password. Since version 2.2.
    case addKey
    /// Remove a key of the account that signed in on this connection. The server asks for the password. Since version 2.2.
    case removeKey
    /// End other sessions of the account that signed in on this connection. The server asks for the password.
    case endSessions
    /// Link the login, which a worker proves, to the account that signed in on this connection. The server asks.
    case link
  }

  /// The purpose of the conversation.
  public let purpose: Purpose
  /// The login typed.
  public let login: Login
  /// Whether the form wants a session with its sign-in.
  public let wantsSession: Bool
  /// Whether the secrets follow at once. Without them the server asks, if the purpose allows for that.
  public let hasSecrets: Bool
  /// Whether to sign in only to an account with a second step.
  public let requiresSecondStep: Bool
  /// The other session to end with ``Purpose/endSessions``; nil for all others.
  public let ends: SessionID?
  /// The only account to sign in to; nil for any. Since version 2.2.
  public let account: AccountReference?
  /// The key to remove with ``Purpose/removeKey``.
  public let key: PublicKey?
  /// From an administrator's program: the source of this conversation. From a form nil, as its hello named the source.
  public let source: AttemptSource?

  /// The beginning of a conversation.
  public init(
    _ purpose: Purpose, _ login: Login, wantsSession: Bool, hasSecrets: Bool = true,
    requiresSecondStep: Bool = false, ends: SessionID? = nil, account: AccountReference? = nil, key: PublicKey? = nil,
    source: AttemptSource? = nil
  ) {
    (self.ends, self.account, self.key) = (ends, account, key)
    self.purpose = purpose
    self.login = login
    self.wantsSession = wantsSession
    self.hasSecrets = hasSecrets
    self.requiresSecondStep = requiresSecondStep
    self.source = source
  }

  /// The beginning of a conversation with the owner of an email.
  public init(
    _ purpose: Purpose, _ email: EmailAddress, wantsSession: Bool, hasSecrets: Bool = true,
    requiresSecondStep: Bool = false, source: AttemptSource? = nil
  ) {
    self.init(
      purpose, .email(email), wantsSession: wantsSession, hasSecrets: hasSecrets,
      requiresSecondStep: requiresSecondStep, source: source)
  }

  /// The beginning of a change by the owner who has signed in with `login`.
  public init(_ change: OwnChange, _ login: Login, hasSecrets: Bool) {
    let purpose: Purpose
    var ends: SessionID?
    var key: PublicKey?
    switch change {
    case .setUpSecondStep: purpose = .setUpSecondStep
    case .removeSecondStep: purpose = .removeSecondStep
    case .newRecoveryCodes: purpose = .newRecoveryCodes
    case .addKey: purpose = .addKey
    case .removeKey(let removed, isOnlyFactor: _): (purpose, key) = (.removeKey, removed)
    case .endSessions(.all): purpose = .endSessions
    case .endSessions(.one(let id)): (purpose, ends) = (.endSessions, id)
    }
    self.init(purpose, login, wantsSession: false, hasSecrets: hasSecrets, ends: ends, key: key)
  }

  /// The email by which attempts are counted and logged.
  public var email: EmailAddress { login.email }
}
