import SSHKeys
import Terminal

/// The keys of an agent on the screen: one row each, and how many more there are.
struct KeyList {
  /// The fewest columns of a fingerprint that are worth showing.
  private static let leastOfFingerprint = 12
  /// The fewest columns of a name, where there are as many.
  private static let leastOfName = 8
  /// The rows with which a screen keeps its title and its line of keys.
  private static let roomy = 10

  let keys: [PublicKeyLine]
  /// The keys that can't be chosen.
  let otherCount: Int

  /// The rows for a space.
  /// - Parameter used: The rows above them.
  func rows(_ room: FormPreface.Room, behind used: Int) -> [String] {
    guard let only = keys.first else { return [] }
    let free = (room.rows >= Self.roomy ? room.rows - 2 : room.rows) - used
    if keys.count == 1, otherCount == 0 {
      let whole = wrapped(only.described, columns: room.columns)
      if whole.count <= free { return whole }
    }
    let all = keys.indices.map { row($0, room) }
    if otherCount == 0, all.count <= max(1, free) { return all }
    func more(_ count: Int) -> [String] { wrapped(ChallengeWords.more(count), columns: room.columns) }
    let shown = max(1, min(all.count, free - more(all.count + otherCount).count))
    return all.prefix(shown) + more(all.count - shown + otherCount)
  }

  /// `2. ED25519-SK yubikey SHA256:uNiVztksCsDhc›`: what does not fit is cut, the fingerprint before the name.
  private func row(_ index: Int, _ room: FormPreface.Room) -> String {
    let key = keys[index].key
    let head = (keys.count > 1 ? "\(index + 1). " : "") + key.kind.shortName
    let free = room.columns - TextWidth.columns(of: head) - 1
    let name = Sanitiser.cleaned(keys[index].name)
      .cut(to: max(free - Self.leastOfFingerprint - 1, min(free, Self.leastOfName)), mark: room.cut)
    let rest = name.isEmpty ? free : free - TextWidth.columns(of: name) - 1
    let fingerprint = rest < Self.leastOfFingerprint ? "" : key.fingerprint.cut(to: rest, mark: room.cut)
    return [head, name, fingerprint].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
