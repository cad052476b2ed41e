import Secrets

/// Runs `body`. Its failure counts as one of the store, because it cannot sign the user in either.
func hashing<R>(_ body: () throws(HashingError) -> R) throws(StoreError) -> R {
  do {
    return try body()
  } catch {
    throw .hashing(error)
  }
}
