/// Bytes in a message, as base64 with padding.
package struct WireText: Codable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let bytes = KeyText.decode(text.utf8) else { throw decoder.damaged }
    self.bytes = bytes
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(KeyText.encode(bytes))
  }
}

extension PublicKey: Codable {
  /// A key in a message.
  public init(from decoder: any Decoder) throws {
    do {
      try self.init(blob: WireText(from: decoder).bytes)
    } catch is KeyFault {
      throw decoder.damaged
    }
  }

  public func encode(to encoder: any Encoder) throws { try WireText(blob).encode(to: encoder) }
}

extension Decoder {
  fileprivate var damaged: DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: "It is no key."))
  }
}
