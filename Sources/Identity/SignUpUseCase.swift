public import Secrets

/// Creates an account and signs its owner in. ``SignUpUseCase`` implements it; tests use a scripted one.
public protocol SigningUp: Sendable {
  /// Signs up. Never throws and never keeps the password. Cancelling the task before the account is in the store keeps
  /// it out. Cancelling later leaves the account, and the user is not signed in.
  @concurrent
  func signUp(_ email: EmailAddress, _ password: SealedPassword) async -> SignUpOutcome
}

/// The result of a sign-up.
public enum SignUpOutcome: Sendable {
  /// The account exists now. The value is the result of signing in to it.
  case added(SignInOutcome)
  /// No account was added.
  case notAdded(AddAccountError)
}

/// Adds the account, then signs in to it in the ordinary way: the attempt is charged and recorded, and the password is
/// verified against the store.
public struct SignUpUseCase: SigningUp {
  private let addAccount: AddAccountUseCase
  private let signIn: any SigningIn

  /// A sign-up made of these two steps.
  public init(addAccount: AddAccountUseCase, signIn: any SigningIn) {
    self.addAccount = addAccount
    self.signIn = signIn
  }

  /// Creates the account and signs in, or returns the reason why not.
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
