package import Identity
import Sentences
package import ProgramSupport

extension Finding {
  /// Whether the key opens a secret of the second steps. Says nothing if it does, or if nobody has a second step.
  package static func key(_ keys: any SealingKeySource, of store: any SecondStepStore) -> Finding? {
    do throws(StoreError) {
      try waiting { () async throws(StoreError) in
        if let secret = try await store.sealedSecret() { _ = try keys.key(opening: secret) }
      }
      return nil
    } catch {
      return .bad(.key, error.sentence)
    }
  }
}
