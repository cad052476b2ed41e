/// Where the email that somebody wants remembered is kept between runs.
public protocol EmailMemory: AnyObject {
  /// The remembered email, nil when there is none.
  var email: String? { get }

  /// Remembers `email` in place of an earlier one, or nothing at all when it is nil. That this fails is no reason to
  /// refuse a sign-in.
  func remember(_ email: String?)
}
