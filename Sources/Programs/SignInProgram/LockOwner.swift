import Identity

/// The account that locked a terminal, as its ticket names it.
struct LockOwner {
  let account: AccountReference
  /// The email or name with which its owner signed in. The email may be another one by now.
  let login: Login
}
