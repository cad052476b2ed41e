import Identity
import SQLite
import Secrets

extension Database {
  /// Returns the cost of the costliest argon2id hash, and the costliest hash of each other scheme. A damaged hash has none, and
  /// only its own account is out of reach.
  func costliestHashes() throws -> (argon2id: HashCost?, foreign: [ForeignHash]) {
    (try costliestHashCost(), try foreignHashes())
  }

  private func foreignHashes() throws -> [ForeignHash] {
    guard try (value("SELECT 1 FROM account WHERE \(Schema.isForeign) LIMIT 1") as Int?) != nil else { return [] }
    return try ForeignHash.Scheme.allCases.compactMap { scheme in
      let prefix = ForeignHash.prefix(of: scheme)
      let phc: String? = try value(
        """
        SELECT hash FROM account WHERE \(Schema.isForeign) AND hash > ?1 AND hash < ?2 ORDER BY hash DESC LIMIT 1
        """, [prefix, prefix + ":"])  // the next character after the digits
      return phc.flatMap { try? PasswordHash(phc: $0).foreign }
    }
  }
}
