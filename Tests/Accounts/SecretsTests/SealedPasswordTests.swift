import Glibc
import Testing
import TestSupport

@testable import Secrets

@Suite("A password sealed for hashing")
struct SealedPasswordTests {
  @Test(
    "A password is sealed in Normalization Form C, however it was typed",
    arguments: [
      ("plain ASCII", "plain ASCII"),
      ("cafe\u{301}", "caf\u{E9}"),
      ("a\u{323}\u{307}", "\u{1EA1}\u{307}"),
      ("a\u{307}\u{323}", "\u{1EA1}\u{307}"),  // marks in another order are the same character
      ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),  // jamo
      ("\u{212B}ngstr\u{F6}m", "\u{C5}ngstr\u{F6}m"),  // the sign is the letter
      ("\u{FB01}", "\u{FB01}"),  // a ligature is no letter pair: NFC, not NFKC
      ("\u{1D15E}", "\u{1D157}\u{1D165}"),  // excluded from composition
    ])
  func normalFormC(typed: String, sealedAs: String) throws {
    #expect(try bytes(of: sealed(typed)) == Array(sealedAs.utf8))
  }

  @Test(
    "Every kind of space becomes a space, as in RFC 8265", arguments: ["\u{A0}", "\u{2003}", "\u{3000}", "\u{2000}"])
  func spaces(_ space: String) throws {
    #expect(try bytes(of: sealed("a\(space)b")) == Array("a b".utf8))
  }

  @Test("Case, width and joiners are kept", arguments: ["aBc", "ＡＢＣ", "👩‍👩‍👧", "❤️", "ᄀ\u{119E}"])
  func kept(_ password: String) throws {
    #expect(try bytes(of: sealed(password)) == Array(password.utf8))
  }

  @Test("It counts characters like the field, in any composition")
  func characterCount() throws {
    #expect(try sealed("pässwörd").characterCount == 8)
    #expect(try sealed("pa\u{308}sswo\u{308}rd").characterCount == 8)
    #expect(try sealed("👩‍👩‍👧🇩🇪한").characterCount == 3)
  }

  @Test("An empty text is no password")
  func empty() {
    #expect(throws: PasswordError.empty) { try sealed("") }
  }

  @Test("Control characters and line separators are refused", arguments: [0x00, 0x0A, 0x7F, 0x85, 0x2028] as [UInt32])
  func controls(_ value: UInt32) throws {
    let control = try #require(Unicode.Scalar(value))
    #expect(throws: PasswordError.controlCharacter) { try sealed("pass\(control)word") }
  }

  @Test("Unassigned code points are refused", arguments: [0x378, 0xFFFF, 0xE0080] as [UInt32])
  func unassigned(_ value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(throws: PasswordError.unassignedCharacter) { try sealed("pass\(scalar)word") }
  }

  @Test("1,024 bytes of NFC are allowed, 1,025 are too many")
  func limit() throws {
    let longest = String(repeating: "é", count: 512)
    #expect(try bytes(of: sealed(longest)).count == 1024)
    #expect(throws: PasswordError.tooLong(limit: 1024)) { try sealed(longest + "x") }
  }

  @Test("The limit applies after composition, which may shorten or lengthen the text")
  func limitAfterComposition() throws {
    let shrinking = String(repeating: "e\u{301}", count: 512)  // 1,536 bytes typed
    #expect(try bytes(of: sealed(shrinking)).count == 1024)

    let growing = String(repeating: "\u{1D160}", count: 86)  // 344 bytes typed, 1,032 sealed
    #expect(throws: PasswordError.tooLong(limit: 1024)) { try sealed(growing) }
  }

  @Test("An answer may be empty, a password may not")
  func emptyAnswer() throws {
    #expect(throws: PasswordError.empty) { try sealed("") }
    let answer = try GuardedText().sealedAnswer()
    #expect(answer.isEmpty)
    #expect(answer.withUTF8 { $0.count } == 0)
    #expect(answer.characterCount == 0)
    #expect(answer.isSame(as: try GuardedText().sealedAnswer()))
    #expect(try !answer.isSame(as: sealed("x")))
    answer.wipe()
    #expect(answer.withBytes { _, _ in true } == nil)
    #expect(try !GuardedText("x").sealedAnswer().isEmpty)
  }

  @Test("Sealing doesn't change the field")
  func fieldStays() throws {
    let text = GuardedText()
    type("cafe\u{301}", into: text)

    _ = try text.sealed()

    #expect(string(text).unicodeScalars.elementsEqual("cafe\u{301}".unicodeScalars))
  }

  @Test(
    "It is the same as another with the same characters, and as no other",
    arguments: [
      ("hunter2", true), ("hunter3", false), ("gunter2", false), ("hunter", false), ("hunter22", false),
      ("Hunter2", false),
    ])
  func same(text: String, isSame: Bool) throws {
    let (password, other) = try (sealed("hunter2"), sealed(text))
    #expect(password.isSame(as: other) == isSame)
    #expect(other.isSame(as: password) == isSame)
    other.wipe()
    #expect(!password.isSame(as: other) && !other.isSame(as: password) && !other.isSame(as: other))
  }

  @Test("A wiped password lends no bytes, and none are left")
  func wiped() throws {
    let password = try sealed("hunter2")
    let start = try #require(password.withBytes { start, _ in start })

    password.wipe()
    password.wipe()

    #expect(password.withBytes { _, _ in true } == nil)
    #expect((0..<7).allSatisfy { start[$0] == 0 })
  }

  @Test("Wiped while it is being read, it stays whole for that reader and is gone for the next")
  func wipedWhileRead() throws {
    let password = try sealed("hunter2")
    let start = try #require(
      password.withBytes { start, count in
        password.wipe()

        #expect((0..<count).map { UInt8(bitPattern: start[$0]) } == Array("hunter2".utf8))
        #expect(password.withBytes { _, _ in true } == nil)
        return start
      })

    #expect((0..<7).allSatisfy { start[$0] == 0 })
  }

  @Test("Printing or dumping it shows nothing of it")
  func printed() throws {
    let password = try sealed("hunter2")
    var dumped = ""
    dump(password, to: &dumped)

    #expect(!"\(password)".contains("hunter2"))
    #expect(!dumped.contains("hunter2"))
  }

  @Test func `Nothing can write to it, neither before nor after it is wiped`() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      signal(SIGSEGV, SIG_DFL)
      let password = try sealed("hunter2")
      password.withBytes { start, _ in UnsafeMutablePointer(mutating: start).pointee = 1 }
    }
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      signal(SIGSEGV, SIG_DFL)
      let password = try sealed("hunter2")
      let start = try #require(password.withBytes { start, _ in start })
      password.wipe()
      UnsafeMutablePointer(mutating: start).pointee = 1
      withExtendedLifetime(password) {}
    }
  }
}

/// The bytes that are hashed. Only a test may copy them.
func bytes(of password: SealedPassword) throws -> [UInt8] {
  try #require(password.withBytes { start, count in (0..<count).map { UInt8(bitPattern: start[$0]) } })
}
