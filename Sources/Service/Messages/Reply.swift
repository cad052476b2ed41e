public import Identity

/// The keeper's answers. A token travels in a message of its own, see ``SecretKind``.
public enum Reply: Sendable, Hashable {
  /// The answer to ``Request/hello(_:)``: the form may go on.
  case welcome(Welcome)
  /// The conversation goes on: answer this.
  case ask(Question)
  /// The conversation goes on: show this, then send ``Request/proceed``.
  case tell(Notice)
  /// The conversation goes on: show this, then send ``Request/proceed``, which is answered when the wait is over.
  case wait(Waiting)
  /// The request waits in the queue for hashes, at that place; 1 is the next one. Its answer is still to come.
  case queued(place: Int)
  /// A worker's last word to its keeper: the conversation has proven that this is the subject of that id, as its provider
  /// knows it. The name is nil if it is the one that was typed.
  case proven(id: String, name: String?)
  /// The end of a conversation. If it opened a session, the token of that session follows.
  case ended(Ending)
  /// Some rows of a page, newest first.
  case rows([Attempt])
  /// The end of a page, and where the next one begins; nil if there is none.
  case endOfRows(next: AttemptID?)
  /// The sign-in before the current one; nil if there is none.
  case previous(PreviousSignIn?)
  /// The session of a token; nil if it is no valid token.
  case verified(Session?)
  /// It is done.
  case done
  /// It cannot be done, for the reason given.
  case unavailable(Unavailability)
}

/// The keeper, as it introduces itself, and the rules that the form shows.
public struct Welcome: Sendable, Hashable {
  /// The version of the protocol in force.
  public let version: ProtocolVersion
  /// The keeper's own version.
  public let program: String
  /// The lengths of passwords that may be right, in characters: the widest range that was ever allowed.
  public let acceptedLengths: ClosedRange<Int>
  /// The lengths allowed for a new password.
  public let newLengths: ClosedRange<Int>
  /// Whether there is an account.
  public let hasAccounts: Bool
  /// When somebody may create an account; nil for never.
  public let signUp: AdditionCondition?
  /// The names under which people can sign in.
  public let logins: LoginKind

  /// An introduction.
  public init(
    version: ProtocolVersion = .current, program: String, acceptedLengths: ClosedRange<Int>,
    newLengths: ClosedRange<Int>, hasAccounts: Bool, signUp: AdditionCondition?,
    logins: LoginKind = .email
  ) {
    self.version = version
    self.program = program
    self.acceptedLengths = acceptedLengths
    self.newLengths = newLengths
    self.hasAccounts = hasAccounts
    self.signUp = signUp
    self.logins = logins
  }
}

/// The reason why the keeper cannot do what was asked.
public enum Unavailability: Error, Sendable, Hashable {
  /// It speaks another version of the protocol.
  case version(ProtocolVersion)
  /// It has as many connections as it takes.
  case busy
  /// The connection has no sign-in, or the request came at a time when it means nothing.
  case notNow
  /// Its store failed.
  case store(StoreError)
}

/// The end of a conversation.
public enum Ending: Sendable, Hashable {
  /// Signed in, as that email, in that session. With `isNew` the account was created first.
  case signedIn(EmailAddress, Session?, isNew: Bool)
  /// Wrong email or password. The next attempt is blocked for that many seconds, or not at all if nil. With `isNew` the
  /// account was created first.
  case refused(blockedFor: Int?, isNew: Bool)
  /// No attempt is allowed for that many seconds.
  case throttled(seconds: Int, isNew: Bool)
  /// No attempt is allowed until an administrator clears the failures.
  case disabled(isNew: Bool)
  /// It was cancelled.
  case cancelled(isNew: Bool)
  /// The password or the second step is changed.
  case changed
  /// The account has no second step, which was required.
  case secondStepMissing
  /// The new password breaks a rule.
  case violation(PasswordViolation)
  /// The email has an account already.
  case exists
  /// There is an account already, so this would not be the first.
  case notFirst
  /// The name belongs to another account.
  case taken
  /// The store failed.
  case unavailable(StoreError, isNew: Bool)
}

extension Reply {
  /// The message of this reply to the request of that number. A page must be split by ``pages(of:)`` first.
  public func message(_ sequence: UInt16) -> [UInt8] {
    var fields = FieldWriter(MessageHeader(type: type, sequence: sequence).bytes)
    switch self {
    case .welcome(let welcome):
      fields.put(1, welcome.version.major)
      fields.put(2, welcome.version.minor)
      fields.put(3, welcome.program)
      fields.put(4, welcome.acceptedLengths)
      fields.put(6, welcome.newLengths)
      fields.put(8, welcome.hasAccounts)
      fields.put(9, welcome.signUp.map { $0 == .always ? 1 : 2 })
      switch welcome.logins {
      case .email: break
      case .name(let provider): fields.put(10, provider)
      case .either(let provider): fields.put(11, provider)
      }
    case .ended(let ending): fields.put(ending)
    case .rows(let attempts):
      for attempt in attempts { fields.put(1) { $0.put(attempt) } }
    case .endOfRows(let next):
      if let next { fields.put(1) { $0.put(next) } }
    case .previous(let previous):
      guard let previous else { break }
      fields.put(1, previous.failures)
      if let attempt = previous.attempt { fields.put(2) { $0.put(attempt) } }
    case .verified(let session):
      if let session { fields.put(1) { $0.put(session) } }
    case .done: break
    case .ask(let question): fields.put(question)
    case .tell(let notice): fields.put(notice)
    case .wait(let waiting): fields.put(1, Waiting.codes.code(waiting))
    case .queued(let place): fields.put(1, place)
    case .proven(let id, let name):
      fields.put(1, id)
      fields.put(2, name)
    case .unavailable(let reason): fields.put(reason)
    }
    return fields.bytes
  }

  /// Reads a message; nil unless it follows the protocol. Reads nothing but `message`, and always ends.
  public init?(_ message: [UInt8]) {
    guard let read = MessageHeader.read(message, Reply.init) else { return nil }
    self = read
  }

  /// The replies that bring the page, each small enough for a message.
  public static func page(_ page: AttemptPage) -> [Reply] {
    let most = 40  // a row takes up to 1,500 bytes
    let starts = stride(from: 0, to: page.attempts.count, by: most)
    return starts.map { .rows(Array(page.attempts[$0..<min($0 + most, page.attempts.count)])) }
      + [.endOfRows(next: page.next)]
  }

  private var type: UInt8 {
    switch self {
    case .welcome: 0x41
    case .ended: 0x42
    case .rows: 0x43
    case .endOfRows: 0x44
    case .previous: 0x45
    case .verified: 0x46
    case .done: 0x47
    case .unavailable: 0x48
    case .ask: 0x49
    case .tell: 0x4A
    case .wait: 0x4B
    case .queued: 0x4C
    case .proven: 0x4D
    }
  }

  private init(_ type: UInt8, _ fields: inout FieldReader) throws(Malformed) {
    switch type {
    case 0x41:
      let version = ProtocolVersion(major: try fields.number(1), minor: try fields.number(2))
      let program = try fields.text(3)
      let (accepted, new) = (try fields.range(4), try fields.range(6))
      let hasAccounts = try fields.flag(8)
      let rule: Int? = try fields.optionalNumber(9)
      let signUp: AdditionCondition?
      switch rule {
      case nil: signUp = nil
      case 1: signUp = .always
      case 2: signUp = .onlyFirst
      default: throw Malformed()
      }
      var logins = LoginKind.email
      if let provider = try fields.optionalText(10) { logins = .name(provider: provider) }
      if let provider = try fields.optionalText(11) { logins = .either(provider: provider) }
      self = .welcome(
        Welcome(
          version: version, program: program, acceptedLengths: accepted, newLengths: new, hasAccounts: hasAccounts,
          signUp: signUp, logins: logins))
    case 0x42: self = .ended(try Ending(&fields))
    case 0x43:
      var attempts: [Attempt] = []
      for bytes in fields.all(1) {
        var row = try FieldReader(bytes)
        attempts.append(try Attempt(&row))
        try row.finish()
      }
      self = .rows(attempts)
    case 0x44:
      var next: AttemptID?
      if var id = try fields.optionalInner(1) { next = try AttemptID(&id) }
      self = .endOfRows(next: next)
    case 0x45:
      guard let failures: Int = try fields.optionalNumber(1) else {
        self = .previous(nil)
        return
      }
      var attempt: Attempt?
      if var row = try fields.optionalInner(2) { attempt = try Attempt(&row) }
      self = .previous(PreviousSignIn(attempt, failures: failures))
    case 0x46:
      var session: Session?
      if var inner = try fields.optionalInner(1) { session = try Session(&inner) }
      self = .verified(session)
    case 0x47: self = .done
    case 0x48: self = .unavailable(try Unavailability(&fields))
    case 0x49: self = .ask(try Question(&fields))
    case 0x4A: self = .tell(try Notice(&fields))
    case 0x4B: self = .wait(try Waiting.codes.value(try fields.number(1)))
    case 0x4C:
      let place: Int = try fields.number(1)
      guard place > 0 else { throw Malformed() }
      self = .queued(place: place)
    case 0x4D: self = .proven(id: try fields.text(1), name: try fields.optionalText(2))
    default: throw Malformed()
    }
  }
}
