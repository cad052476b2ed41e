import TestSupport
import Testing

@testable import Terminal

@Suite("Key decoder: properties")
struct KeyDecoderPropertyTests {
  /// Pieces of terminal input, whole and broken.
  private static let pieces: [[UInt8]] =
    [
      "a", "é", "日", "😀", "\r", "\t", "\u{7F}", "\u{1B}", "\u{1B}[A", "\u{1B}OA", "\u{1B}[1;5C", "\u{1B}[Z",
      "\u{1B}[3~",
      "\u{1B}[[A", "\u{1B}\u{1B}[A", "\u{1B}f", "\u{1B}é", "\u{1B}[<0;10;5M", "\u{1B}[?62;1c",
      "\u{1B}]11;rgb:0/0/0\u{7}",
      "\u{1B}P1+r\u{1B}\\", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[200~pw\u{1B}[201~", "\u{1B}[", "\u{1B}O", "\u{1B}]",
      "[201~",
      "\u{1B}[1;", "200~", "\u{3}", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}_", "\u{1B}X", "\u{1B}\\", "\u{1B}[97;1:3u",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x9B],
    ]

  @Test("the events are the same however the bytes are split", arguments: [UInt64(1), 2, 3, 4])
  func splits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_500 {
      // given some pieces in a row
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes += Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
      }
      let expected = DecoderProbe.events(of: bytes)
      // when they come in two parts, split at each position, or one by one
      for place in 0...bytes.count {
        var probe = DecoderProbe()
        probe.feed(bytes[..<place])
        probe.feed(bytes[place...])
        probe.wait()
        // then the events are the same
        if probe.events != expected { Issue.record("\(bytes) split at \(place)") }
      }
      var probe = DecoderProbe()
      for byte in bytes { probe.feed(CollectionOfOne(byte)) }
      probe.wait()
      #expect(probe.events == expected)
    }
  }

  @Test("after any bytes and a short pause, the next characters are typed", arguments: [UInt64(11), 12, 13])
  func recovers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4_000 {
      // given random bytes
      var probe = DecoderProbe()
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        if Bool.random(using: &random) {
          probe.feed(Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)])
        } else {
          probe.feed(
            (0..<Int.random(in: 1...8, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        }
      }
      probe.wait()
      // when the user types
      let before = probe.events.count
      probe.feed("ok")
      // then the characters are typed
      #expect(Array(probe.events[before...]) == .typed("ok"))
    }
  }

  @Test("random bytes never crash it, and no key is a control character", arguments: [UInt64(21), 22])
  func randomBytes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var decoder = KeyDecoder()
    decoder.expectsMouse = true
    var probe = DecoderProbe(decoder)
    for _ in 0..<200 {
      probe.feed(
        (0..<1_000).map { _ in
          // ESC and its companions are frequent, so sequences occur.
          Bool.random(using: &random)
            ? UInt8.random(in: .min ... .max, using: &random)
            : Array("\u{1B}[O;<~M2015".utf8).randomElement(using: &random) ?? 0
        })
      if Bool.random(using: &random) { probe.wait() }
    }
    #expect(probe.events.count > 1_000)
    for event in probe.events {
      guard case .key(let key) = event, case .scalar(let scalar) = key.code else { continue }
      #expect(scalar.properties.generalCategory != .control)
    }
  }

  @Test("pasted bytes press no key", arguments: [UInt64(31), 32])
  func pastesPressNothing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      var bytes = Array("\u{1B}[200~".utf8)
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        bytes += Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
      }
      // given a paste, perhaps with end and begin markers in it, in one piece
      bytes += Array("\r\u{1B}[201~".utf8)
      // when no begin marker follows an end marker (such a text cannot be told from two pastes with keys between)
      let text = String(decoding: bytes, as: UTF8.self)
      if text.dropFirst(6).contains("[200~") { continue }
      // then no key is pressed
      for event in DecoderProbe.events(of: bytes) {
        if case .key(let key) = event { Issue.record("\(key) of \(bytes)") }
      }
    }
  }
}
