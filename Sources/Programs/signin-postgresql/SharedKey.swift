import Store
import Identity
import SQLiteStore
import Secrets

/// The sealing key where many machines share a store: all have the same file, and none makes one. See
/// Decisions/0106-sealing-key.md.
struct SharedKey: SealingKeySource {
  let file: SealingKeyFile

  func key() throws(StoreError) -> SealingKey? { try file.key() }

  func makeKey() throws(StoreError) -> SealingKey {
    guard let key = try file.key() else { throw missing }
    return key
  }

  var missing: StoreError { .unreachable(.keyNotHere, path: file.path) }

  var foreign: StoreError { file.foreign }
}
