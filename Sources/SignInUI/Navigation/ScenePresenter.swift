public import SignIn

/// Shows scenes: on a screen, or line by line.
public protocol ScenePresenter: AnyObject {
  /// Somebody acted. The navigator sets it.
  var didAct: () -> Void { get set }
  /// Whether Esc leads back to the scene before, with what was typed there.
  var leadsBack: Bool { get }
  /// Shows a scene in place of the one before. Nil shows none: what was typed goes with the scene.
  func present(_ scene: PresentedScene?)
  /// Says in how many seconds the program closes unless somebody acts; nil once somebody has.
  func announceClosing(inSeconds seconds: Int?)
  /// Says what the scene before has led to.
  func announce(_ message: Message)
}

/// A scene as a presenter gets it: its view model.
public enum PresentedScene {
  /// The sign-in form.
  case signIn(any SignInViewModelType, offersToRemember: Bool)
  /// The form for a new account.
  case signUp(any SignUpViewModelType)
  /// The list of somebody's activity.
  case activity(any ActivityViewModelType, email: String)
  /// The form that changes a password.
  case changePassword(any ChangePasswordViewModelType)
}
