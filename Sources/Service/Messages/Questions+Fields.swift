import Identity

// The questions and notices of a conversation.

extension FieldWriter {
  mutating func put(_ question: Question) {
    for challenge in question.challenges { put(1) { $0.put(challenge) } }
    for method in question.methods { put(2, ProofMethod.codes.code(method)) }
    switch question.fault {
    case nil: break
    case .violation(let violation): put(3) { $0.put(violation) }
    case .some(let fault): put(4, AnswerFault.codes.code(fault))
    }
    put(5, question.timeLimit.map(\.wholeMilliseconds))
  }

  private mutating func put(_ challenge: Challenge) {
    put(1, challenge.id.number)
    switch challenge.kind {
    case .password: put(2, 1)
    case .code(let digits):
      put(2, 2)
      put(3, digits)
    case .newPassword(let reason):
      put(2, 3)
      put(3, NewPasswordReason.codes.code(reason))
    case .recoveryCode: put(2, 4)
    case .confirmation(let offer, let digits):
      put(2, 5)
      put(3, digits)
      put(5, offer.picture.bytes)
      put(6, offer.secret)
    case .prompt(let words, let isSecret):
      put(2, 6)
      put(7, AttemptSource.cut(words, to: Notice.longestQuotation))
      put(8, isSecret)
    }
  }

  mutating func put(_ notice: Notice) {
    switch notice {
    case .quotation(let words, let weight):
      put(1, 1)
      put(2, Notice.Weight.codes.code(weight))
      put(3, AttemptSource.cut(words, to: Notice.longestQuotation))
    case .passwordEnds(let days):
      put(1, 2)
      put(4, days)
    case .recoveryCodes(let codes):
      put(1, 3)
      for code in codes { put(5, code) }
    }
  }
}

extension Question {
  /// The most fields of a question. PAM asks for as many at once at most.
  private static let mostChallenges = 32

  init(_ fields: inout FieldReader) throws(Malformed) {
    var challenges: [Challenge] = []
    for bytes in fields.all(1) {
      var inner = try FieldReader(bytes)
      challenges.append(try Challenge(&inner))
    }
    guard (1...Self.mostChallenges).contains(challenges.count) else { throw Malformed() }
    var methods: [ProofMethod] = []
    for method in fields.all(2) {
      guard method.count == 1, let code = method.first else { throw Malformed() }
      methods.append(try ProofMethod.codes.value(Int(code)))
    }
    var fault: AnswerFault?
    if var violation = try fields.optionalInner(3) { fault = .violation(try PasswordViolation(&violation)) }
    if let code: Int = try fields.optionalNumber(4) { fault = try AnswerFault.codes.value(code) }
    let limit: Int64? = try fields.optionalNumber(5)
    self.init(challenges, methods: methods, fault: fault, timeLimit: limit.map { .milliseconds($0) })
  }
}

extension Challenge {
  fileprivate init(_ fields: inout FieldReader) throws(Malformed) {
    let (id, kind): (UInt16, Int) = (try fields.number(1), try fields.number(2))
    // A secret to challenge 0 would be one to none.
    guard id != 0 else { throw Malformed() }
    self.init(try Kind(kind, &fields), id: ChallengeID(id))
    try fields.finish()
  }
}

extension Challenge.Kind {
  fileprivate init(_ kind: Int, _ fields: inout FieldReader) throws(Malformed) {
    switch kind {
    case 1: self = .password
    case 2: self = .code(digits: try fields.digits(3))
    case 3: self = .newPassword(try NewPasswordReason.codes.value(try fields.number(3)))
    case 4: self = .recoveryCode
    case 5:
      let digits = try fields.digits(3)
      guard let bytes = fields.bytes(5), let picture = BitMatrix(bytes: Array(bytes)) else { throw Malformed() }
      self = .confirmation(CodeOffer(picture: picture, secret: try fields.text(6)), digits: digits)
    case 6: self = .prompt(try fields.text(7), isSecret: try fields.flag(8))
    default: throw Malformed()
    }
  }
}

extension FieldReader {
  /// The number of digits of a code.
  fileprivate mutating func digits(_ tag: UInt8) throws(Malformed) -> Int {
    let digits: Int = try number(tag)
    guard (1...16).contains(digits) else { throw Malformed() }
    return digits
  }
}

extension Notice {
  /// The most bytes of a quotation that are sent.
  static let longestQuotation = 1000
  /// The most recovery codes of an account.
  private static let mostRecoveryCodes = 32

  init(_ fields: inout FieldReader) throws(Malformed) {
    switch try fields.number(1) as Int {
    case 1:
      let weight = try Weight.codes.value(try fields.number(2))
      self = .quotation(try fields.text(3), weight)
    case 2: self = .passwordEnds(days: try fields.number(4))
    case 3:
      var codes: [String] = []
      for code in fields.all(5) {
        guard let code = String(validating: code, as: UTF8.self) else { throw Malformed() }
        codes.append(code)
      }
      guard codes.count <= Self.mostRecoveryCodes else { throw Malformed() }
      self = .recoveryCodes(codes)
    default: throw Malformed()
    }
  }
}

extension Notice.Weight {
  static let codes = Codes<Notice.Weight>([.information, .error])
}

extension ProofMethod {
  static let codes = Codes<ProofMethod>([.code, .recoveryCode])
}

extension NewPasswordReason {
  static let codes = Codes<NewPasswordReason>([.oneTime, .expired])
}

extension AnswerFault {
  /// All but ``violation(_:)``.
  static let codes = Codes<AnswerFault>([.wrong, .used, .codesLocked, .codesUnavailable, .unconfirmed])
}

extension Waiting {
  static let codes = Codes<Waiting>([.approval])
}
