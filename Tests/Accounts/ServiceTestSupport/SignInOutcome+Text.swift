public import Identity

extension SignInOutcome {
  /// The outcome in words, for comparisons.
  public var text: String { signedIn == nil ? "\(self)" : "signed in" }
}
