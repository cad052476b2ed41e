internal import CSodium

/// The forms of base64 in use (RFC 4648).
package enum Base64 {
  /// Section 4, as files of OpenSSH and HTTP have it.
  case padded

  /// Section 4 without padding, for PHC strings.
  case standard

  /// Section 5 without padding, "base64url", for tokens: safe in addresses, file names and shells.
  case urlSafe

  private var variant: Int32 {
    switch self {
    case .padded: sodium_base64_VARIANT_ORIGINAL
    case .standard: sodium_base64_VARIANT_ORIGINAL_NO_PADDING
    case .urlSafe: sodium_base64_VARIANT_URLSAFE_NO_PADDING
    }
  }

  /// Returns the bytes as text. Takes the same time whatever the bytes are.
  package func encode(_ bytes: [UInt8]) -> String {
    let capacity = sodium_base64_encoded_len(bytes.count, variant)  // counts the final NUL
    return String(unsafeUninitializedCapacity: capacity) { text in
      text.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return 0 }
        sodium_bin2base64(start, text.count, bytes, bytes.count, variant)
        return capacity - 1
      }
    }
  }

  /// Writes the bytes as text and a NUL into a place that has room for both.
  package func encode(_ bytes: UnsafeRawBufferPointer, into place: UnsafeMutableRawBufferPointer) {
    guard let start = place.assumingMemoryBound(to: CChar.self).baseAddress,
      let bytesStart = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    else { return }
    sodium_bin2base64(start, place.count, bytesStart, bytes.count, variant)
  }

  /// Fills the place with the bytes that `text` encodes. Returns false unless `text` is their one canonical form.
  package func decode(_ text: UnsafeRawBufferPointer, into place: UnsafeMutableRawBufferPointer) -> Bool {
    guard let start = place.assumingMemoryBound(to: UInt8.self).baseAddress,
      let textStart = text.assumingMemoryBound(to: CChar.self).baseAddress
    else { return false }
    // libsodium takes each byte above 127 for the last digit.
    guard text.allSatisfy({ $0 < 128 }) else { return false }
    var length = 0
    let result = sodium_base642bin(start, place.count, textStart, text.count, nil, &length, nil, variant)
    return result == 0 && length == place.count
  }

  /// Returns the `count` bytes that `text` encodes, or `nil` unless `text` is their one canonical form.
  func decode(_ text: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let isDecoded = bytes.withUnsafeMutableBytes { place in text.withUnsafeBytes { decode($0, into: place) } }
    return isDecoded ? bytes : nil
  }

  /// Returns the bytes that `text` encodes with padding, or `nil` unless `text` is their one canonical form.
  package static func decodePadded(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let text = Array(text)
    return padded.decode(text[...], count: text.count / 4 * 3 - text.suffix(2).count { $0 == UInt8(ascii: "=") })
  }
}
