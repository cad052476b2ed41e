import Testing
import TestSupport

@testable import Secrets

/// The simplest model of text edited by character: an array of scalars, divided again after every edit by Swift's own
/// `Character`. It shares no code and no tables with utf8proc.
private struct ReferenceText {
  var scalars: [Unicode.Scalar] = []

  var string: String { String(String.UnicodeScalarView(scalars)) }

  /// The start of each character, in scalars, and the end.
  var boundaries: [Int] {
    string.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.unicodeScalars.count) }
  }

  var byteBoundaries: [Int] {
    string.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) }
  }

  /// Replaces, and returns the first boundary at or after the inserted text.
  mutating func replace(_ range: Range<Int>, with new: [Unicode.Scalar]) -> Int {
    let old = boundaries
    let start = old[range.lowerBound]
    scalars.replaceSubrange(start..<old[range.upperBound], with: new)
    return boundaries.firstIndex { $0 >= start + new.count } ?? boundaries.count - 1
  }
}

@Suite("Guarded text against a reference model")
struct GuardedTextModelTests {
  // Indic conjuncts are left out: Unicode 15.1 joins them, utf8proc 2.8 knows Unicode 14.
  private static let alphabets: [[ClosedRange<UInt32>]] = [
    [0x20...0x7E],
    [0x41...0x5A, 0x300...0x36F, 0x300...0x36F],  // combining marks
    [0x1F1E6...0x1F1FF],  // regional indicators
    [0x1F466...0x1F469, 0x200D...0x200D, 0x1F3FB...0x1F3FF, 0xFE0F...0xFE0F, 0x2764...0x2764],  // emoji that join
    [0x1100...0x1112, 0x1161...0x1175, 0x11A8...0x11C2, 0xAC00...0xAC40],  // Hangul jamo and syllables
    [0x0E01...0x0E3A, 0x0E40...0x0E4E],  // Thai
    [0x4E00...0x4E20, 0x3042...0x3060, 0x3099...0x309A],  // CJK, kana and their voicing marks
    [0x05D0...0x05EA, 0x05B0...0x05BC, 0x0627...0x063A, 0x0600...0x0605],  // Hebrew, Arabic, prepended signs
    [0x0D...0x0D, 0x0A...0x0A, 0x00...0x00, 0x200B...0x200B],  // controls, CR LF
  ]

  private static func scalar(using random: inout SeededGenerator) -> Unicode.Scalar {
    // Mostly ranges of one alphabet, so that neighbours can combine.
    let alphabet = alphabets[Int.random(in: 0..<alphabets.count, using: &random)]
    let range = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
    return Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "?"
  }

  @Test("40,000 random edits of short texts give both the same content, boundaries and cursor", arguments: 1...8)
  func shortTexts(seed: UInt64) {
    compare(edits: 5_000, capacity: 96, longestInsertion: 4, seed: seed)
  }

  @Test("1,000 random edits of long texts give both the same result", arguments: 1...4)
  func longTexts(seed: UInt64) {
    compare(edits: 250, capacity: 1024, longestInsertion: 60, seed: seed)
  }

  @Test("2,000 random replacements of scalars, also within characters, give both the same result", arguments: 1...2)
  func withinCharacters(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var reference = ReferenceText()
    let text = GuardedText(capacity: 96)
    for edit in 1...1_000 {
      let scalars = reference.scalars
      let start = Int.random(in: 0...scalars.count, using: &random)
      let end = min(start + Int.random(in: 0...3, using: &random), scalars.count)
      let new = (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.scalar(using: &random) }
      let widths = scalars.map { $0.utf8.count }
      let bytes = widths[..<start].reduce(0, +)..<widths[..<end].reduce(0, +)
      let cursor = new.flatMap { Array($0.utf8) }.withUnsafeBufferPointer { text.replace(bytes: bytes, with: $0) }
      if cursor == nil {
        text.wipe()
        reference.scalars = []
        continue
      }
      reference.scalars.replaceSubrange(start..<end, with: new)
      let boundaries = (0...text.count).map { text.byteRange(of: 0..<$0).upperBound }
      guard boundaries == reference.byteBoundaries, string(text).unicodeScalars.elementsEqual(reference.scalars) else {
        Issue.record("edit \(edit): scalars \(start)..<\(end) by \(new.count)")
        return
      }
    }
  }

  private func compare(edits: Int, capacity: Int, longestInsertion: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var reference = ReferenceText()
    let text = GuardedText(capacity: capacity)
    for edit in 1...edits {
      // given: a position or a short selection, and nothing, one scalar or several to insert
      let start = Int.random(in: 0...text.count, using: &random)
      let end = Bool.random(using: &random) ? start : min(start + Int.random(in: 0...3, using: &random), text.count)
      let length = Int.random(in: 0...longestInsertion, using: &random)
      let new = (0..<length).map { _ in Self.scalar(using: &random) }

      // when
      let utf8 = new.flatMap { Array($0.utf8) }
      let fits = text.byteCount - text.byteRange(of: start..<end).count + utf8.count <= capacity
      let cursor =
        switch new.count {
        case 1 where start == end: text.insert(new[0], at: start)
        default: utf8.withUnsafeBufferPointer { text.replace(start..<end, with: $0) }
        }

      // then
      guard fits else {
        #expect(cursor == nil)
        text.wipe()
        reference.scalars = []
        continue
      }
      let expected = reference.replace(start..<end, with: new)
      let boundaries = (0...text.count).map { text.byteRange(of: 0..<$0).upperBound }
      guard cursor == expected, boundaries == reference.byteBoundaries,
        string(text).unicodeScalars.elementsEqual(reference.scalars)
      else {
        let scalars = reference.scalars.map { String($0.value, radix: 16) }.joined(separator: " ")
        Issue.record("edit \(edit): \(start)..<\(end) by \(new.count) scalars should give \(scalars)")
        return
      }
    }
  }
}
