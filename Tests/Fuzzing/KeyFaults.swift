import Text

@testable import Terminal

/// The rules for the decoder of keys.
enum KeyFaults {
  /// The meaning of bytes does not depend on how they are split. No key is a control character. Keys typed afterwards
  /// work.
  static func ofKeys(_ bytes: [UInt8]) -> String? {
    let whole = events(of: [bytes])
    if events(of: bytes.map { [$0] }) != whole { return "one by one they mean something else" }
    let half = bytes.count / 2
    if events(of: [Array(bytes[..<half]), Array(bytes[half...])]) != whole {
      return "in halves they mean something else"
    }
    for case .key(let key) in whole {
      if case .scalar(let scalar) = key.code, scalar.properties.generalCategory == .control { return "a control key" }
    }
    var decoder = KeyDecoder()
    var typed: [Event] = []
    feed(bytes, to: &decoder) { _ in }
    while decoder.timeout != nil { decoder.timedOut { _ in } }
    feed(Array("ok".utf8), to: &decoder) { typed.append($0) }
    return typed == [.key(.character("o")), .key(.character("k"))] ? nil : "what is typed then is lost: \(typed)"
  }

  /// Well-formed bytes are read as Swift reads them; others are dropped.
  static func ofCharacters(_ bytes: [UInt8]) -> String? {
    var decoder = UTF8Decoder()
    var scalars: [Unicode.Scalar] = []
    for byte in bytes {
      var step = decoder.feed(byte)
      if step == .again { step = decoder.feed(byte) }
      if step == .again { return "a byte was refused twice" }
      if case .scalar(let scalar) = step { scalars.append(scalar) }
    }
    // Swift puts U+FFFD in the place of dropped bytes.
    let expected = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0 != "\u{FFFD}" }
    return scalars.filter { $0 != "\u{FFFD}" } == Array(expected) ? nil : "read as \(scalars), not \(expected)"
  }

  /// A paste begins, ends and presses no key.
  static func ofPaste(_ bytes: [UInt8]) -> String? {
    // A text with markers looks like several pastes with keys between them.
    let text = bytes.filter { $0 != 0x1B }
    let events = events(of: [Array("\u{1B}[200~".utf8) + text + Array("\u{1B}[201~".utf8)])
    guard events.first == .pasteBegan, events.last == .pasteEnded else { return "it does not begin or end: \(events)" }
    for event in events {
      if case .key(let key) = event { return "\(key) was pressed" }
    }
    return nil
  }

  private static func events(of parts: [[UInt8]]) -> [Event] {
    var decoder = KeyDecoder()
    var events: [Event] = []
    for part in parts { feed(part, to: &decoder) { events.append($0) } }
    while decoder.timeout != nil { decoder.timedOut { events.append($0) } }
    return events
  }

  private static func feed(_ bytes: [UInt8], to decoder: inout KeyDecoder, _ emit: (Event) -> Void) {
    bytes.withUnsafeBytes { decoder.feed($0, emit) }
  }
}
