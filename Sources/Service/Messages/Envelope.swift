public import AccountService
internal import FoundationEssentials

/// A request or a reply in a datagram of its own: a JSON object with the number of the request, and one field with the name
/// of the case.
///
/// ```json
/// {"number": 1, "begin": {"conversation": {"purpose": "signIn", "login": {"email": "ada@lovelace.example"}}}}
/// ```
///
/// A later minor version may add fields, which this one skips, and cases, see ``Reading/unknown(_:)``.
public struct Envelope<Body: MessageBody>: Sendable {
  /// The number that the form gave to the request. Its replies, its secrets and its cancellation have the same one.
  public let number: UInt16
  /// The request or the reply.
  public let body: Body

  /// The message of that number.
  public init(_ number: UInt16, _ body: Body) {
    self.number = number
    self.body = body
  }

  /// Reads a message; nil unless it follows the protocol and has a case of this version.
  public init?(_ bytes: [UInt8]) {
    guard case .message(let message) = Self.read(bytes) else { return nil }
    self = message
  }

  /// What a datagram turns out to be.
  public enum Reading: Sendable {
    /// A message.
    case message(Envelope)
    /// A message of that number with a case of a later version.
    case unknown(number: UInt16)
    /// Something else.
    case malformed
  }

  /// Reads a message. Reads nothing but `bytes`, and always ends.
  public static func read(_ bytes: [UInt8]) -> Reading {
    guard bytes.count <= SecretPrefix.longestMessage, JSONSyntax.accepts(bytes, lists: Body.lists),
      let fields = try? JSONDecoder().decode(EnvelopeFields<Body>.self, from: Data(bytes))
    else { return .malformed }
    guard let body = fields.body else { return .unknown(number: fields.number) }
    return body.isWithinLimits ? .message(Envelope(fields.number, body)) : .malformed
  }

  /// The datagram.
  public var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(EnvelopeFields(number: number, body: body)))
    } catch {
      // The encoder fails for floating-point numbers only, and no message has one.
      preconditionFailure("A message can't be encoded.")
    }
  }
}

private struct EnvelopeFields<Body: MessageBody>: Codable {
  private enum CodingKeys: CodingKey { case number }

  let number: UInt16
  /// Nil for a case of a later version.
  let body: Body?

  init(number: UInt16, body: Body) {
    self.number = number
    self.body = body
  }

  init(from decoder: any Decoder) throws {
    number = try decoder.container(keyedBy: CodingKeys.self).decode(UInt16.self, forKey: .number)
    do {
      body = try Body(from: decoder)
    } catch DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty {
      body = nil
    }
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(number, forKey: .number)
    try body?.encode(to: encoder)
  }
}

extension ProtocolVersion {
  /// The version in a greeting of any version, of which nothing else need be known; nil if it is no greeting.
  public init?(greeting bytes: [UInt8]) {
    struct Greeting: Decodable {
      struct Program: Decodable { let version: ProtocolVersion }
      struct Hello: Decodable { let form: Program }
      struct Welcome: Decodable { let service: Program }
      let hello: Hello?
      let welcome: Welcome?
    }
    guard JSONSyntax.accepts(bytes), let greeting = try? JSONDecoder().decode(Greeting.self, from: Data(bytes)),
      let program = greeting.hello?.form ?? greeting.welcome?.service
    else { return nil }
    self = program.version
  }
}
