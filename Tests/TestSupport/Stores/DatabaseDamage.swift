public import Foundation

/// Ways to damage a database: flipped bytes, pages exchanged or taken from another database, a missing end, another
/// database's journal beside it.
public struct DatabaseDamage {
  private let whole: Data
  private let other: Data
  private let page = 4_096

  /// - Parameters:
  ///   - whole: The database to damage, in whole pages.
  ///   - other: Another database, as a source of pages.
  public init(whole: Data, other: Data) {
    self.whole = whole
    self.other = other
  }

  /// Writes a damaged copy of the database to `path`.
  public func inflict(on path: String, _ random: inout SeededGenerator) throws {
    let bytes = damaged(&random)
    try bytes.write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    guard Int.random(in: 0..<8, using: &random) == 0 else { return }
    let beside = path + (Bool.random(using: &random) ? "-wal" : "-journal")
    try (Bool.random(using: &random) ? bytes : journal(&random)).write(to: URL(filePath: beside))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: beside)
  }

  private func damaged(_ random: inout SeededGenerator) -> Data {
    var bytes = whole
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      for _ in 0...Int.random(in: 0..<20, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
    case 1:
      // Within the first bytes of a page, which hold its structure
      let start = page * Int.random(in: 0..<bytes.count / page, using: &random)
      for _ in 0..<8 { bytes[start + .random(in: 0..<100, using: &random)] = .random(in: 0...255, using: &random) }
    case 2:
      let pages = bytes.count / page
      let first = page * Int.random(in: 1..<pages, using: &random)
      let second = page * Int.random(in: 1..<pages, using: &random)
      let moved = Data(bytes[first..<first + page])
      bytes.replaceSubrange(first..<first + page, with: Data(bytes[second..<second + page]))
      bytes.replaceSubrange(second..<second + page, with: moved)
    case 3:
      let place = page * Int.random(in: 0..<min(bytes.count, other.count) / page, using: &random)
      bytes.replaceSubrange(place..<place + page, with: other[place..<place + page])
    case 4:
      bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    default:
      bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
    }
    return bytes
  }

  /// The header of a journal, write-ahead or not, and then random bytes.
  private func journal(_ random: inout SeededGenerator) -> Data {
    let heads: [[UInt8]] = [[0x37, 0x7F, 0x06, 0x82], [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]]
    let head = heads[Bool.random(using: &random) ? 1 : 0]
    return Data(
      head + (0..<Int.random(in: 0..<9_000, using: &random)).map { _ in .random(in: 0...255, using: &random) })
  }
}
