import Identity
import Secrets

extension AdminReply {
  /// The message of this reply to the request of that number. A long list must be split first.
  public func message(_ sequence: UInt16) -> [UInt8] {
    var fields = FieldWriter(MessageHeader(type: type, sequence: sequence).bytes)
    switch self {
    case .welcome(let welcome):
      fields.put(1, welcome.version.major)
      fields.put(2, welcome.version.minor)
      fields.put(3, welcome.program)
      fields.put(4, welcome.hasStore)
      fields.put(5, welcome.newLengths)
      fields.put(7, welcome.hashCost.memoryKiB)
      fields.put(8, welcome.hashCost.passes)
      fields.put(9) { $0.put(welcome.throttle) }
    case .account(let account):
      if let account { fields.put(1) { $0.put(account) } }
    case .accounts(let accounts):
      for account in accounts { fields.put(1) { $0.put(account) } }
    case .subjects(let subjects):
      for subject in subjects { fields.put(1, subject.text) }
    case .sessions(let sessions):
      for session in sessions { fields.put(1) { $0.put(session) } }
    case .rows(let attempts):
      for attempt in attempts { fields.put(1) { $0.put(attempt) } }
    case .throttle(let state): fields.put(state)
    case .positions(let positions):
      fields.put(1, positions.flatMap { place in (0..<4).map { UInt8(truncatingIfNeeded: place >> (8 * $0)) } })
    case .end(let next):
      if let next { fields.put(1) { $0.put(next) } }
    case .addition(let addition): fields.put(1, Self.additions.code(addition))
    case .linking(let linking): fields.put(1, Self.linkings.code(linking))
    case .renaming(let renaming): fields.put(1, Self.renamings.code(renaming))
    case .lookup(let lookup): fields.put(1, lookup == .found)
    case .lengths(let lengths): fields.put(1, lengths)
    case .session(let session):
      if let session { fields.put(1) { $0.put(session) } }
    case .count(let count): fields.put(1, count)
    case .ended(let ending): fields.put(ending)
    case .unavailable(let reason): fields.put(reason)
    }
    return fields.bytes
  }

  /// Reads a message; nil unless it follows the protocol. Reads nothing but `message`, and always ends.
  public init?(_ message: [UInt8]) {
    guard let read = MessageHeader.read(message, AdminReply.init) else { return nil }
    self = read
  }

  private static let additions = Codes<AccountAddition>([.added, .exists, .notFirst])
  private static let renamings = Codes<AccountRenaming>([.renamed, .missing, .taken])
  private static let linkings = Codes<SubjectLinking>([.linked, .taken, .missing, .ours])

  private var type: UInt8 {
    switch self {
    case .welcome: 0xC1
    case .account: 0xC2
    case .accounts: 0xC3
    case .sessions: 0xC4
    case .rows: 0xC5
    case .throttle: 0xC6
    case .positions: 0xC7
    case .end: 0xC8
    case .addition: 0xC9
    case .lookup: 0xCA
    case .lengths: 0xCB
    case .session: 0xCC
    case .count: 0xCD
    case .ended: 0xCE
    case .unavailable: 0xCF
    case .subjects: 0xD0
    case .linking: 0xD1
    case .renaming: 0xD2
    }
  }

  private init(_ type: UInt8, _ fields: inout FieldReader) throws(Malformed) {
    switch type {
    case 0xC1:
      let version = ProtocolVersion(major: try fields.number(1), minor: try fields.number(2))
      var throttle = try fields.inner(9)
      self = .welcome(
        AdminWelcome(
          version: version, program: try fields.text(3), hasStore: try fields.flag(4),
          newLengths: try fields.range(5),
          hashCost: HashCost(memoryKiB: try fields.number(7), passes: try fields.number(8)),
          throttle: try Throttle(&throttle)))
    case 0xC2:
      var account: KnownAccount?
      if var inner = try fields.optionalInner(1) { account = try KnownAccount(&inner) }
      self = .account(account)
    case 0xC3: self = .accounts(try fields.records(1) { fields throws(Malformed) in try AccountSummary(&fields) })
    case 0xC4: self = .sessions(try fields.records(1) { fields throws(Malformed) in try Session(&fields) })
    case 0xC5:
      self = .rows(
        try fields.records(1) { fields throws(Malformed) in
          let attempt = try Attempt(&fields)
          try fields.finish()
          return attempt
        })
    case 0xC6: self = .throttle(try ThrottleState(&fields))
    case 0xC7:
      let bytes = Array(fields.bytes(1) ?? [])
      guard bytes.count % 4 == 0 else { throw Malformed() }
      self = .positions(
        stride(from: 0, to: bytes.count, by: 4).map { start in
          (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
        })
    case 0xC8:
      var next: AttemptID?
      if var id = try fields.optionalInner(1) { next = try AttemptID(&id) }
      self = .end(next: next)
    case 0xC9: self = .addition(try Self.additions.value(try fields.number(1)))
    case 0xCA: self = .lookup(try fields.flag(1) ? .found : .missing)
    case 0xCB: self = .lengths(try fields.range(1))
    case 0xCC:
      var session: Session?
      if var inner = try fields.optionalInner(1) { session = try Session(&inner) }
      self = .session(session)
    case 0xCD: self = .count(try fields.number(1))
    case 0xCE: self = .ended(try Ending(&fields))
    case 0xCF: self = .unavailable(try Unavailability(&fields))
    case 0xD0: self = .subjects(try fields.subjects(1))
    case 0xD2: self = .renaming(try Self.renamings.value(try fields.number(1)))
    case 0xD1: self = .linking(try Self.linkings.value(try fields.number(1)))
    default: throw Malformed()
    }
  }
}

extension FieldReader {
  /// Reads each field of that tag as a record.
  fileprivate mutating func records<Record>(
    _ tag: UInt8, _ read: (inout FieldReader) throws(Malformed) -> Record
  ) throws(Malformed) -> [Record] {
    var records: [Record] = []
    for bytes in all(tag) {
      var fields = try FieldReader(bytes)
      records.append(try read(&fields))
    }
    return records
  }
}

extension FieldWriter {
  fileprivate mutating func put(_ state: ThrottleState) {
    for (key, run) in state.runs {
      put(1) { field in
        field.put(key)
        field.put(4, run.failures)
        field.put(5, run.since.milliseconds)
        field.put(6, run.last.milliseconds)
      }
    }
    for (id, attempt) in state.pending {
      put(2) { field in
        field.put(attempt.key)
        field.put(4) { $0.put(id) }
        field.put(5, attempt.charged.milliseconds)
      }
    }
  }
}

extension ThrottleState {
  fileprivate init(_ fields: inout FieldReader) throws(Malformed) {
    self.init()
    for bytes in fields.all(1) {
      var field = try FieldReader(bytes)
      let key = try ThrottleKey(&field)
      runs[key] = FailureRun(
        failures: try field.number(4), since: Timestamp(milliseconds: try field.number(5)),
        last: Timestamp(milliseconds: try field.number(6)))
      try field.finish()
    }
    for bytes in fields.all(2) {
      var field = try FieldReader(bytes)
      let key = try ThrottleKey(&field)
      var id = try field.inner(4)
      pending[try AttemptID(&id)] = PendingAttempt(
        key: key, charged: Timestamp(milliseconds: try field.number(5)))
      try field.finish()
    }
  }
}
