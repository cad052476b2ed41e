import TestSupport
import Testing

@testable import Secrets

@Suite("Recovery codes")
struct RecoveryCodeTests {
  /// A code of known bytes: 0123-4567-89AB-CDEF.
  private let code: RecoveryCode
  private let digest: RecoveryCodeDigest

  init() throws {
    let bytes: [UInt8] = [0x00, 0x44, 0x32, 0x14, 0xC7, 0x42, 0x54, 0xB6, 0x35, 0xCF]
    code = RecoveryCode(bytes: try #require(SecretBytes(copying: bytes)))
    digest = code.digest(account: 7)
  }

  @Test("are ten, each of four groups of four letters and digits without look-alikes, and never the same twice")
  func set() throws {
    let texts = try (1...10).flatMap { _ in try #require(RecoveryCode.newSet()).map(\.text) }

    #expect(Set(texts).count == 100)
    #expect(texts.allSatisfy { $0.wholeMatch(of: /([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}/) != nil })
  }

  @Test("never begin with six digits, which a form would send as a code of an app")
  func noSixDigits() throws {
    // By chance, nine of these would
    for _ in 1...1000 {
      let codes = try #require(RecoveryCode.newSet())
      #expect(codes.allSatisfy { $0.text.prefix(7).contains(where: \.isLetter) })
    }
  }

  @Test("show all their bits, five to a character")
  func text() {
    #expect(code.text == "0123-4567-89AB-CDEF")
  }

  @Test("have the same digest as typed", arguments: 1...20)
  func typedBack(_ round: Int) throws {
    let code = try #require(RecoveryCode())
    #expect(try RecoveryCodeDigest(typed: typed(code.text), account: 7) == code.digest(account: 7))
    #expect(try RecoveryCodeDigest(typed: typed(code.text), account: 7) != digest)
  }

  @Test(
    "are taken with other separators, in small letters, and with letters that look like digits",
    arguments: [
      "0123456789ABCDEF", "0123 4567 89ab cdef", " 01-23-45-67-89-ab-cd-ef ", "0123\u{A0}4567-89aB-CdEf",
      "0123–4567—89AB−CDEF",
      "０１２３－４５６７－８９ａｂ－ＣＤＥＦ", "\u{200B}0123-4567-89AB-CDEF\u{FEFF}", "O123-4567-89AB-CDEF", "oI23-4567-89AB-CDEF",
      "0l23-4567-89AB-CDEF", "0L23-4567-89AB-CDEF", "0i23456789ABCDEF",
    ])
  func lenient(_ text: String) throws {
    #expect(try RecoveryCodeDigest(typed: typed(text), account: 7) == digest)
  }

  @Test(
    "are nothing else",
    arguments: [
      "-", "123456", "0123-4567-89AB-CDE", "0123-4567-89AB-CDEFG", "U123-4567-89AB-CDEF", "0123_4567_89AB_CDEF",
      "0123-4567-89AB-CDÉF", "①123-4567-89AB-CDEF", "correct horse",
    ])
  func malformed(_ text: String) throws {
    #expect(try RecoveryCodeDigest(typed: typed(text), account: 7) == nil)
  }

  @Test(
    "of the last letters are taken in each of their forms",
    arguments: ["ZZZZ-ZZZZ-ZZZZ-ZZZZ", "zzzz-zzzz-zzzz-zzzz", "ＺＺＺＺ-ＺＺＺＺ-ＺＺＺＺ-ＺＺＺＺ", "ｚｚｚｚｚｚｚｚｚｚｚｚｚｚｚｚ"])
  func lastLetters(_ text: String) throws {
    let last = RecoveryCode(bytes: try #require(SecretBytes(copying: [UInt8](repeating: 0xFF, count: 10))))
    #expect(try RecoveryCodeDigest(typed: typed(text), account: 7) == last.digest(account: 7))
  }

  @Test("are refused once wiped")
  func wiped() throws {
    let typed = try typed(code.text)
    typed.wipe()
    #expect(RecoveryCodeDigest(typed: typed, account: 7) == nil)
  }

  @Test("have another digest for each account")
  func accounts() {
    #expect(Set((1...10).map { code.digest(account: $0) }).count == 10)
  }

  @Test("have the SHA-256 of the account's number and their bytes as digest")
  func sha256() throws {
    let bytes: [UInt8] = [7, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x44, 0x32, 0x14, 0xC7, 0x42, 0x54, 0xB6, 0x35, 0xCF]
    #expect(digest.bytes == bytes.withUnsafeBufferPointer { TokenDigest(of: $0) }.bytes)
    #expect(try #require(RecoveryCodeDigest(bytes: digest.bytes)) == digest)
    #expect(RecoveryCodeDigest(bytes: Array(digest.bytes.dropLast())) == nil)
  }

  @Test("are not printed, dumped or described")
  func printed() {
    var dumped = ""
    dump(code, to: &dumped)
    #expect("\(code) \(dumped)" == "RecoveryCode - RecoveryCode\n")
  }

  private func typed(_ text: String) throws -> SealedPassword { try GuardedText(text).sealed() }
}
