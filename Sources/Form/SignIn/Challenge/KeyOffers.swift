import Identity
import SSHKeys

/// The keys of an agent that a step can add.
struct KeyOffers {
  /// Those to choose from. Their names are cut to what an account takes.
  let keys: [PublicKeyLine]
  /// How many more the agent has.
  let otherCount: Int

  /// The most keys that a person is asked to choose from.
  private static let most = 20

  /// Security keys come first: behind many files, they are still offered.
  init(_ keys: [PublicKeyLine] = []) {
    let ordered = keys.filter(\.key.kind.isSecurityKey) + keys.filter { !$0.key.kind.isSecurityKey }
    self.keys = ordered.prefix(Self.most).map { line in
      PublicKeyLine(line.key, name: NewAccountKey(line.key, name: line.name).name)
    }
    otherCount = max(0, keys.count - Self.most)
  }
}
