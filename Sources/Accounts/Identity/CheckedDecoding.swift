import Secrets

// Values in messages. Those that have rules are read by the initialiser that checks them; all others have the coding that
// the compiler makes. A duration is in whole milliseconds.

extension EmailAddress: Codable {
  /// An address as stores keep it. A typed one is checked again, see ``Login``.
  public init(from decoder: any Decoder) throws { self = try decoder.checked(EmailAddress.init(stored:)) }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension LoginName: Decodable {
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let text = try fields.decode(String.self, forKey: .text)
    guard let name = LoginName(text, of: try fields.decode(String.self, forKey: .provider)) else {
      throw decoder.unacceptable
    }
    self = name
  }
}

extension Login: Codable {
  private enum CodingKeys: CodingKey { case email, name }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try fields.decodeIfPresent(String.self, forKey: .email) {
      guard let email = EmailAddress(text) else { throw decoder.unacceptable }
      self = .email(email)
    } else {
      self = .name(try fields.decode(LoginName.self, forKey: .name))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .email(let email): try fields.encode(email, forKey: .email)
    case .name(let name): try fields.encode(name, forKey: .name)
    }
  }
}

extension NewAccount: Decodable {
  private enum Key: CodingKey { case email, passwordHash }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    guard let email = EmailAddress(try fields.decode(String.self, forKey: .email)) else { throw decoder.unacceptable }
    self.init(email: email, passwordHash: try fields.decode(PasswordHash.self, forKey: .passwordHash))
  }
}

extension Subject: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.checked(Subject.init(text:)) }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension SQLState: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.checked(SQLState.init(_:)) }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension SessionID: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.checked(SessionID.init(_:)) }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension AccountReference: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.checked(AccountReference.init(_:)) }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension ChallengeID: Codable {
  /// A number from 1 on. A secret to challenge 0 would be one to none.
  public init(from decoder: any Decoder) throws {
    self = try decoder.checked { (number: UInt16) in number == 0 ? nil : ChallengeID(number) }
  }

  public func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
}

extension BitMatrix: Codable {
  /// A text for each row: `1` for a dark module, `0` for a light one.
  public init(from decoder: any Decoder) throws { self = try decoder.checked(BitMatrix.init(rows:)) }

  public func encode(to encoder: any Encoder) throws {
    let rows = (0..<size).map { row in String((0..<size).map { self[row, $0] ? "1" : "0" }) }
    try rows.encode(to: encoder)
  }

  private init?(rows: [String]) {
    guard (1...Self.sizeLimit).contains(rows.count) else { return nil }
    self.init(size: rows.count)
    for (row, text) in rows.enumerated() {
      guard text.utf8.count == size, text.utf8.allSatisfy("01".utf8.contains) else { return nil }
      for (column, module) in text.utf8.enumerated() { self[row, column] = module == UInt8(ascii: "1") }
    }
  }
}

extension PasswordLengths: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.checked(PasswordLengths.init) }

  public func encode(to encoder: any Encoder) throws { try range.encode(to: encoder) }
}

extension Timestamp: Codable {
  /// A moment outside of ``Timestamp/range`` counts as the nearest one: former versions sent some for "always".
  public init(from decoder: any Decoder) throws { self = try decoder.checked(Timestamp.init(milliseconds:)) }

  public func encode(to encoder: any Encoder) throws { try milliseconds.encode(to: encoder) }
}

extension AttemptSource: Decodable {
  private enum Key: CodingKey { case tty, uid, host, program }

  /// Texts that are too long are cut.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    self.init(
      tty: try fields.decode(String.self, forKey: .tty), uid: try fields.decode(UInt32.self, forKey: .uid),
      host: try fields.decode(String.self, forKey: .host), program: try fields.decode(String.self, forKey: .program))
  }
}

extension AttemptSearch: Codable {
  /// A word, with the outcomes and the times that it names in the person's language.
  private struct Word: Codable {
    let word: String
    let outcomes: [AttemptOutcome]
    let times: SearchedTimes?
  }

  public init(from decoder: any Decoder) throws {
    self = try decoder.checked { (words: [Word]) in
      if words.count > Self.mostWords { return nil }
      if words.contains(where: { $0.times.map { $0.ranges.count > SearchedTimes.mostRanges } ?? false }) { return nil }
      let times = words.compactMap { word in word.times.map { (word.word, $0) } }
      return AttemptSearch(
        words.map { ($0.word, $0.outcomes) }, times: Dictionary(times, uniquingKeysWith: { first, _ in first }))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try words.map { Word(word: $0, outcomes: outcomes(named: $0), times: times(of: $0)) }.encode(to: encoder)
  }
}

extension Question: Codable {
  private enum CodingKeys: CodingKey { case challenges, methods, fault, timeLimit }

  /// Only the challenges must be there.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try fields.decode([Challenge].self, forKey: .challenges),
      methods: try fields.decodeIfPresent([ProofMethod].self, forKey: .methods) ?? [],
      fault: try fields.decodeIfPresent(AnswerFault.self, forKey: .fault),
      timeLimit: try fields.milliseconds(forKey: .timeLimit))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(challenges, forKey: .challenges)
    try fields.encode(methods, forKey: .methods)
    try fields.encodeIfPresent(fault, forKey: .fault)
    try fields.encodeIfPresent(timeLimit?.wholeMilliseconds, forKey: .timeLimit)
  }
}

extension WebAddress: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.checked(WebAddress.init(_:)) }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension ApprovalPage: Codable {
  private enum CodingKeys: CodingKey { case title, address, completeAddress, code, timeLimit }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let page = ApprovalPage(
      title: try fields.decodeIfPresent(String.self, forKey: .title),
      address: try fields.decode(WebAddress.self, forKey: .address),
      completeAddress: try fields.decodeIfPresent(WebAddress.self, forKey: .completeAddress),
      code: try fields.decode(String.self, forKey: .code),
      timeLimit: try fields.milliseconds(forKey: .timeLimit) ?? .zero)
    guard let page else { throw decoder.unacceptable }
    self = page
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(title, forKey: .title)
    try fields.encode(address, forKey: .address)
    try fields.encodeIfPresent(completeAddress, forKey: .completeAddress)
    try fields.encode(code, forKey: .code)
    try fields.encode(timeLimit.wholeMilliseconds, forKey: .timeLimit)
  }
}

extension SessionLifetime: Codable {
  private enum CodingKeys: CodingKey { case idle, absolute }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    guard let idle = try fields.milliseconds(forKey: .idle), let absolute = try fields.milliseconds(forKey: .absolute)
    else { throw decoder.unacceptable }
    self.init(idle: idle, absolute: absolute)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(idle.wholeMilliseconds, forKey: .idle)
    try fields.encode(absolute.wholeMilliseconds, forKey: .absolute)
  }
}

extension Throttle: Codable {
  private enum CodingKeys: CodingKey { case firstBlockingFailure, longestBlock, memory, disablingFailure, gateUIDs }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    guard let block = try fields.milliseconds(forKey: .longestBlock),
      let memory = try fields.milliseconds(forKey: .memory)
    else { throw decoder.unacceptable }
    self.init(
      firstBlockingFailure: try fields.decode(Int.self, forKey: .firstBlockingFailure), longestBlock: block,
      memory: memory, disablingFailure: try fields.decodeIfPresent(Int.self, forKey: .disablingFailure),
      gateUIDs: try fields.decode(Set<UInt32>.self, forKey: .gateUIDs))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(firstBlockingFailure, forKey: .firstBlockingFailure)
    try fields.encode(longestBlock.wholeMilliseconds, forKey: .longestBlock)
    try fields.encode(memory.wholeMilliseconds, forKey: .memory)
    try fields.encodeIfPresent(disablingFailure, forKey: .disablingFailure)
    try fields.encode(gateUIDs.sorted(), forKey: .gateUIDs)
  }
}

extension KeyedDecodingContainer {
  /// A duration in milliseconds; nil if it is not there.
  fileprivate func milliseconds(forKey key: Key) throws -> Duration? {
    try decodeIfPresent(Int64.self, forKey: key).map { .milliseconds($0) }
  }
}
