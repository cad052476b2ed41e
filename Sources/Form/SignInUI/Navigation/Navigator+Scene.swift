public import Identity
public import SignIn

extension Navigator {
  /// A scene: one view model and its view.
  public enum Scene: Sendable {
    /// The sign-in form. It starts with the given email, or else with the email of the settings.
    case signIn(email: String?)
    /// The sign-in form once more, after a conversation that it began, and why; nil for no reason.
    case signInAgain(Login, remembersEmail: Bool, Message?)
    /// A step of a conversation.
    case challenge(Conversation)
    /// The form for a new account. It chooses its email in the same way.
    case signUp(email: String?)
    /// The page of the account that the user has signed in to, with its activity.
    case account(SignedIn)
    /// The form in which the signed-in user changes their password.
    case changePassword(SignedIn)
  }

  /// The result of all scenes.
  public enum Result: Sendable {
    /// The user signed in.
    case signedIn(SignedIn)
    /// The user signed in and out again. The session, if there is one, must end.
    case signedOut(SignedIn)
    /// The user left the form.
    case cancelled
    /// The user used up the attempts that one run allows; all were refused.
    case refused
    /// The user did nothing for too long.
    case timedOut
    /// The store holds no account, and none can be created here.
    case noAccounts
    /// The store can't be used at all.
    case unavailable(StoreError)
  }

  /// The reason why the scenes ended.
  public enum Ending: Sendable {
    /// The navigator came to a result.
    case finished(Result)
    /// A signal, or Ctrl-C in its place, ends the program.
    case signal(Int32)
    /// The terminal is gone.
    case terminalGone
  }
}
