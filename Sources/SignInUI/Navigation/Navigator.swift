public import Identity
public import SignIn
import Signals

/// Leads from scene to scene. It alone makes view models, and is their routing: they tell it how a scene was left. A
/// presenter shows the scenes.
public final class Navigator {
  /// A scene: one view model and its view.
  public enum Scene: Sendable {
    /// The sign-in form. It starts with the given email, or else with the email of the settings.
    case signIn(email: String?)
    /// The sign-in form once more, after a conversation that it began, and why; nil for no reason.
    case signInAgain(Login, remembersEmail: Bool, Message?)
    /// A step of a conversation.
    case challenge(ConversationStep, Conversation)
    /// The form for a new account. It chooses its email in the same way.
    case signUp(email: String?)
    /// The attempts to sign in to the account that the user has just signed in to.
    case activity(SignedIn)
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
    /// The keeper does not work with the store at all.
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

  /// A sentence that the user must still know, where no scene follows that could say it.
  public internal(set) var parting: String?
  /// The result, once there is one.
  public private(set) var result: Result?

  let dependencies: SceneDependencies
  let presenter: any ScenePresenter
  private(set) var scene: Scene?
  /// The scene that Esc leads back to from the form for a new account; nil if Esc ends the program.
  private var sceneBefore: Scene?
  private let idleLimit: IdleLimit?
  let tally: AttemptTally
  private let bag = DisposeBag()

  /// Creates a navigator without a scene.
  public init(_ dependencies: SceneDependencies, _ presenter: any ScenePresenter) {
    self.dependencies = dependencies
    self.presenter = presenter
    tally = AttemptTally(scheduler: dependencies.scheduler)
    idleLimit = dependencies.idleSeconds.map { IdleLimit(seconds: $0, scheduler: dependencies.scheduler) }
    presenter.didAct = { [weak idleLimit] in idleLimit?.didAct() }
    idleLimit?.secondsLeft.bind(to: Binder(self) { $0.presenter.announceClosing(inSeconds: $1) }).disposed(by: bag)
    idleLimit?.passed.bind(to: Binder(self) { navigator, _ in navigator.endUnattended() }).disposed(by: bag)
  }

  /// Replaces the current scene with `scene`.
  public func transition(to scene: Scene) {
    self.scene = scene
    presenter.present(presented(scene))
    idleLimit?.didAct()
  }

  /// The store holds no account: shows the form for the first one, or ends if sign-up is not allowed.
  /// - Parameter keeperAllows: Whether the keeper adds accounts at a form.
  public func didFindNoAccounts(keeperAllows: Bool = true) {
    guard keeperAllows, dependencies.signUp != nil else { return end(.noAccounts) }
    switch scene {
    case .signIn(let email): transition(to: .signUp(email: email))
    case nil: transition(to: .signUp(email: nil))
    case .signUp, .signInAgain, .challenge, .activity, .changePassword: break
    }
  }

  /// The session of the user who is signed in has ended: shows the sign-in form.
  public func didLoseSession() {
    guard let signedIn else { return }
    transition(to: .signIn(email: signedIn.login.text))
    presenter.announce(.sessionEnded)
  }

  /// The keeper does not work with the store at all: ends.
  public func didFail(_ error: StoreError) {
    end(.unavailable(error))
  }

  private func presented(_ scene: Scene) -> PresentedScene {
    switch scene {
    case .signIn(let email):
      return .signIn(
        dependencies.signInViewModel(email, tally, routing: self), offersToRemember: dependencies.memory != nil)
    case .signInAgain(let login, let remembersEmail, let failure):
      return .signIn(
        dependencies.signInViewModel(
          login.text, remembersEmail: remembersEmail, failure: failure, tally, routing: self),
        offersToRemember: dependencies.memory != nil)
    case .challenge(let step, let conversation):
      return .challenge(dependencies.challengeViewModel(step, conversation, routing: self))
    case .signUp(let email):
      guard let signUp = dependencies.signUp else {
        preconditionFailure("Sign-up is not allowed, so no scene may lead there.")
      }
      return .signUp(dependencies.signUpViewModel(signUp, email, tally, routing: self))
    case .activity(let signedIn):
      return .activity(dependencies.activityViewModel(activity, signedIn, routing: self), email: signedIn.email.text)
    case .changePassword(let signedIn):
      return .changePassword(dependencies.changePasswordViewModel(activity, signedIn, tally, routing: self))
    }
  }

  private var activity: SceneDependencies.Activity {
    guard let activity = dependencies.activity else {
      preconditionFailure("Activity is not shown, so no scene may lead there.")
    }
    return activity
  }

  /// After any sign-in: shows the activity, or ends.
  func proceed(_ signedIn: SignedIn) {
    dependencies.didSignIn(signedIn)
    if dependencies.activity == nil { end(.signedIn(signedIn)) } else { transition(to: .activity(signedIn)) }
  }

  /// The user does nothing any more. A signed-in user stays signed in, however long they look at their activity.
  private func endUnattended() {
    end(signedIn.map { .signedIn($0) } ?? .timedOut)
  }

  /// The sign-in; nil while nobody is signed in.
  private var signedIn: SignedIn? {
    switch scene {
    case .activity(let signedIn), .changePassword(let signedIn): signedIn
    case .challenge(_, let conversation): conversation.signedIn
    case .signIn, .signInAgain, .signUp, nil: nil
    }
  }

  /// Ends with `result`. Removing the scene also removes what the user typed.
  private func end(_ result: Result) {
    self.result = result
    presenter.present(nil)
  }
}

extension Navigator: SignInRouting {
  /// Shows the activity, or ends with the sign-in.
  public func didSignIn(_ signedIn: SignedIn) {
    proceed(signedIn)
  }

  /// Ends: the user left.
  public func didCancelSignIn() {
    end(.cancelled)
  }

  /// Shows the form for a new account.
  public func didAskToCreateAccount(email: String) {
    sceneBefore = presenter.leadsBack ? .signIn(email: email) : nil
    transition(to: .signUp(email: presenter.leadsBack ? email : nil))
  }

  /// Ends: no attempts are left.
  public func didUseUpAttempts() {
    end(.refused)
  }
}

extension Navigator: SignUpRouting {
  /// Shows the activity, or ends with the sign-in to the new account.
  public func didSignUp(_ signedIn: SignedIn) {
    proceed(signedIn)
  }

  /// Shows the sign-in form, which counts down if attempts are blocked. It says that the account is there if signing in
  /// takes more than the password.
  public func didCreateAccount(_ email: EmailAddress, signIn outcome: SignInOutcome) {
    tally.take(outcome, of: .email(email))
    transition(to: .signIn(email: email.text))
    switch outcome {
    case .unanswered, .unavailable(.keeper(.furtherStep)): presenter.announce(.accountReady)
    default: break
    }
  }

  /// Goes back to the scene before, or ends.
  public func didCancelSignUp() {
    if let sceneBefore { transition(to: sceneBefore) } else { end(.cancelled) }
  }
}

extension Navigator: ActivityRouting {
  /// Ends: the user left the activity, and stays signed in.
  public func didLeaveActivity() {
    if let signedIn { end(.signedIn(signedIn)) }
  }

  /// Shows the form that changes the password.
  public func didAskToChangePassword() {
    if let signedIn { transition(to: .changePassword(signedIn)) }
  }

  /// Begins the conversation that sets up two-step sign-in.
  public func didAskToSetUpSecondStep() {
    if let signedIn { setUpSecondStep(of: signedIn) }
  }

  /// - Parameter notice: Why this begins once more; nil the first time.
  func setUpSecondStep(of signedIn: SignedIn, saying notice: Message? = nil) {
    let underWay = activity.secondStep.begin(.email(signedIn.email), nil)
    didMeet(
      .beginning, in: Conversation(underWay, of: .email(signedIn.email), for: .secondStep(signedIn), saying: notice))
  }

  /// Begins the conversation that links a user name, if there are user names.
  public func didAskToLink() {
    guard let signedIn, let link = activity.link() else { return }
    let underWay = link.begin(.email(signedIn.email), nil)
    didMeet(.beginning, in: Conversation(underWay, of: signedIn.login, for: .link(signedIn)))
  }

  /// Ends: the user signed out.
  public func didSignOut() {
    if let signedIn { end(.signedOut(signedIn)) }
  }
}

extension Navigator: ChangePasswordRouting {
  /// Goes back to the activity, with a message.
  public func didChangePassword() {
    didCancelPasswordChange()
    presenter.announce(.passwordChanged)
  }

  /// Goes back to the activity.
  public func didCancelPasswordChange() {
    if let signedIn { transition(to: .activity(signedIn)) }
  }
}
