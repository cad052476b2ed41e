import Testing

@testable import Secrets

@Suite struct Base64Tests {
  @Test(
    arguments: [
      ("AQID", [1, 2, 3]), ("-_8", [251, 255]), ("AQI", nil), ("AQIDBA", nil), ("AQI=", nil), ("+/8", nil),
      ("AQJ", nil),
      ("AQI\u{80}", nil),
    ] as [(String, [UInt8]?)])
  func `A place is filled by text of exactly as many bytes in their canonical form`(_ text: String, _ bytes: [UInt8]?) {
    var place = [UInt8](repeating: 0, count: bytes?.count ?? 3)
    let isFilled = place.withUnsafeMutableBytes { place in
      Array(text.utf8).withUnsafeBytes { Base64.urlSafe.decode($0, into: place) }
    }
    #expect(isFilled == (bytes != nil))
    if let bytes { #expect(place == bytes) }
  }

  @Test func `The two forms differ in their last two digits`() {
    #expect(Base64.standard.encode([251, 255]) == "+/8")
    #expect(Base64.urlSafe.encode([251, 255]) == "-_8")
    #expect(Base64.standard.decode(utf8: "+/8", count: 2) == [251, 255])
    #expect(Base64.standard.decode(utf8: "-_8", count: 2) == nil)
    #expect(Base64.urlSafe.decode(utf8: "-_8", count: 2) == [251, 255])
    #expect(Base64.urlSafe.decode(utf8: "-_8", count: 1) == nil)
    #expect(Base64.urlSafe.decode(utf8: "-_8", count: 3) == nil)
  }
}

@Suite struct PaddedBase64Tests {
  @Test(
    arguments: [
      ("AQID", [1, 2, 3]), ("+/8=", [251, 255]), ("+w==", [251]), ("AQI", nil), ("+w=", nil), ("+w", nil),
      ("-w==", nil),
      ("+w==AQID", nil), ("=+w=", nil), ("====", nil), ("+x==", nil), ("+/9=", nil), ("", []), ("AQI\u{80}", nil),
    ] as [(String, [UInt8]?)])
  func `Text with padding is the one canonical form of its bytes`(_ text: String, _ bytes: [UInt8]?) {
    #expect(Base64.decodePadded(text.utf8) == bytes)
    if let bytes { #expect(Base64.padded.encode(bytes) == text) }
  }
}

extension Base64 {
  fileprivate func decode(utf8 text: String, count: Int) -> [UInt8]? { decode(Array(text.utf8)[...], count: count) }
}
