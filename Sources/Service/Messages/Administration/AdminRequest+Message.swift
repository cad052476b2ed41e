import Identity
import Secrets

extension AdminRequest {
  /// The message of this request with that number.
  public func message(_ sequence: UInt16) -> [UInt8] {
    var fields = FieldWriter(MessageHeader(type: type, sequence: sequence).bytes)
    if let source { fields.put(1) { $0.put(source) } }
    switch self {
    case .hello(let version, let program):
      fields.put(2, version.major)
      fields.put(3, version.minor)
      fields.put(4, program)
    case .account(let email), .changePassword(let email, _), .subjects(let email): fields.put(2, email.text)
    case .accounts(let email, let limit):
      fields.put(2, email?.text)
      fields.put(3, limit)
    case .add(let account, let condition, _):
      fields.put(2) { $0.put(account) }
      fields.put(3, condition == .onlyFirst)
    case .batch(let accounts):
      for account in accounts { fields.put(2) { $0.put(account) } }
    case .addAll(let addition, let lengths, _):
      fields.put(2, addition == .missingOnly)
      fields.put(3, lengths)
    case .change(let email, let change, _):
      fields.put(2, email.text)
      fields.put(3) { $0.put(change) }
    case .rename(let email, let new, _):
      fields.put(2, email.text)
      fields.put(3, new.text)
    case .link(let subject, let email, _), .unlink(let subject, let email, _):
      fields.put(2, email.text)
      fields.put(3, subject.text)
    case .allow(let lengths): fields.put(2, lengths)
    case .verify(let digest): fields.put(2, digest.bytes)
    case .sessions(let email): fields.put(2, email?.text)
    case .revoke(let selection, _): fields.put(2) { $0.put(selection) }
    case .page(let query, let before, let limit):
      fields.put(2, query.search)
      fields.put(3, query.email?.text)
      fields.put(4, query.reader == .owner)
      if let before { fields.put(5) { $0.put(before) } }
      fields.put(6, limit)
    case .throttleState: break
    case .clear(let selection): fields.put(2) { $0.put(selection) }
    }
    return fields.bytes
  }

  /// Reads a message; nil unless it follows the protocol. Reads nothing but `message`, and always ends.
  public init?(_ message: [UInt8]) {
    guard let read = MessageHeader.read(message, AdminRequest.init) else { return nil }
    self = read
  }

  private var source: AttemptSource? {
    switch self {
    case .add(_, _, let source), .addAll(_, _, let source), .change(_, _, let source), .changePassword(_, let source),
      .rename(_, _, let source),
      .revoke(_, let source), .link(_, _, let source), .unlink(_, _, let source):
      source
    case .hello, .account, .accounts, .batch, .allow, .verify, .sessions, .page, .throttleState, .clear, .subjects:
      nil
    }
  }

  private var type: UInt8 {
    switch self {
    case .hello: 0x81
    case .account: 0x82
    case .accounts: 0x83
    case .add: 0x84
    case .batch: 0x85
    case .addAll: 0x86
    case .change: 0x87
    case .changePassword: 0x88
    case .allow: 0x89
    case .verify: 0x8A
    case .sessions: 0x8B
    case .revoke: 0x8C
    case .page: 0x8D
    case .throttleState: 0x8E
    case .clear: 0x8F
    case .subjects: 0x90
    case .link: 0x91
    case .unlink: 0x92
    case .rename: 0x93
    }
  }

  private init(_ type: UInt8, _ fields: inout FieldReader) throws(Malformed) {
    switch type {
    case 0x81:
      self = .hello(
        ProtocolVersion(major: try fields.number(2), minor: try fields.number(3)), program: try fields.text(4))
    case 0x82: self = .account(try fields.email(2))
    case 0x83: self = .accounts(after: try fields.optionalEmail(2), limit: try fields.number(3))
    case 0x84:
      var account = try fields.inner(2)
      self = .add(
        try NewAccount(&account), try fields.flag(3) ? .onlyFirst : .always, try fields.source(1))
    case 0x85:
      var accounts: [NewAccount] = []
      for bytes in fields.all(2) {
        var account = try FieldReader(bytes)
        accounts.append(try NewAccount(&account))
      }
      self = .batch(accounts)
    case 0x86:
      self = .addAll(
        try fields.flag(2) ? .missingOnly : .allOrNone, allowing: try fields.range(3), try fields.source(1))
    case 0x87:
      var change = try fields.inner(3)
      self = .change(try fields.email(2), try AccountChange(&change), try fields.source(1))
    case 0x88: self = .changePassword(try fields.email(2), try fields.source(1))
    case 0x89: self = .allow(try fields.range(2))
    case 0x8A: self = .verify(try fields.digest(2))
    case 0x8B: self = .sessions(try fields.optionalEmail(2))
    case 0x8C:
      var selection = try fields.inner(2)
      self = .revoke(try SessionSelection(&selection), try fields.source(1))
    case 0x8D:
      let (search, email) = (try fields.search(2), try fields.optionalEmail(3))
      let query: AttemptQuery
      if try fields.flag(4) {
        guard let email else { throw Malformed() }
        query = AttemptQuery(owner: email, search: search)
      } else {
        query = AttemptQuery(email: email, search: search)
      }
      var before: AttemptID?
      if var id = try fields.optionalInner(5) { before = try AttemptID(&id) }
      self = .page(query, before: before, limit: try fields.number(6))
    case 0x8E: self = .throttleState
    case 0x8F:
      var selection = try fields.inner(2)
      self = .clear(try ThrottleSelection(&selection))
    case 0x90: self = .subjects(try fields.email(2))
    case 0x91: self = .link(try fields.subject(3), try fields.email(2), try fields.source(1))
    case 0x93: self = .rename(try fields.email(2), try fields.email(3), try fields.source(1))
    case 0x92: self = .unlink(try fields.subject(3), try fields.email(2), try fields.source(1))
    default: throw Malformed()
    }
  }
}
