internal import FoundationEssentials
internal import Secrets

/// An object of strict JSON (RFC 8259), in the memory in which it came.
///
/// A field may be there once only. Decoders take the last of two, so two readers could understand a token differently
/// (RFC 7515, 4 and RFC 7519, 4 allow to refuse). Nothing is copied until it is asked for, so tokens stay in guarded memory.
struct JSON: Sendable {
  /// A value, by its place.
  indirect enum Node: Sendable {
    case object([(name: String, value: Node)])
    case array([Node])
    /// What is between the quotation marks.
    case text(Range<Int>)
    case number(Range<Int>)
    case boolean(Bool)
    case null
  }

  private let bytes: SecretBytes
  private let node: Node

  /// Nil unless `bytes` are one object.
  init?(_ bytes: SecretBytes) {
    let node = bytes.withBytes { start, count -> Node? in
      let buffer = UnsafeBufferPointer(start: start, count: count)
      var reader = JSONReader(buffer)
      return reader.readObject()
    }
    guard let node else { return nil }
    self.init(bytes, node)
  }

  private init(_ bytes: SecretBytes, _ node: Node) {
    self.bytes = bytes
    self.node = node
  }

  /// The field of that name; nil if there is none, or if it is null.
  subscript(name: String) -> JSON? {
    guard case .object(let fields) = node, let value = fields.first(where: { $0.name == name })?.value else {
      return nil
    }
    if case .null = value { return nil }
    return JSON(bytes, value)
  }

  /// Whether there is a field of that name, even with null.
  func has(_ name: String) -> Bool {
    if case .object(let fields) = node { fields.contains { $0.name == name } } else { false }
  }

  /// The elements of an array.
  var elements: [JSON]? {
    if case .array(let nodes) = node { nodes.map { JSON(bytes, $0) } } else { nil }
  }

  /// The text, with its escapes resolved.
  var text: String? {
    guard case .text(let range) = node else { return nil }
    return bytes.withBytes { start, _ in
      let buffer = UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
      guard buffer.contains(UInt8(ascii: "\\")) else { return String(decoding: buffer, as: UTF8.self) }
      let literal = Data("[\"".utf8) + Data(buffer) + Data("\"]".utf8)
      return try? JSONDecoder().decode([String].self, from: literal).first
    }
  }

  /// The text as it stands, in guarded memory; nil if it has escapes, as no token has.
  var secret: SecretBytes? {
    guard case .text(let range) = node else { return nil }
    let hasEscapes = bytes.withBytes { start, _ in
      UnsafeBufferPointer(start: start + range.lowerBound, count: range.count).contains(UInt8(ascii: "\\"))
    }
    return hasEscapes ? nil : bytes.part(range)
  }

  /// The number; also one that is written as a text, as some servers do.
  var number: Double? {
    let text: String?
    switch node {
    case .number(let range):
      text = bytes.withBytes { start, _ in
        String(decoding: UnsafeBufferPointer(start: start + range.lowerBound, count: range.count), as: UTF8.self)
      }
    case .text: text = self.text
    case .object, .array, .boolean, .null: text = nil
    }
    return text.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The boolean.
  var boolean: Bool? {
    if case .boolean(let value) = node { value } else { nil }
  }

  /// The texts of an array; one text is an array of one.
  var texts: [String]? {
    if let text { return [text] }
    guard let elements else { return nil }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts : nil
  }
}
