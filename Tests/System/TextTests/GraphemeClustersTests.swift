import Testing

@testable import Text

@Suite("User-perceived characters")
struct GraphemeClustersTests {
  private func clusters(of bytes: [UInt8]) -> [String] {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = GraphemeClusters(bytes)
      var texts: [String] = []
      while let cluster = reader.next() { texts.append(String(decoding: cluster, as: UTF8.self)) }
      return texts
    }
  }

  @Test(
    "they are the same as Swift's",
    arguments: [
      "", "a", "ada", "e\u{301}a", "\u{301}a", "\r\n\n", "a\u{7}b", "日本", "👨‍👩‍👧👍🏽", "🇩🇪🇫🇷🇮", "각\u{1100}\u{1161}\u{11A8}",
      "\u{600}1", "ทำ", "a\u{200D}b", "👩\u{FE0F}\u{200D}x", "\u{E0062}a",
    ])
  func swift(text: String) {
    #expect(clusters(of: Array(text.utf8)) == text.map(String.init))
  }

  @Test("a malformed sequence is a character of its own, and spoils no valid one")
  func notWellFormed() {
    #expect(clusters(of: [0x61, 0xFF, 0xC3, 0x62, 0xE2, 0x82]) == ["a", "\u{FFFD}", "\u{FFFD}", "b", "\u{FFFD}"])
  }

  @Test("the end of one does not depend on the text before it")
  func incremental() {
    let bytes = Array("🇩🇪🇫🇷👨‍👩‍👧e\u{301}".utf8)
    bytes.withUnsafeBufferPointer { all in
      var offset = 0
      while offset < all.count {
        let alone = UnsafeBufferPointer(rebasing: all[offset...])
        #expect(all.endOfCluster(from: offset) == offset + alone.endOfCluster(from: 0))
        offset = all.endOfCluster(from: offset)
      }
    }
  }
}
