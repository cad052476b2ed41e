import SSHKeys

/// The rules for keys and signatures of SSH.
enum KeyBlobFaults {
  /// What is accepted is written as it was read, and no signature of the fuzzer's is valid for its message.
  static func of(_ bytes: [UInt8]) -> String? {
    if let key = try? PublicKey(blob: bytes), let fault = ofKey(key, bytes) { return fault }
    if let line = try? PublicKeyLine(String(decoding: bytes, as: UTF8.self)) {
      guard (try? PublicKeyLine(line.text)) == line else { return "the line is another when it is written" }
    }
    if let keys = try? AgentMessage.keys(in: bytes), keys.count * 5 > bytes.count { return "more keys than bytes" }
    if let signature = try? AgentMessage.signature(in: bytes), signature.count > bytes.count { return "the signature" }
    guard let signature = try? KeySignature(blob: bytes) else { return nil }
    guard signature.blob == bytes else { return "the signature is another when it is written" }
    return signature.isValid(for: [1, 2, 3], namespace: "nobody signs this") ? "it is valid" : nil
  }

  private static func ofKey(_ key: PublicKey, _ bytes: [UInt8]) -> String? {
    guard key.blob == bytes, bytes.count <= PublicKey.byteLimit else { return "the key is another" }
    return key.fingerprint.utf8.count == 50 ? nil : "the fingerprint"
  }
}
