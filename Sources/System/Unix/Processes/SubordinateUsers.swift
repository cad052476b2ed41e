/// The users to whom root has given ranges of uids, for containers: subuid(5). A user with 65,536 uids is still one
/// person.
///
/// Whoever is in `/etc/passwd` is nobody else, whatever ranges are given to others. Root's ranges are for the containers of
/// LXD and Incus, which get 65,536 uids each: such a block counts as its first uid, as does a range whose owner is not in
/// `/etc/passwd`.
public struct SubordinateUsers: Sendable, Hashable {
  private struct Range: Sendable, Hashable {
    let ids: ClosedRange<UInt32>
    /// Nil for root and for an unknown user.
    let owner: UInt32?
  }

  private static let block: UInt32 = 65_536

  private let ranges: [Range]
  private let users: Set<UInt32>

  /// No ranges.
  public init() { (ranges, users) = ([], []) }

  /// The ranges of this machine, as they are now. A file that is missing or can't be read has none.
  public static func ofMachine() -> SubordinateUsers {
    func contents(_ path: String) -> String { String(systemFile: path, upTo: 16 << 20) ?? "" }
    return SubordinateUsers(text: contents("/etc/subuid"), passwd: contents("/etc/passwd"))
  }

  /// The ranges in the text of a file, each line `user:first:count`. Other lines are skipped.
  /// - Parameter passwd: The text of `/etc/passwd`.
  init(text: String, passwd: String) {
    var ids: [Substring: UInt32] = [:]
    for fields in Self.lines(of: passwd) where fields.count > 2 { ids[fields[0]] = UInt32(fields[2]) }
    users = Set(ids.values)
    ranges = Self.lines(of: text).compactMap { fields in
      guard fields.count == 3, let first = UInt32(fields[1]), first > 0, let count = UInt32(fields[2]), count > 0
      else { return nil }
      let (last, overflow) = first.addingReportingOverflow(count - 1)
      let owner = ids[fields[0]] ?? UInt32(fields[0])
      return Range(ids: first...(overflow ? .max : last), owner: owner == 0 ? nil : owner)
    }
  }

  /// The person behind a uid: the owner of its range, or the uid itself.
  public func owner(of uid: UInt32) -> UInt32 {
    guard !users.contains(uid), let range = ranges.first(where: { $0.ids.contains(uid) }) else { return uid }
    return range.owner ?? uid - (uid - range.ids.lowerBound) % Self.block
  }

  private static func lines(of text: String) -> [[Substring]] {
    text.split(separator: "\n").map { $0.split(separator: ":", omittingEmptySubsequences: false) }
  }
}
