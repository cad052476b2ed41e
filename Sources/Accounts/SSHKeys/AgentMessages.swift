/// Why an agent is of no help.
public enum AgentFault: Error, Sendable, Hashable, CaseIterable {
  /// There is none, or it has ended.
  case missing
  /// It did not answer in time.
  case silent
  /// It sent something else than an answer, or more than OpenSSH's would.
  case nonsense
  /// It offers no key that counts. One that is locked offers none.
  case noKey
  /// What is to be signed names another service, so it is not asked.
  case otherService
  /// It refuses to sign: it is locked, somebody said no, the key is gone, needs a PIN that it can't ask for, or is bound to
  /// hosts.
  case refused
}

/// A message to an agent, and what it answers: two of those of OpenSSH's PROTOCOL.agent.
package enum AgentMessage {
  /// The bytes of a message's length.
  package static let headerCount = 4
  /// The most bytes of a message, and of an answer: AGENT_MAX_LEN of OpenSSH.
  package static let byteLimit = 256 * 1024
  /// The most keys of an agent that are looked at. OpenSSH's has no more.
  static let mostKeys = 2048
  /// The most bytes of a key's name that are looked at. They hold every name that an account takes.
  static let nameByteLimit = 256

  private enum Number {
    static let failure: UInt8 = 5
    static let listKeys: UInt8 = 11
    static let keys: UInt8 = 12
    static let sign: UInt8 = 13
    static let signature: UInt8 = 14
  }

  /// Asks for the keys.
  package static var listKeys: [UInt8] { framed([Number.listKeys]) }

  /// Asks for a signature.
  package static func sign(_ bytes: [UInt8], by key: PublicKey) -> [UInt8] {
    var message = [Number.sign]
    message.append(string: key.blob)
    message.append(string: bytes)
    message.append(uint32: 0)  // no flags: they choose hashes of RSA
    return framed(message)
  }

  private static func framed(_ message: [UInt8]) -> [UInt8] {
    var framed: [UInt8] = []
    framed.append(string: message)
    return framed
  }

  /// The length of the answer behind a header, which is ``headerCount`` bytes long.
  package static func answerCount(_ header: some Collection<UInt8>) throws(AgentFault) -> Int {
    let count = header.reduce(0) { $0 << 8 | Int($1) }
    guard (1...byteLimit).contains(count) else { throw .nonsense }
    return count
  }

  /// The keys in an answer. Those of other kinds are left out, and long names are cut.
  package static func keys(in answer: [UInt8]) throws(AgentFault) -> [PublicKeyLine] {
    try reading(answer, Number.keys) { reader throws(KeyFault) in
      let count = try reader.uint32()
      guard count <= mostKeys else { throw .malformed }
      var keys: [PublicKeyLine] = []
      for _ in 0..<count {
        let blob = try reader.string(atMost: byteLimit)
        let name = try reader.string(atMost: byteLimit)
        guard let key = try? PublicKey(blob: blob) else { continue }
        keys.append(PublicKeyLine(key, name: String(decoding: name.prefix(nameByteLimit), as: UTF8.self)))
      }
      return keys
    }
  }

  /// The signature in an answer.
  package static func signature(in answer: [UInt8]) throws(AgentFault) -> [UInt8] {
    try reading(answer, Number.signature) { reader throws(KeyFault) in
      try reader.string(atMost: KeySignature.rawByteLimit)
    }
  }

  private static func reading<Value>(
    _ answer: [UInt8], _ number: UInt8, _ body: (inout WireReader) throws(KeyFault) -> Value
  ) throws(AgentFault) -> Value {
    if answer.first == Number.failure { throw .refused }
    var reader = WireReader(answer)
    do throws(KeyFault) {
      guard try reader.byte() == number else { throw .malformed }
      let value = try body(&reader)
      try reader.end()
      return value
    } catch {
      throw .nonsense
    }
  }
}
