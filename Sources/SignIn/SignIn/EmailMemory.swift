/// Keeps the remembered email between runs.
public protocol EmailMemory: AnyObject {
  /// The remembered email, nil if there is none.
  var email: String? { get }

  /// Remembers `email` in place of an earlier one; nil forgets it. A failure here never refuses a sign-in.
  func remember(_ email: String?)
}
