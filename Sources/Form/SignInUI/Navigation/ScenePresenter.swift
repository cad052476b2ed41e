public import SignIn

/// Shows scenes on a screen or line by line.
public protocol ScenePresenter: AnyObject {
  /// Reports that the user acted. The navigator sets it.
  var didAct: () -> Void { get set }
  /// Whether Esc leads back to the scene before, with the email typed there.
  var leadsBack: Bool { get }
  /// Replaces the scene on show. Nil shows none, and so removes what the user typed.
  func present(_ scene: PresentedScene?)
  /// Announces that the program closes in `seconds` unless the user acts; nil once the user has.
  func announceClosing(inSeconds seconds: Int?)
  /// Puts a text on the terminal's clipboard, if the terminal has one and allows it.
  func copy(_ text: String)
  /// Announces the outcome of the scene before.
  func announce(_ message: Message)
}

/// A scene for a presenter: its view model.
public enum PresentedScene {
  /// The sign-in form.
  case signIn(any SignInViewModelType, offersToRemember: Bool)
  /// The form for a new account.
  case signUp(any SignUpViewModelType)
  /// The form where people sign in at another provider only.
  case provider(any ProviderViewModelType)
  /// The wait for an approval elsewhere.
  case approval(any ApprovalViewModelType)
  /// A step of a conversation.
  case challenge(any ChallengeViewModelType, savesCodes: Bool)
  /// The account page, with the activity.
  case account(any AccountViewModelType, any ActivityViewModelType, email: String)
  /// The form that changes a password.
  case changePassword(any ChangePasswordViewModelType)
}
