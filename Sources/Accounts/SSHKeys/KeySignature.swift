internal import CHogweed
internal import CSodium

/// A signature by an SSH key in the format of OpenSSH's PROTOCOL.sshsig, without the armour of a file. It names its key and the
/// purpose (the namespace) for which it was made, so a signature for one program is none for another.
public struct KeySignature: Sendable, Hashable {
  /// What a security key says about a signature (OpenSSH's PROTOCOL.u2f).
  public struct Device: Sendable, Hashable {
    let flags: UInt8
    /// How many signatures the device has made. Some devices always say 0.
    public let counter: UInt32

    /// Whether somebody touched it.
    public var isTouched: Bool { flags & 0x01 != 0 }
    /// Whether it verified its user, by a PIN or a finger.
    public var isUserVerified: Bool { flags & 0x04 != 0 }

    /// What a device says, as it stands in a signature.
    public init(flags: UInt8, counter: UInt32) { (self.flags, self.counter) = (flags, counter) }
  }

  /// The key that made it.
  public let key: PublicKey
  /// What its device says; nil for a key in a file.
  public let device: Device?
  /// The signature with its format, as an agent returns it.
  private let signature: [UInt8]
  private let namespace: [UInt8]
  private let number: Number

  private enum Number: Sendable, Hashable {
    case ed25519([UInt8])
    case p256(r: [UInt8], s: [UInt8])
  }

  /// The most bytes of a signature in this format.
  public static let byteLimit = 700
  /// The most bytes of what an agent returns: two numbers, flags and a counter.
  package static let rawByteLimit = 200
  /// The hash of the message. OpenSSH writes this one if nobody asks for another.
  private static let hash = "sha512"
  private static let magic = "SSHSIG"
  private static let version: UInt32 = 1

  /// The signature in `blob`.
  public init(blob: [UInt8]) throws(KeyFault) {
    guard blob.count <= Self.byteLimit else { throw .malformed }
    var reader = WireReader(blob)
    guard try reader.bytes(6).elementsEqual(Self.magic.utf8), try reader.uint32() == Self.version else {
      throw .malformed
    }
    let key = try PublicKey(blob: try reader.string(atMost: PublicKey.byteLimit))
    let namespace = try reader.string(atMost: 64)
    try reader.string(equalTo: "")  // reserved
    try reader.string(equalTo: Self.hash)
    let signature = try reader.string(atMost: Self.rawByteLimit)
    try reader.end()
    try self.init(key, signature, namespace)
  }

  /// The signature that an agent returned for ``bytesToSign(_:namespace:)``.
  public init(_ key: PublicKey, agentReturned signature: [UInt8], namespace: String) throws(KeyFault) {
    try self.init(key, signature, Array(namespace.utf8))
  }

  private init(_ key: PublicKey, _ signature: [UInt8], _ namespace: [UInt8]) throws(KeyFault) {
    (self.key, self.signature, self.namespace) = (key, signature, namespace)
    var reader = WireReader(signature)
    try reader.string(equalTo: key.kind.rawValue)
    let value = try reader.string(atMost: 80)
    if key.kind.isEd25519 {
      guard value.count == 64 else { throw .malformed }
      number = .ed25519(value)
    } else {
      var numbers = WireReader(value)
      number = .p256(r: try numbers.number256(), s: try numbers.number256())
      try numbers.end()
    }
    device = key.kind.isSecurityKey ? Device(flags: try reader.byte(), counter: try reader.uint32()) : nil
    try reader.end()
  }

  /// The signature as it is sent.
  public var blob: [UInt8] {
    var blob = Array(Self.magic.utf8)
    blob.append(uint32: Self.version)
    blob.append(string: key.blob)
    blob.append(string: namespace)
    blob.append(string: [])
    blob.append(string: Self.hash.utf8)
    blob.append(string: signature)
    return blob
  }

  /// The bytes that an agent signs, for a message and a purpose.
  public static func bytesToSign(_ message: [UInt8], namespace: String) -> [UInt8] {
    var bytes = Array(magic.utf8)
    bytes.append(string: namespace.utf8)
    bytes.append(string: [])
    bytes.append(string: hash.utf8)
    bytes.append(string: sha512(message))
    return bytes
  }

  /// Whether this is the key's signature of that message for that purpose. Whether its device was touched is another question.
  public func isValid(for message: [UInt8], namespace: String) -> Bool {
    guard self.namespace.elementsEqual(namespace.utf8) else { return false }
    var signed = Self.bytesToSign(message, namespace: namespace)
    if let device {
      var bytes = sha256(key.application) + [device.flags]
      bytes.append(uint32: device.counter)
      signed = bytes + sha256(signed)
    }
    switch number {
    case .ed25519(let value):
      return crypto_sign_verify_detached(value, signed, UInt64(signed.count), key.point) == 0
    case .p256(let r, let s): return signin_p256_verify(key.point, sha256(signed), r, s) == 1
    }
  }
}
