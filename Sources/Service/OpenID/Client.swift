internal import Identity
public import Secrets

/// A client of a provider: its name, and its secret if it has one.
public struct Client: Sendable {
  private let id: String
  private let secret: SecretBytes?

  /// A client. One without a secret is public (RFC 6749, 2.1).
  public init(id: String, secret: SecretBytes?) {
    self.id = id
    self.secret = secret
  }

  /// A request to an endpoint that knows the client; nil if memory is exhausted.
  func request(
    _ address: WebAddress, _ fields: [(String, Form.Value)], _ authentication: ClientAuthentication
  ) -> HTTPRequest? {
    var fields = fields + [("client_id", .text(id))]
    var header: SecretBytes?
    if let secret {
      switch authentication {
      case .post: fields.append(("client_secret", .secret(secret)))
      case .basic:
        // Both are encoded as in a form first (RFC 6749, 2.3.1).
        guard let name = Form.encoded(id), let word = Form.encoded(secret),
          let pair = SecretBytes(joining: [name, Form.literal(":"), word].compactMap(\.self)),
          let basic = pair.basic
        else { return nil }
        header = basic
      }
    }
    guard let form = Form.encoded(fields) else { return nil }
    return HTTPRequest(address, form: form, authorization: header)
  }
}

/// Fields of a form (`application/x-www-form-urlencoded`), in guarded memory.
enum Form {
  enum Value {
    case text(String)
    case secret(SecretBytes)
  }

  static func encoded(_ fields: [(String, Value)]) -> SecretBytes? {
    var parts: [SecretBytes] = []
    for (index, field) in fields.enumerated() {
      guard let name = literal((index == 0 ? "" : "&") + field.0 + "=") else { return nil }
      parts.append(name)
      switch field.1 {
      case .text(let text):
        if text.isEmpty { continue }
        guard let value = encoded(text) else { return nil }
        parts.append(value)
      case .secret(let secret):
        guard let value = encoded(secret) else { return nil }
        parts.append(value)
      }
    }
    return SecretBytes(joining: parts)
  }

  static func literal(_ text: String) -> SecretBytes? { SecretBytes(copying: Array(text.utf8)) }

  static func encoded(_ text: String) -> SecretBytes? { literal(text).flatMap { encoded($0) } }

  /// With `%` and two digits for all bytes but those that RFC 3986, 2.3 calls unreserved.
  static func encoded(_ secret: SecretBytes) -> SecretBytes? {
    secret.withBytes { start, count in
      let bytes = UnsafeBufferPointer(start: start, count: count)
      let escaped = bytes.count { !isUnreserved($0) }
      return SecretBytes(count: count + 2 * escaped) { place in
        var end = 0
        for byte in bytes {
          if isUnreserved(byte) {
            place[end] = byte
            end += 1
          } else {
            place[end] = UInt8(ascii: "%")
            place[end + 1] = digit(byte >> 4)
            place[end + 2] = digit(byte & 15)
            end += 3
          }
        }
        return true
      }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~".utf8.contains(byte)
    }
  }
}

extension SecretBytes {
  /// The parts, one after another; nil if memory is exhausted.
  convenience init?(joining parts: [SecretBytes]) {
    self.init(count: parts.reduce(0) { $0 + $1.count }) { place in
      var end = 0
      for part in parts {
        part.withBytes { start, count in
          place[end...].copyBytes(from: UnsafeBufferPointer(start: start, count: count))
        }
        end += part.count
      }
      return true
    }
  }

  /// The value of the header that shows a client's name and secret (RFC 7617, 2).
  fileprivate var basic: SecretBytes? {
    let prefix = "Basic "
    let length = (count + 2) / 3 * 4
    return withBytes { start, count in
      // One byte more for the NUL of the encoder, and given back with a copy.
      SecretBytes(count: prefix.utf8.count + length + 1) { place in
        place.copyBytes(from: prefix.utf8)
        let text = UnsafeMutableRawBufferPointer(rebasing: place[prefix.utf8.count...])
        Base64.padded.encode(UnsafeRawBufferPointer(start: start, count: count), into: text)
        return true
      }?.part(0..<prefix.utf8.count + length)
    }
  }

  /// A part of the bytes; nil if it is empty, or if memory is exhausted.
  func part(_ range: Range<Int>) -> SecretBytes? {
    withBytes { start, _ in
      SecretBytes(count: range.count) { place in
        place.copyBytes(from: UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
        return true
      }
    }
  }
}
