package import Identity
import Unix

/// Waits for an operation of a store, as ``waiting(for:)`` does.
package func waitingForStore<Value>(
  _ work: @escaping @Sendable () async throws(StoreError) -> Value
) throws(Failure) -> Value {
  do {
    return try waiting(for: work)
  } catch {
    throw Failure(error)
  }
}
