import Secrets

/// Runs `body`, and says of its failure what the one who waits for the answer can do.
func hashing<R>(_ body: () throws(HashingError) -> R) throws(StoreError) -> R {
  do {
    return try body()
  } catch {
    switch error {
    case .outOfMemory:
      throw .unreachable(
        Reason("there is not enough memory to hash a password; close other programs and try again"))
    case .passwordWiped:
      throw .unreachable(
        Reason("the password was wiped before it was hashed; enter it again"))
    }
  }
}
