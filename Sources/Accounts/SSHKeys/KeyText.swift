internal import CSodium

/// Base64 with padding (RFC 4648, section 4), as files of OpenSSH have it.
package enum KeyText {
  package static func encode(_ bytes: [UInt8]) -> String {
    let capacity = sodium_base64_encoded_len(bytes.count, variant)  // counts the final NUL
    return String(unsafeUninitializedCapacity: capacity) { text in
      text.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return 0 }
        sodium_bin2base64(start, text.count, bytes, bytes.count, variant)
        return capacity - 1
      }
    }
  }

  /// The bytes that `text` encodes; nil unless it is their one form.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    // libsodium takes each byte above 127 for the last digit.
    guard text.count % 4 == 0, text.allSatisfy({ $0 < 128 }) else { return nil }
    var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3)
    var length = 0
    let result = Array(text).withUnsafeBytes { text in
      sodium_base642bin(
        &bytes, bytes.count, text.assumingMemoryBound(to: CChar.self).baseAddress, text.count, nil, &length, nil,
        variant)
    }
    return result == 0 ? Array(bytes.prefix(length)) : nil
  }

  private static let variant = sodium_base64_VARIANT_ORIGINAL
}

func sha256(_ bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: 32)
  crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
  return digest
}

func sha512(_ bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: 64)
  crypto_hash_sha512(&digest, bytes, UInt64(bytes.count))
  return digest
}
