import Identity
import Secrets

// Errors are codes with parameters. The form says them in its user's language.

extension FieldWriter {
  mutating func put(_ error: StoreError) {
    put(4, error.path)
    switch error {
    case .unreachable(.refused(let step, let errorNumber), _):
      put(1, 1)
      put(2, StoreError.steps.code(step))
      put(3, errorNumber)
    case .unreachable(let obstacle, _):
      put(1, 2)
      put(2, StoreError.obstacles.code(obstacle))
    case .damaged(.unusable(let sqliteError), _):
      put(1, 3)
      put(3, sqliteError)
    case .damaged(let damage, _):
      put(1, 4)
      put(2, StoreError.damages.code(damage))
    case .untrusted(let risk, _):
      put(1, 5)
      put(2, StoreError.risks.code(risk))
    case .inputOutput(let problem, _):
      put(1, 6)
      put(2, StoreError.problems.code(problem))
    case .notRecorded(let recorder, let errorNumber):
      put(1, 7)
      put(2, StoreError.recorders.code(recorder))
      put(3, errorNumber)
    case .hashing(let error):
      put(1, 8)
      put(2, StoreError.hashing.code(error))
    case .keeper(let fault):
      put(1, 9)
      put(2, StoreError.faults.code(fault))
    case .service(.refused(let errorNumber), _):
      put(1, 10)
      put(3, errorNumber)
    case .service(let fault, _):
      put(1, 11)
      put(2, StoreError.services.code(fault))
    case .server(.failed(let state), _):
      put(1, 12)
      put(3, state.number)
    case .server(let fault, _):
      put(1, 13)
      put(2, StoreError.servers.code(fault))
    }
  }

  mutating func put(_ violation: PasswordViolation) {
    if case .length(let range) = violation {
      put(1, 1)
      put(2, range)
    } else {
      put(1, 1 + PasswordViolation.fixed.code(violation))
    }
  }

  mutating func put(_ reason: Unavailability) {
    switch reason {
    case .version(let version):
      put(1, 1)
      put(2, version.major)
      put(3, version.minor)
    case .busy: put(1, 2)
    case .notNow: put(1, 4)
    case .store(let error):
      put(1, 5)
      put(4) { $0.put(error) }
    }
  }

  mutating func put(_ ending: Ending) {
    put(1, ending.code)
    switch ending {
    case .signedIn(let email, let session, let isNew):
      put(2, email.text)
      if let session { put(3) { $0.put(session) } }
      put(4, isNew)
    case .refused(let seconds, let isNew):
      put(5, seconds)
      put(4, isNew)
    case .throttled(let seconds, let isNew):
      put(5, seconds)
      put(4, isNew)
    case .disabled(let isNew), .cancelled(let isNew): put(4, isNew)
    case .violation(let violation): put(6) { $0.put(violation) }
    case .unavailable(let error, let isNew):
      put(7) { $0.put(error) }
      put(4, isNew)
    case .changed, .exists, .notFirst, .secondStepMissing, .taken: break
    }
  }
}

extension StoreError {
  static let steps = Codes<Step>([.look, .make, .open, .write, .close])
  static let obstacles = Codes<Obstacle>([
    .noFileName, .notDirectory, .notFile, .removed, .replaced, .busy, .notOpened, .outOfMemory,
    .keyLost, .keyNotHere, .keyOfOthers,
  ])
  static let damages = Codes<Damage>([.empty, .notStore, .otherProgram, .newerVersion, .corrupt, .foreignValue])
  static let risks = Codes<Risk>([
    .symbolicLink, .hardLink, .otherOwner, .writableByOthers(.closeFile), .writableByOthers(.closeFolder),
    .writableByOthers(.otherPlace),
  ])
  static let problems = Codes<DiskProblem>([.full, .tooManyFiles, .readOnlyDisk, .readOnlyFile, .failing])
  static let recorders = Codes<Recorder>([.journal, .syslog])
  static let hashing = Codes<HashingError>([.outOfMemory, .passwordWiped])
  static let faults = Codes<KeeperFault>(KeeperFault.allCases)
  static let services = Codes<ServiceFault>([
    .absent, .unattended, .noSocket, .otherServer, .otherOwner, .writableByOthers,
  ])
  static let servers = Codes<ServerFault>([
    .notReached, .notAllowed, .busy, .readOnly, .full, .tooSlow, .lost, .uncertain, .noTables, .olderTables,
    .newerTables,
  ])

  init(_ fields: inout FieldReader) throws(Malformed) {
    let (kind, code): (Int, Int) = (try fields.number(1), try fields.optionalNumber(2) ?? 0)
    let number: Int32 = try fields.optionalNumber(3) ?? 0
    let path = try fields.optionalText(4) ?? ""
    switch kind {
    case 1: self = .unreachable(.refused(try Self.steps.value(code), errorNumber: number), path: path)
    case 2: self = .unreachable(try Self.obstacles.value(code), path: path)
    case 3: self = .damaged(.unusable(sqliteError: number), path: path)
    case 4: self = .damaged(try Self.damages.value(code), path: path)
    case 5: self = .untrusted(try Self.risks.value(code), path: path)
    case 6: self = .inputOutput(try Self.problems.value(code), path: path)
    case 7: self = .notRecorded(try Self.recorders.value(code), errorNumber: number)
    case 8: self = .hashing(try Self.hashing.value(code))
    case 9: self = .keeper(try Self.faults.value(code))
    case 10: self = .service(.refused(errorNumber: number), path: path)
    case 11: self = .service(try Self.services.value(code), path: path)
    case 12:
      guard let state = SQLState(number: number) else { throw Malformed() }
      self = .server(.failed(state), path: path)
    case 13: self = .server(try Self.servers.value(code), path: path)
    default: throw Malformed()
    }
    try fields.finish()
  }
}

extension PasswordViolation {
  static let fixed = Codes<PasswordViolation>([.partOfEmail, .common, .unchanged])

  init(_ fields: inout FieldReader) throws(Malformed) {
    let code: Int = try fields.number(1)
    self = code == 1 ? .length(try fields.range(2)) : try Self.fixed.value(code - 1)
    try fields.finish()
  }
}

extension Unavailability {
  init(_ fields: inout FieldReader) throws(Malformed) {
    switch try fields.number(1) as Int {
    case 1: self = .version(ProtocolVersion(major: try fields.number(2), minor: try fields.number(3)))
    case 2: self = .busy
    case 4: self = .notNow
    case 5:
      var error = try fields.inner(4)
      self = .store(try StoreError(&error))
    default: throw Malformed()
    }
  }
}

extension Ending {
  fileprivate var code: Int {
    switch self {
    case .signedIn: 1
    case .refused: 2
    case .throttled: 3
    case .disabled: 4
    case .cancelled: 5
    case .changed: 6
    case .violation: 7
    case .exists: 8
    case .notFirst: 9
    case .unavailable: 10
    case .secondStepMissing: 11
    case .taken: 12
    }
  }

  init(_ fields: inout FieldReader) throws(Malformed) {
    let code: Int = try fields.number(1)
    let isNew = try fields.flag(4)
    switch code {
    case 1:
      guard let email = EmailAddress(stored: try fields.text(2)) else { throw Malformed() }
      var session: Session?
      if var inner = try fields.optionalInner(3) { session = try Session(&inner) }
      self = .signedIn(email, session, isNew: isNew)
    case 2: self = .refused(blockedFor: try fields.optionalNumber(5), isNew: isNew)
    case 3: self = .throttled(seconds: try fields.number(5), isNew: isNew)
    case 4: self = .disabled(isNew: isNew)
    case 5: self = .cancelled(isNew: isNew)
    case 6: self = .changed
    case 7:
      var violation = try fields.inner(6)
      self = .violation(try PasswordViolation(&violation))
    case 8: self = .exists
    case 9: self = .notFirst
    case 10:
      var error = try fields.inner(7)
      self = .unavailable(try StoreError(&error), isNew: isNew)
    case 11: self = .secondStepMissing
    case 12: self = .taken
    default: throw Malformed()
    }
  }
}
