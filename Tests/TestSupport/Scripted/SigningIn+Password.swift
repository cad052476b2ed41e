public import Identity
public import Secrets

extension SigningIn {
  /// Signs in by a password alone, where nothing else can be shown. See ``SignInOutcome/unanswered``.
  nonisolated(nonsending) public func signIn(
    _ email: EmailAddress, _ password: SealedPassword
  ) async -> SignInOutcome {
    switch await begin(.email(email), password).next(.begin) {
    case .ended(let outcome): outcome
    case .ask, .tell, .wait: .unanswered
    }
  }
}
