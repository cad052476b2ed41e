internal import Glibc

/// The users to whom root has given ranges of uids, for containers: subuid(5). A user with 65,536 uids is still one
/// person.
///
/// A range whose owner is not in `/etc/passwd` counts as its first uid.
public struct SubordinateUsers: Sendable, Hashable {
  private struct Range: Sendable, Hashable {
    let ids: ClosedRange<UInt32>
    let owner: UInt32
  }

  private let ranges: [Range]

  /// No ranges.
  public init() { ranges = [] }

  /// The ranges of this machine, as they are now. A file that is missing or can't be read has none.
  public static func ofMachine() -> SubordinateUsers {
    SubordinateUsers(text: contents(of: "/etc/subuid"), passwd: contents(of: "/etc/passwd"))
  }

  /// The ranges in the text of a file, each line `user:first:count`. Other lines are skipped.
  /// - Parameter passwd: The text of `/etc/passwd`.
  init(text: String, passwd: String) {
    var ids: [Substring: UInt32] = [:]
    for fields in Self.lines(of: passwd) where fields.count > 2 { ids[fields[0]] = UInt32(fields[2]) }
    ranges = Self.lines(of: text).compactMap { fields in
      guard fields.count == 3, let first = UInt32(fields[1]), first > 0, let count = UInt32(fields[2]), count > 0
      else { return nil }
      let (last, overflow) = first.addingReportingOverflow(count - 1)
      let owner = ids[fields[0]] ?? UInt32(fields[0]) ?? first
      return Range(ids: first...(overflow ? .max : last), owner: owner)
    }
  }

  /// The person behind a uid: the owner of its range, or the uid itself.
  public func owner(of uid: UInt32) -> UInt32 {
    ranges.first { $0.ids.contains(uid) }?.owner ?? uid
  }

  private static func lines(of text: String) -> [[Substring]] {
    text.split(separator: "\n").map { $0.split(separator: ":", omittingEmptySubsequences: false) }
  }

  private static func contents(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < 16 << 20 {
      let count = read(file, &part, part.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
