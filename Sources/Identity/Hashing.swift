import Secrets

/// Runs `body`, whose failure counts as one of the store: nobody can be let in by it either.
func hashing<R>(_ body: () throws(HashingError) -> R) throws(StoreError) -> R {
  do {
    return try body()
  } catch {
    throw .hashing(error)
  }
}
