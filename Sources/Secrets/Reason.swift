/// Why something failed, in words for people that can be translated: a sentence in English with `{name}` wherever a value
/// stands. Two reasons are the same when they read the same.
public struct Reason: Sendable {
  /// The sentence, which is what a catalogue of translations knows it by.
  public let sentence: String
  /// The values by name.
  public let values: [String: String]

  /// - Parameters:
  ///   - sentence: A literal, for the catalogues are made from the sources: see `make po-update`.
  ///   - values: What stands in it.
  public init(_ sentence: String, _ values: [String: String] = [:]) {
    self.sentence = sentence
    self.values = values
  }

  /// In English.
  public var text: String { Self.filled(sentence, values) }

  /// A sentence with values in place of their names. What looks like a name in a value stays as it is.
  public static func filled(_ sentence: String, _ values: [String: String]) -> String {
    if values.isEmpty { return sentence }
    var text = ""
    var rest = sentence[...]
    while let opening = rest.firstIndex(of: "{"), let closing = rest[opening...].firstIndex(of: "}") {
      text += rest[..<opening]
      text += values[String(rest[rest.index(after: opening)..<closing])] ?? String(rest[opening...closing])
      rest = rest[rest.index(after: closing)...]
    }
    return text + rest
  }
}

extension Reason: Hashable {
  public static func == (one: Reason, other: Reason) -> Bool {
    one.text == other.text
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}
