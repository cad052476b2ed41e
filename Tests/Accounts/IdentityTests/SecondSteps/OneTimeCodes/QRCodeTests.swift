import Foundation
@testable import Identity
import TestSupport
import Testing

@Suite("QR codes", .fewAtOnce)
struct QRCodeTests {
  /// The most bytes of each version from 1 to 20 at level L (ISO/IEC 18004, table 7).
  private static let limits = [
    17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858,
  ]

  @Test("are read by zbarimg, in every version and at random lengths")
  func readByAnother() async throws {
    // Given texts that fill each version, and some that do not
    var random = SeededGenerator(seed: 1)
    let lengths = Self.limits + (1...10).map { _ in Int.random(in: 1...200, using: &random) }
    let texts = lengths.map { length in
      (0..<length).map { _ in String(Unicode.Scalar(UInt8.random(in: 33...126, using: &random))) }.joined()
    }
    // When another program reads their pictures
    let read = try await zbarimg(texts.map { try #require(QRCode.picture(of: $0)) })
    // Then it reads the same texts
    for (text, other) in zip(texts, read) { #expect(text == other, "\(text.count) bytes") }
    #expect(read.count == texts.count)
  }

  @Test("give an app the address of a secret")
  func address() async throws {
    let address = try #require(CodeSecret()).address(issuer: "castle", account: email("ada@lovelace.example"))
    let picture = try #require(QRCode.picture(of: address))
    #expect(picture.size == 37)
    #expect(try await zbarimg([picture]) == [address])
  }

  @Test("are read in spite of stains, because their bytes of correction are right")
  func stained() async throws {
    // Given a picture of version 10, whose modules are inverted in a square of 7 modules
    let text = String(repeating: "abc ", count: 67)
    let picture = try #require(QRCode.picture(of: text))
    var stained = picture
    for row in 20..<27 { for column in 35..<42 { stained[row, column].toggle() } }
    // Then it is read all the same; but not with a square of 17
    #expect(try await zbarimg([stained]) == [text])
    for row in 10..<27 { for column in 35..<52 { stained[row, column].toggle() } }
    #expect(try await zbarimg([stained]) == [])
  }

  @Test("are no larger than they must be, and hold at most 858 bytes")
  func sizes() {
    for (index, limit) in Self.limits.enumerated() {
      #expect(QRCode.picture(of: String(repeating: "x", count: limit))?.size == 21 + 4 * index)
      #expect(QRCode.picture(of: String(repeating: "x", count: limit + 1))?.size != 21 + 4 * index)
    }
    #expect(QRCode.picture(of: String(repeating: "x", count: QRCode.byteLimit + 1)) == nil)
    #expect(QRCode.picture(of: "")?.size == 21)
  }

  @Test("have as much correction as fits: in the smallest one the most for 7 bytes, and the least for 17")
  func correction() throws {
    // The level is in the first two modules of the ninth row: light for H, dark for L (ISO/IEC 18004, 7.9.1).
    for (count, isLeast) in [(7, false), (17, true)] {
      let picture = try #require(QRCode.picture(of: String(repeating: "x", count: count)))
      #expect(picture.size == 21)
      #expect([picture[8, 0], picture[8, 1]] == [isLeast, isLeast])
    }
  }

  @Test("have a square in three corners, lines of dots between them, and one dark module", arguments: [10, 100, 300])
  func patterns(_ count: Int) throws {
    let picture = try #require(QRCode.picture(of: String(repeating: "x", count: count)))
    let size = picture.size
    let square = [
      "####### ", "#     # ", "# ### # ", "# ### # ", "# ### # ", "#     # ", "####### ", "        ",
    ]
    #expect(picture.text(0..<8, 0..<8) == square)
    #expect(picture.text(0..<8, size - 8..<size) == square.map { String($0.reversed()) })
    #expect(picture.text(size - 8..<size, 0..<8) == square.reversed())
    for index in 8..<size - 8 {
      #expect(picture[6, index] == (index % 2 == 0) && picture[index, 6] == picture[6, index])
    }
    #expect(picture[size - 8, 8])
  }

  /// The texts that zbarimg reads in pictures, one for each picture that it can read.
  private func zbarimg(_ pictures: [BitMatrix]) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "signin-qr-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try pictures.enumerated().map { number, picture in
      let file = folder.appending(path: "\(number).pbm")
      try picture.pbm.write(to: file)
      return file.path()
    }
    let program = try ChildProcess(
      "zbarimg", ["--quiet", "--raw", "--nodbus"] + files, environment: ["PATH": "/usr/bin:/bin"])
    let output = try await program.finish().output
    return output.split(separator: "\n").map(String.init)
  }
}

extension BitMatrix {
  /// Rows of the picture, with a `#` for a dark module.
  fileprivate func text(_ rows: Range<Int>, _ columns: Range<Int>) -> [String] {
    rows.map { row in columns.map { self[row, $0] ? "#" : " " }.joined() }
  }

  /// A file of the picture with its quiet zone, 4 dots a module (Netpbm's P1).
  fileprivate var pbm: Data {
    let dots = (size + 8) * 4
    let modules = 0..<size
    var text = "P1\n\(dots) \(dots)\n"
    for row in 0..<dots {
      let row = row / 4 - 4
      for column in -4..<size + 4 {
        text += modules.contains(row) && modules.contains(column) && self[row, column] ? "1 1 1 1 " : "0 0 0 0 "
      }
      text += "\n"
    }
    return Data(text.utf8)
  }
}
