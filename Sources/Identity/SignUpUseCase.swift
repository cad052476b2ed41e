public import Secrets

/// Makes an account for somebody who then is signed in to it. ``SignUpUseCase`` is the one real implementation; tests
/// script another.
public protocol SigningUp: Sendable {
  /// Never throws and never hangs on to the password. Cancelling the task before the account is in the store keeps it
  /// out; later, nobody is signed in.
  @concurrent
  func signUp(_ email: EmailAddress, _ password: SealedPassword) async -> SignUpOutcome
}

/// How a sign-up ends.
public enum SignUpOutcome: Sendable {
  /// There is an account now, and this is how signing in to it ended.
  case added(SignInOutcome)
  /// There is none, or none more than before.
  case notAdded(AddAccountError)
}

/// Adds the account, then signs in to it as anybody would: the attempt is charged and recorded, the password verified
/// against what the store has kept.
public struct SignUpUseCase: SigningUp {
  private let addAccount: AddAccountUseCase
  private let signIn: any SigningIn

  /// A sign-up made of these two.
  public init(addAccount: AddAccountUseCase, signIn: any SigningIn) {
    self.addAccount = addAccount
    self.signIn = signIn
  }

  /// Makes the account and signs in, or says why not.
  @concurrent
  public func signUp(_ email: EmailAddress, _ password: SealedPassword) async -> SignUpOutcome {
    do {
      try await addAccount.add(email, password)
    } catch {
      return .notAdded(error)
    }
    return .added(await signIn.signIn(email, password))
  }
}
