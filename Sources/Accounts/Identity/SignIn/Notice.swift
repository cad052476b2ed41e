/// Something to know during a sign-in.
public enum Notice: Sendable, Hashable, Codable {
  /// How grave a notice is.
  public enum Weight: String, Sendable, Hashable, CaseIterable, Codable {
    /// For information.
    case information
    /// Something went wrong.
    case error
  }

  /// The words of a program outside of this one. They may hold any character: clean them, and show them as a quotation.
  case quotation(String, Weight)
  /// The password ends in so many whole days; 0 for less than one.
  case passwordEnds(days: Int)
  /// A recovery code was used, and so many are left, which are few.
  case recoveryCodesLeft(Int)
  /// The account's new recovery codes, as they are typed. They are shown once: go on when their owner confirms that
  /// they are kept.
  case recoveryCodes([String])

  // The names of what has no label in Swift.
  private enum QuotationCodingKeys: String, CodingKey { case _0 = "words", _1 = "weight" }
  private enum RecoveryCodesLeftCodingKeys: String, CodingKey { case _0 = "count" }
  private enum RecoveryCodesCodingKeys: String, CodingKey { case _0 = "codes" }
}
