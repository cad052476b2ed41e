import Secrets

/// Runs `body`. If it fails, the error is that of a failed store, because neither failure signs the user in.
func hashing<R>(_ body: () throws(HashingError) -> R) throws(StoreError) -> R {
  do {
    return try body()
  } catch {
    throw .hashing(error)
  }
}
