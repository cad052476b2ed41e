import Identity
import Secrets

// The records that only messages of administrators have.

extension FieldWriter {
  mutating func put(_ account: NewAccount) {
    put(1, account.email.text)
    put(2, account.passwordHash.phc)
  }

  mutating func put(_ change: AccountChange) {
    switch change {
    case .password(let hash):
      put(1, 1)
      put(2, hash.phc)
    case .oneTimePassword(let hash):
      put(1, 2)
      put(2, hash.phc)
    case .removeSecondStep: put(1, 3)
    case .recoveryCodes(let digests):
      put(1, 4)
      for digest in digests { put(3, digest.bytes) }
    case .lock: put(1, 5)
    case .unlock: put(1, 6)
    case .remove: put(1, 7)
    }
  }

  mutating func put(_ selection: SessionSelection) {
    switch selection {
    case .id(let id):
      put(1, 1)
      put(2, id.text)
    case .token(let digest):
      put(1, 2)
      put(3, digest.bytes)
    case .allOf(let email):
      put(1, 3)
      put(4, email.text)
    case .all: put(1, 4)
    }
  }

  mutating func put(_ selection: ThrottleSelection) {
    switch selection {
    case .email(let email):
      put(1, 1)
      put(2, email.text)
    case .source(let source):
      put(1, 2)
      put(3, source.uid)
      put(4, source.place)
    case .uid(let uid):
      put(1, 3)
      put(3, uid)
    case .all: put(1, 4)
    }
  }

  mutating func put(_ account: KnownAccount) {
    put(1, account.id)
    put(2, account.email.text)
    put(3, account.hasSecondStep)
  }

  mutating func put(_ account: AccountSummary) {
    put(1, account.email.text)
    put(2, account.isLocked)
    put(3, account.added.milliseconds)
    put(4, account.lastSignIn?.milliseconds)
    if account.hasSecondStep { put(128, true) }
    if account.mustChangePassword { put(129, true) }
  }

  mutating func put(_ throttle: Throttle) {
    put(1, throttle.firstBlockingFailure)
    put(2, throttle.longestBlock.wholeMilliseconds)
    put(3, throttle.memory.wholeMilliseconds)
    put(4, throttle.disablingFailure)
    for uid in throttle.gateUIDs.sorted() { put(5, uid) }
  }

  /// Tags 1 to 3.
  mutating func put(_ key: ThrottleKey) {
    put(1, key.email)
    put(2, key.source.uid)
    put(3, key.source.place)
  }
}

extension FieldReader {
  /// An email that may have been stored by an earlier version.
  mutating func email(_ tag: UInt8) throws(Malformed) -> EmailAddress {
    guard let email = try optionalEmail(tag) else { throw Malformed() }
    return email
  }

  mutating func optionalEmail(_ tag: UInt8) throws(Malformed) -> EmailAddress? {
    guard let text = try optionalText(tag) else { return nil }
    guard let email = EmailAddress(stored: text) else { throw Malformed() }
    return email
  }

  mutating func source(_ tag: UInt8) throws(Malformed) -> AttemptSource {
    var source = try inner(tag)
    return try AttemptSource(&source)
  }

  mutating func digest(_ tag: UInt8) throws(Malformed) -> TokenDigest {
    guard let digest = bytes(tag).flatMap({ TokenDigest(bytes: Array($0)) }) else { throw Malformed() }
    return digest
  }

  mutating func subject(_ tag: UInt8) throws(Malformed) -> Subject {
    guard let subject = Subject(text: try text(tag)) else { throw Malformed() }
    return subject
  }

  /// Reads each field of that tag.
  mutating func subjects(_ tag: UInt8) throws(Malformed) -> [Subject] {
    var subjects: [Subject] = []
    while let text = try optionalText(tag) {
      guard let subject = Subject(text: text) else { throw Malformed() }
      subjects.append(subject)
    }
    return subjects
  }

  mutating func hash(_ tag: UInt8) throws(Malformed) -> PasswordHash {
    guard let hash = try? PasswordHash(phc: try text(tag)) else { throw Malformed() }
    return hash
  }
}

extension NewAccount {
  init(_ fields: inout FieldReader) throws(Malformed) {
    guard let email = EmailAddress(try fields.text(1)) else { throw Malformed() }
    self.init(email: email, passwordHash: try fields.hash(2))
    try fields.finish()
  }
}

extension AccountChange {
  init(_ fields: inout FieldReader) throws(Malformed) {
    switch try fields.number(1) as Int {
    case 1: self = .password(try fields.hash(2))
    case 2: self = .oneTimePassword(try fields.hash(2))
    case 3: self = .removeSecondStep
    case 4:
      let digests = fields.all(3)
      let codes = digests.compactMap { RecoveryCodeDigest(bytes: Array($0)) }
      guard codes.count == digests.count else { throw Malformed() }
      self = .recoveryCodes(codes)
    case 5: self = .lock
    case 6: self = .unlock
    case 7: self = .remove
    default: throw Malformed()
    }
    try fields.finish()
  }
}

extension SessionSelection {
  init(_ fields: inout FieldReader) throws(Malformed) {
    switch try fields.number(1) as Int {
    case 1:
      guard let id = SessionID(try fields.text(2)) else { throw Malformed() }
      self = .id(id)
    case 2: self = .token(try fields.digest(3))
    case 3: self = .allOf(try fields.email(4))
    case 4: self = .all
    default: throw Malformed()
    }
    try fields.finish()
  }
}

extension ThrottleSelection {
  init(_ fields: inout FieldReader) throws(Malformed) {
    switch try fields.number(1) as Int {
    case 1: self = .email(try fields.email(2))
    case 2: self = .source(ThrottleSource(uid: try fields.number(3), place: try fields.text(4)))
    case 3: self = .uid(try fields.number(3))
    case 4: self = .all
    default: throw Malformed()
    }
    try fields.finish()
  }
}

extension KnownAccount {
  init(_ fields: inout FieldReader) throws(Malformed) {
    self.init(id: try fields.number(1), email: try fields.email(2), hasSecondStep: try fields.flag(3))
    try fields.finish()
  }
}

extension AccountSummary {
  init(_ fields: inout FieldReader) throws(Malformed) {
    self.init(
      email: try fields.email(1), isLocked: try fields.flag(2), added: Timestamp(milliseconds: try fields.number(3)),
      lastSignIn: try fields.optionalNumber(4).map(Timestamp.init(milliseconds:)), hasSecondStep: try fields.flag(128),
      mustChangePassword: try fields.flag(129))
    try fields.finish()
  }
}

extension Throttle {
  init(_ fields: inout FieldReader) throws(Malformed) {
    self.init(
      firstBlockingFailure: try fields.number(1), longestBlock: .milliseconds(try fields.number(2) as Int64),
      memory: .milliseconds(try fields.number(3) as Int64), disablingFailure: try fields.optionalNumber(4))
    while let uid: UInt32 = try fields.optionalNumber(5) { gateUIDs.insert(uid) }
    try fields.finish()
  }
}

extension ThrottleKey {
  init(_ fields: inout FieldReader) throws(Malformed) {
    self.init(
      email: try fields.text(1), source: ThrottleSource(uid: try fields.number(2), place: try fields.text(3)))
  }
}
