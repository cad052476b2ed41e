import Identity

extension AttemptSource {
  /// The most bytes of a text that a form claims. An address has 45 at most, and each blocked attempt is a row.
  static let longestClaim = 64

  /// The source of attempts that a form claims to be. Its user is the kernel's word. Its host counts with the user, so it is
  /// believed only of a process that may name one.
  init(claimed: AttemptSource, uid: UInt32, mayNameHost: Bool) {
    self.init(
      tty: Self.cut(claimed.tty, to: Self.longestClaim), uid: uid,
      host: mayNameHost ? Self.cut(claimed.host, to: Self.longestClaim) : "localhost",
      program: Self.cut(claimed.program, to: Self.longestClaim))
  }
}
