import TestSupport
import Testing

@testable import Text

@Suite("UTF-8 decoder")
struct UTF8DecoderTests {
  /// The decoded text of bytes, as the key decoder reads it.
  private func decode(_ bytes: [UInt8]) -> String {
    var decoder = UTF8Decoder()
    var text = String.UnicodeScalarView()
    for byte in bytes {
      var step = decoder.feed(byte)
      if step == .again { step = decoder.feed(byte) }
      if case .scalar(let scalar) = step { text.append(scalar) }
    }
    return String(text)
  }

  @Test("every scalar is decoded from its own bytes")
  func everyScalar() {
    var decoder = UTF8Decoder()
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { continue }
      var last = UTF8Decoder.Step.dropped
      for byte in bytes { last = decoder.feed(byte) }
      if last != .scalar(scalar) { Issue.record("U+\(String(value, radix: 16))") }
    }
    #expect(!decoder.isPending)
  }

  @Test(
    "malformed bytes are dropped, and their neighbours are kept",
    arguments: [
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF], [0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func malformed(bytes: [UInt8]) {
    #expect(decode([0x61] + bytes + [0x62]) == "ab")
    #expect(decode(bytes + Array("é".utf8)) == "é")
  }

  @Test("random bytes are decoded as by the standard library, without the marks for malformed bytes")
  func likeTheStandardLibrary() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      let expected = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0 != "\u{FFFD}" }
      #expect(decode(bytes).unicodeScalars.elementsEqual(expected))
    }
  }
}
