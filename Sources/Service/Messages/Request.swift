public import Identity

/// The form's requests to the keeper. Secrets travel in messages of their own, see ``SecretKind``.
public enum Request: Sendable, Hashable {
  /// The first message. The keeper answers ``Reply/welcome(_:)`` or ``Reply/unavailable(_:)``.
  case hello(Hello)
  /// Begins a conversation. Its secrets follow with the same number. The keeper answers ``Reply/ended(_:)``, or asks for more
  /// first.
  case begin(Begin)
  /// Asks the conversation of the same number for another way to answer.
  case method(ProofMethod)
  /// Goes on with the conversation of the same number, after a notice or a wait.
  case proceed
  /// Cancels the request of the same number. A session that it opened ends. The answer comes all the same.
  case cancel
  /// Asks for a page of the signed-in account's activity. The keeper answers with ``Reply/rows(_:)`` as often as
  /// needed, then ``Reply/endOfRows(next:)``.
  case page(AttemptSearch, before: AttemptID?)
  /// Asks for the sign-in before the current one. The keeper answers ``Reply/previous(_:)``.
  case previousSignIn
  /// The owner signs out. The session of this connection ends, and the log says so. The keeper answers ``Reply/done``.
  case signOut
  /// The session of this connection is of no use any more and ends. The keeper answers ``Reply/done``.
  case endSession
}

/// The form, as it introduces itself. The keeper knows the user from the kernel; all of this is a claim.
public struct Hello: Sendable, Hashable {
  /// The form's version of the protocol.
  public let version: ProtocolVersion
  /// The form's own version, for the log.
  public let program: String
  /// The terminal, the host and the guarded program of all attempts of this connection.
  public let source: AttemptSource

  /// An introduction.
  public init(version: ProtocolVersion = .current, program: String, source: AttemptSource) {
    self.version = version
    self.program = program
    self.source = source
  }
}

/// The beginning of a conversation.
public struct Begin: Sendable, Hashable {
  /// The purpose of the conversation.
  public enum Purpose: UInt8, Sendable, Hashable, CaseIterable {
    /// Sign in. The password follows as a secret.
    case signIn = 1
    /// Create an account and sign in. The password follows as a secret.
    case signUp
    /// Change the password of the account that signed in on this connection. Two secrets follow: the current password
    /// and the new one.
    case changePassword
    /// Set up the second step of the account that signed in on this connection. The keeper asks for the password.
    case setUpSecondStep
    /// Link the login, which a worker proves, to the account that signed in on this connection. The keeper asks.
    case link
  }

  /// The purpose of the conversation.
  public let purpose: Purpose
  /// The login typed.
  public let login: Login
  /// Whether the form wants a session with its sign-in.
  public let wantsSession: Bool
  /// Whether the secrets follow at once. Without them the keeper asks, if the purpose allows for that.
  public let hasSecrets: Bool
  /// Whether to sign in only to an account with a second step.
  public let requiresSecondStep: Bool

  /// The beginning of a conversation.
  public init(
    _ purpose: Purpose, _ login: Login, wantsSession: Bool, hasSecrets: Bool = true,
    requiresSecondStep: Bool = false
  ) {
    self.purpose = purpose
    self.login = login
    self.wantsSession = wantsSession
    self.hasSecrets = hasSecrets
    self.requiresSecondStep = requiresSecondStep
  }

  /// The beginning of a conversation with the owner of an email.
  public init(
    _ purpose: Purpose, _ email: EmailAddress, wantsSession: Bool, hasSecrets: Bool = true,
    requiresSecondStep: Bool = false
  ) {
    self.init(
      purpose, .email(email), wantsSession: wantsSession, hasSecrets: hasSecrets, requiresSecondStep: requiresSecondStep
    )
  }

  /// The email by which attempts are counted and logged.
  public var email: EmailAddress { login.email }
}

extension Request {
  /// The message of this request with that number.
  public func message(_ sequence: UInt16) -> [UInt8] {
    var fields = FieldWriter(MessageHeader(type: type, sequence: sequence).bytes)
    switch self {
    case .hello(let hello):
      fields.put(1, hello.version.major)
      fields.put(2, hello.version.minor)
      fields.put(3, hello.program)
      fields.put(4) { $0.put(hello.source) }
    case .begin(let begin):
      fields.put(1, begin.purpose.rawValue)
      switch begin.login {
      case .email(let email): fields.put(2, email.text)
      case .name(let name):
        fields.put(6, name.text)
        fields.put(7, name.provider)
      }
      fields.put(3, begin.wantsSession)
      fields.put(4, begin.hasSecrets)
      fields.put(5, begin.requiresSecondStep)
    case .page(let search, let before):
      fields.put(1, search)
      if let before { fields.put(2) { $0.put(before) } }
    case .method(let method): fields.put(1, ProofMethod.codes.code(method))
    case .cancel, .previousSignIn, .signOut, .endSession, .proceed: break
    }
    return fields.bytes
  }

  /// Reads a message; nil unless it follows the protocol. Reads nothing but `message`, and always ends.
  public init?(_ message: [UInt8]) {
    guard let read = MessageHeader.read(message, Request.init) else { return nil }
    self = read
  }

  private var type: UInt8 {
    switch self {
    case .hello: 0x01
    case .begin: 0x02
    case .cancel: 0x03
    case .page: 0x04
    case .previousSignIn: 0x05
    case .signOut: 0x06
    case .endSession: 0x07
    case .method: 0x08
    case .proceed: 0x09
    }
  }

  private init(_ type: UInt8, _ fields: inout FieldReader) throws(Malformed) {
    switch type {
    case 0x01:
      let version = ProtocolVersion(major: try fields.number(1), minor: try fields.number(2))
      let program = try fields.text(3)
      var source = try fields.inner(4)
      self = .hello(Hello(version: version, program: program, source: try AttemptSource(&source)))
    case 0x02:
      guard let purpose = Begin.Purpose(rawValue: try fields.number(1)) else { throw Malformed() }
      let login: Login?
      if let email = try fields.optionalText(2) {
        login = EmailAddress(email).map(Login.email)
      } else {
        login = LoginName(try fields.text(6), of: try fields.text(7)).map(Login.name)
      }
      guard let login else { throw Malformed() }
      self = .begin(
        Begin(
          purpose, login, wantsSession: try fields.flag(3), hasSecrets: try fields.flag(4),
          requiresSecondStep: try fields.flag(5)))
    case 0x03: self = .cancel
    case 0x04:
      let search = try fields.search(1)
      var before: AttemptID?
      if var id = try fields.optionalInner(2) { before = try AttemptID(&id) }
      self = .page(search, before: before)
    case 0x05: self = .previousSignIn
    case 0x06: self = .signOut
    case 0x07: self = .endSession
    case 0x08: self = .method(try ProofMethod.codes.value(try fields.number(1)))
    case 0x09: self = .proceed
    default: throw Malformed()
    }
  }
}
