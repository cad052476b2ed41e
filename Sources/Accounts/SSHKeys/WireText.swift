internal import Secrets

/// Bytes in a message, as base64 with padding.
package struct WireText: Codable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(from decoder: any Decoder) throws {
    bytes = try decoder.checked { (text: String) in Base64.decodePadded(text.utf8) }
  }

  package func encode(to encoder: any Encoder) throws { try Base64.padded.encode(bytes).encode(to: encoder) }
}

extension PublicKey: Codable {
  /// A key in a message.
  public init(from decoder: any Decoder) throws {
    self = try decoder.checked { (text: WireText) in try? PublicKey(blob: text.bytes) }
  }

  public func encode(to encoder: any Encoder) throws { try WireText(blob).encode(to: encoder) }
}
