public import Identity
public import SignIn
import Signals

/// Leads from scene to scene: it alone makes view models, and they tell it, as their routing, where the way goes. A presenter
/// shows them.
public final class Navigator {
  /// A scene: one view model and its view.
  public enum Scene: Sendable {
    /// The sign-in form. It starts with the given email; without one, with that of the settings.
    case signIn(email: String?)
    /// The form for a new account, likewise.
    case signUp(email: String?)
    /// The attempts at signing in to the account that has just been signed in to.
    case activity(SignedIn)
    /// The form in which they change their password.
    case changePassword(SignedIn)
  }

  /// How it ends.
  public enum Result: Sendable {
    /// Somebody signed in.
    case signedIn(SignedIn)
    /// Somebody signed in, and out again. A sign-in that leads to the activity opens no session, so there is none to end.
    case signedOut
    /// Somebody left the form.
    case cancelled
    /// All attempts that one run grants were refused.
    case refused
    /// Nobody did anything for too long.
    case timedOut
    /// There is no account to sign in to, and none can be created here.
    case noAccounts
  }

  /// How showing it ends.
  public enum Ending: Sendable {
    /// The navigator came to a result.
    case finished(Result)
    /// A signal, or Ctrl-C in its place, ends the program.
    case signal(Int32)
    /// The terminal is gone.
    case terminalGone
  }

  /// The end, once it has come.
  public private(set) var result: Result?

  private let dependencies: SceneDependencies
  private let presenter: any ScenePresenter
  private var scene: Scene?
  /// What Esc in the form for a new account leads back to, nil for out of the program.
  private var sceneBefore: Scene?
  private let idleLimit: IdleLimit?
  private let bag = DisposeBag()

  /// A navigator without a scene yet.
  public init(_ dependencies: SceneDependencies, _ presenter: any ScenePresenter) {
    self.dependencies = dependencies
    self.presenter = presenter
    idleLimit = dependencies.idleSeconds.map { IdleLimit(seconds: $0, scheduler: dependencies.scheduler) }
    presenter.didAct = { [weak idleLimit] in idleLimit?.didAct() }
    idleLimit?.secondsLeft.bind(to: Binder(self) { $0.presenter.announceClosing(inSeconds: $1) }).disposed(by: bag)
    idleLimit?.passed.bind(to: Binder(self) { navigator, _ in navigator.endUnattended() }).disposed(by: bag)
  }

  /// Shows `scene` in place of the one before.
  public func transition(to scene: Scene) {
    self.scene = scene
    presenter.present(presented(scene))
    idleLimit?.didAct()
  }

  /// The store turned out to hold no account: the first one is created here, where that is allowed.
  public func didFindNoAccounts() {
    guard dependencies.signUp != nil else { return end(.noAccounts) }
    switch scene {
    case .signIn(let email): transition(to: .signUp(email: email))
    case nil: transition(to: .signUp(email: nil))
    case .signUp, .activity, .changePassword: break
    }
  }

  private func presented(_ scene: Scene) -> PresentedScene {
    switch scene {
    case .signIn(let email):
      return .signIn(
        dependencies.signInViewModel(email, routing: self), offersToRemember: dependencies.memory != nil)
    case .signUp(let email):
      guard let signUp = dependencies.signUp else {
        preconditionFailure("Nothing leads to a form for new accounts where they are not allowed.")
      }
      return .signUp(dependencies.signUpViewModel(signUp, email, routing: self))
    case .activity(let signedIn):
      return .activity(dependencies.activityViewModel(activity, signedIn, routing: self), email: signedIn.email.text)
    case .changePassword(let signedIn):
      return .changePassword(dependencies.changePasswordViewModel(activity, signedIn, routing: self))
    }
  }

  private var activity: SceneDependencies.Activity {
    guard let activity = dependencies.activity else {
      preconditionFailure("Nothing leads to activity, or on from it, where it is not shown.")
    }
    return activity
  }

  /// Somebody is signed in, by whichever way: on to their activity, or the end.
  private func proceed(_ signedIn: SignedIn) {
    if dependencies.activity == nil { end(.signedIn(signedIn)) } else { transition(to: .activity(signedIn)) }
  }

  /// Nobody acts any more. Somebody who signed in stays signed in, however long they look at their activity.
  private func endUnattended() {
    end(signedIn.map { .signedIn($0) } ?? .timedOut)
  }

  /// The sign-in, once there is one.
  private var signedIn: SignedIn? {
    switch scene {
    case .activity(let signedIn), .changePassword(let signedIn): signedIn
    case .signIn, .signUp, nil: nil
    }
  }

  /// What was typed goes with the scene.
  private func end(_ result: Result) {
    self.result = result
    presenter.present(nil)
  }
}

extension Navigator: SignInRouting {
  /// On to their activity, or the end: somebody signed in.
  public func didSignIn(_ signedIn: SignedIn) {
    proceed(signedIn)
  }

  /// The end: somebody left.
  public func didCancelSignIn() {
    end(.cancelled)
  }

  /// On to the form for a new account.
  public func didAskToCreateAccount(email: String) {
    sceneBefore = presenter.leadsBack ? .signIn(email: email) : nil
    transition(to: .signUp(email: presenter.leadsBack ? email : nil))
  }

  /// The end: no more attempts.
  public func didUseUpAttempts() {
    end(.refused)
  }
}

extension Navigator: SignUpRouting {
  /// On to their activity, or the end: somebody signed in to the new account.
  public func didSignUp(_ signedIn: SignedIn) {
    proceed(signedIn)
  }

  /// On to signing in.
  public func didCreateAccount(_ email: EmailAddress) {
    transition(to: .signIn(email: email.text))
  }

  /// Back to where somebody came from, or out.
  public func didCancelSignUp() {
    if let sceneBefore { transition(to: sceneBefore) } else { end(.cancelled) }
  }
}

extension Navigator: ActivityRouting {
  /// The end: somebody has seen enough, and stays signed in.
  public func didLeaveActivity() {
    if let signedIn { end(.signedIn(signedIn)) }
  }

  /// On to the form that changes it.
  public func didAskToChangePassword() {
    if let signedIn { transition(to: .changePassword(signedIn)) }
  }

  /// The end: somebody signed out.
  public func didSignOut() {
    end(.signedOut)
  }
}

extension Navigator: ChangePasswordRouting {
  /// Back to the activity, which says so.
  public func didChangePassword() {
    didCancelPasswordChange()
    presenter.announce(.passwordChanged)
  }

  /// Back to the activity.
  public func didCancelPasswordChange() {
    if let signedIn { transition(to: .activity(signedIn)) }
  }
}
