import Foundation
import Testing
import TestSupport

@testable import Secrets

@Suite("Preparing a password by the OpaqueString profile")
struct OpaqueStringTests {
  @Test("5,000 random texts are composed as by Foundation, with the same number of characters", arguments: 1...5)
  func againstFoundation(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 1...1_000 {
      let text = randomText(using: &random)

      let password = try sealed(text)

      // Decomposed first: when Foundation composes U+AC1C U+11AE directly, it leaves both unchanged (Swift 6.3).
      let expected = text.decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
      #expect(try bytes(of: password) == Array(expected.utf8), "\(scalars(text))")
      let field = GuardedText()
      type(text, into: field)
      #expect(password.characterCount == field.count, "\(scalars(text))")
    }
  }

  @Test("Preparing twice gives the same as once", arguments: 1...2)
  func idempotent(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 1...500 {
      let once = try bytes(of: sealed(randomText(using: &random)))
      #expect(try bytes(of: sealed(String(decoding: once, as: UTF8.self))) == once)
    }
  }

  @Test("The scratch memory after the result is zeroed")
  func scratch() throws {
    let text = "a\u{308}\u{323}한글"
    try withUTF8(text) { utf8 in
      let scalarsNeeded = OpaqueString.scalarsNeeded(for: utf8)
      let scratch = UnsafeMutableBufferPointer<Int32>.allocate(capacity: scalarsNeeded)
      defer { scratch.deallocate() }
      scratch.initialize(repeating: -1)

      let length = try OpaqueString.prepare(utf8, in: scratch)

      let bytes = UnsafeRawBufferPointer(scratch)
      #expect(String(decoding: bytes[..<length], as: UTF8.self) == text)  // canonically equal
      #expect(bytes[length...].allSatisfy { $0 == 0 })
    }
  }

  @Test func `A scratch memory without a place to spare ends the program`() async {
    await #expect(processExitsWith: .failure) {
      withUTF8("abc") { utf8 in
        let scratch = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 3)
        scratch.initialize(repeating: 0x61)
        _ = try? OpaqueString.prepare(utf8, in: scratch)
      }
    }
  }

  /// Up to 12 scalars from ranges in which composition matters.
  private func randomText(using random: inout SeededGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0x41...0x7A, 0xC0...0x17F, 0x300...0x345, 0x300...0x345, 0x370...0x373, 0x386...0x386, 0x390...0x3A1,
      0x3A3...0x3CE, 0x5B0...0x5BD,
      0x1100...0x1112, 0x1161...0x1175, 0x11A7...0x11C2, 0xAC00...0xAC40, 0x1E00...0x1EF9, 0x1F00...0x1F15,
      0x212A...0x212B, 0x3041...0x3094, 0x3099...0x309A, 0xF900...0xF910, 0x1D15E...0x1D164,
      0x11131...0x11132, 0x11127...0x11127,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
      text.append(Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "?")
    }
    return String(text)
  }

  private func scalars(_ text: String) -> String {
    text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
  }
}
