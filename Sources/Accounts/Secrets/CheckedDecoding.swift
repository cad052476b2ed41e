extension Decoder {
  /// Reads one value and makes another one of it.
  /// - Throws: A `DecodingError` if `make` refuses it. The error carries nothing of the value.
  package func checked<Read: Decodable, Value>(_ make: (Read) -> Value?) throws -> Value {
    guard let value = make(try singleValueContainer().decode(Read.self)) else { throw unacceptable }
    return value
  }

  /// The error for a value that breaks the rules of its type.
  package var unacceptable: DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: "The value breaks the rules of its type."))
  }
}

// In messages a hash and a digest are one text each.

extension PasswordHash: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.checked { try? PasswordHash(phc: $0) } }

  public func encode(to encoder: any Encoder) throws { try phc.encode(to: encoder) }
}

extension TokenDigest: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.checked { (text: String) in
      Base64.urlSafe.decode(Array(text.utf8)[...], count: Self.byteCount).flatMap(Self.init(bytes:))
    }
  }

  public func encode(to encoder: any Encoder) throws { try Base64.urlSafe.encode(bytes).encode(to: encoder) }
}

extension RecoveryCodeDigest: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.checked { (text: String) in
      Base64.urlSafe.decode(Array(text.utf8)[...], count: Self.byteCount).flatMap(Self.init(bytes:))
    }
  }

  public func encode(to encoder: any Encoder) throws { try Base64.urlSafe.encode(bytes).encode(to: encoder) }
}
