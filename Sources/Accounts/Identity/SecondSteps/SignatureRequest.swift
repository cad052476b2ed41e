public import SSHKeys
public import Secrets

/// What a key must sign. It names the service, the account and the purpose, and has 32 random bytes, so no signature serves
/// twice, elsewhere or for something else. The form writes the bytes that are signed, from these fields and in a namespace of
/// our own: a service can't have it sign anything of another program.
public struct SignatureRequest: Sendable, Hashable {
  /// The purpose of a signature.
  public enum Purpose: String, Sendable, Hashable, CaseIterable, Codable {
    /// A sign-in.
    case signIn
    /// A change of the account.
    case change
    /// To show that the owner has the key, which is then added.
    case newKey
  }

  /// The number of random bytes.
  public static let nonceCount = 32
  /// The most bytes of a service's name.
  static let serviceLimit = 255
  /// The namespace of PROTOCOL.sshsig.
  public static let namespace = "second-step@signin"

  /// The random bytes.
  public let nonce: [UInt8]
  /// The service's name, which people know.
  public let service: String
  /// The number of the account.
  public let account: Int64
  /// The purpose.
  public let purpose: Purpose
  /// The account's keys: one of them must sign, or a key that is none of them if the purpose is ``Purpose/newKey``.
  public let keys: [PublicKey]

  /// A request with random bytes of its own. Nil if memory is exhausted.
  public init?(service: String, account: Int64, _ purpose: Purpose, keys: [PublicKey]) {
    guard let nonce = SecretBytes(randomCount: Self.nonceCount) else { return nil }
    self.init(
      nonce: nonce.withBytes { Array(UnsafeBufferPointer(start: $0, count: $1)) }, service: service, account: account,
      purpose, keys: keys)
  }

  /// A request with these random bytes; nil unless they are 32, and the service has a name that fits.
  public init?(nonce: [UInt8], service: String, account: Int64, _ purpose: Purpose, keys: [PublicKey]) {
    guard nonce.count == Self.nonceCount, service.utf8.count <= Self.serviceLimit, keys.count <= AccountKey.most else {
      return nil
    }
    (self.nonce, self.service, self.account, self.purpose, self.keys) = (nonce, service, account, purpose, keys)
  }

  /// The message of the signature.
  var message: [UInt8] {
    var message: [UInt8] = []
    message.append(string: nonce)
    for text in [service, String(account), purpose.rawValue] { message.append(string: text.utf8) }
    return message
  }

  /// The bytes for an agent.
  public var bytesToSign: [UInt8] { KeySignature.bytesToSign(message, namespace: Self.namespace) }

  /// Whether the signature answers this. Who made it, and whether somebody touched the key, is another question.
  func isAnswered(by signature: KeySignature) -> Bool {
    signature.isValid(for: message, namespace: Self.namespace)
  }
}

extension SignatureRequest: Codable {
  private enum CodingKeys: CodingKey { case nonce, service, account, purpose, keys }

  /// A request in a message.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let request = SignatureRequest(
      nonce: try fields.decode(WireText.self, forKey: .nonce).bytes,
      service: try fields.decode(String.self, forKey: .service),
      account: try fields.decode(Int64.self, forKey: .account),
      try fields.decode(Purpose.self, forKey: .purpose), keys: try fields.decode([PublicKey].self, forKey: .keys))
    guard let request else { throw decoder.unacceptable }
    self = request
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(WireText(nonce), forKey: .nonce)
    try fields.encode(service, forKey: .service)
    try fields.encode(account, forKey: .account)
    try fields.encode(purpose, forKey: .purpose)
    try fields.encode(keys, forKey: .keys)
  }
}

/// A signature as the answer to a challenge: base64, and the name of a new key behind a blank. It is no secret, but travels as
/// every answer does.
public struct KeyAnswer: Sendable, Hashable {
  /// The signature.
  public let signature: KeySignature
  /// The name that the agent knows the key by.
  public let name: String

  /// The answer with that signature.
  public init(_ signature: KeySignature, name: String = "") { (self.signature, self.name) = (signature, name) }

  /// The answer as it came; nil unless it is one.
  init?(_ answer: SealedPassword) {
    guard let text = answer.withUTF8({ Array($0) }) else { return nil }
    let parts = text.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard let first = parts.first, let blob = Base64.decodePadded(first), let signature = try? KeySignature(blob: blob)
    else {
      return nil
    }
    self.init(signature, name: parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "")
  }

  /// The answer as it is sent.
  public func sealed() throws(PasswordError) -> SealedPassword {
    let text = GuardedText(capacity: SealedPassword.byteLimit)
    let name = NewAccountKey(signature.key, name: name).name
    var line = Base64.padded.encode(signature.blob) + (name.isEmpty ? "" : " " + name)
    _ = line.withUTF8 { text.replace(0..<0, with: $0) }
    return try text.sealed()
  }
}
