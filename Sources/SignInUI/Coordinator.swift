public import Identity
import Sentences
public import SignIn
public import Signals
import Terminal

/// Leads from scene to scene: it alone makes them, and view models tell it, as their routing, where the way goes.
public final class Coordinator {
  /// A scene: one view model and its view.
  public enum Scene: Sendable {
    /// The sign-in form. It starts with the given email; without one, with that of the settings.
    case signIn(email: String?)
    /// The form for a new account, likewise.
    case signUp(email: String?)
    /// The tries at signing in of whoever has just signed in.
    case activity(SignedIn)
    /// The form in which they change their password.
    case changePassword(SignedIn)
  }

  /// How it ends.
  public enum Result: Sendable {
    /// Somebody signed in.
    case signedIn(SignedIn)
    /// Somebody signed in, and out again. Whoever sees their activity was given no session, so there is none to end.
    case signedOut
    /// Somebody left the form.
    case cancelled
    /// All tries that one run grants were refused.
    case refused
    /// Nobody did anything for too long.
    case timedOut
    /// There is no account to sign in to, and none can be created here.
    case noAccounts
  }

  /// What scenes are made of.
  public struct Dependencies {
    /// Signs in.
    public var signIn: any SigningIn
    /// Creates accounts; nil where sign-up is not allowed.
    public var signUp: (any SigningUp)?
    /// What a new password has to be.
    public var rules: NewPasswordRules
    /// The lengths of password accepted at sign-in.
    public var passwordLength: Signal<PasswordPolicy>
    /// Where the email is remembered; nil where that is not offered.
    public var memory: (any EmailMemory)?
    /// What is shown of somebody's activity once they are signed in; nil ends with the sign-in.
    public var activity: Activity?
    /// What an administrator or a command line decides.
    public var settings: SignInViewModel.Settings
    /// After how many seconds without a key it ends; nil for never.
    public var idleSeconds: Int?
    /// Time.
    public var scheduler: any Scheduler
    /// What everything is drawn with.
    public var look: Look

    /// Where people see their own activity, and change their password.
    public struct Activity {
      let of: (EmailAddress) -> any ReadingActivity
      let clock: any WallClock
      let changePassword: any ChangingPassword

      /// - Parameters:
      ///   - clock: Now, for times that are told as how long ago they were.
      ///   - changePassword: Makes the change.
      ///   - of: The activity of an email.
      public init(
        clock: any WallClock, changePassword: any ChangingPassword,
        of: @escaping (EmailAddress) -> any ReadingActivity
      ) {
        self.of = of
        self.clock = clock
        self.changePassword = changePassword
      }
    }

    /// All of it.
    public init(
      signIn: any SigningIn, signUp: (any SigningUp)?, rules: NewPasswordRules,
      passwordLength: Signal<PasswordPolicy>, memory: (any EmailMemory)?, activity: Activity?,
      settings: SignInViewModel.Settings, idleSeconds: Int?, scheduler: any Scheduler, look: Look
    ) {
      self.signIn = signIn
      self.signUp = signUp
      self.rules = rules
      self.passwordLength = passwordLength
      self.memory = memory
      self.activity = activity
      self.settings = settings
      self.idleSeconds = idleSeconds
      self.scheduler = scheduler
      self.look = look
    }
  }

  /// The end, once it has come.
  public private(set) var result: Result?

  private let dependencies: Dependencies
  private var scene: Scene?
  private var view: (any SceneView)?
  /// What Esc in the form for a new account leads back to, nil for out of the program.
  private var sceneBefore: Scene?
  private var size = Size(columns: 0, rows: 0)
  private let idleLimit: IdleLimit?
  private let bag = DisposeBag()

  /// A coordinator without a scene yet.
  public init(_ dependencies: Dependencies) {
    self.dependencies = dependencies
    idleLimit = dependencies.idleSeconds.map { IdleLimit(seconds: $0, scheduler: dependencies.scheduler) }
    idleLimit?.secondsLeft.bind(to: Binder(self) { $0.view?.notice = $1.map(Self.countdown) }).disposed(by: bag)
    idleLimit?.passed.bind(to: Binder(self) { coordinator, _ in coordinator.endUnattended() }).disposed(by: bag)
  }

  /// Shows `scene` in place of the one before.
  public func transition(to scene: Scene) {
    self.scene = scene
    let view = make(scene)
    view.resize(to: size)
    self.view = view
    idleLimit?.didAct()
  }

  /// The store turned out to hold no account: the first one is created here, where that is allowed.
  public func didFindNoAccounts() {
    guard case .signIn(let email) = scene else { return }
    guard dependencies.signUp != nil else { return end(.noAccounts) }
    transition(to: .signUp(email: email))
  }

  private func make(_ scene: Scene) -> any SceneView {
    switch scene {
    case .signUp(let email):
      guard let signUp = dependencies.signUp else {
        preconditionFailure("Nothing leads to a form for new accounts where they are not allowed.")
      }
      return SignUpView(
        viewModel: dependencies.signUpViewModel(signUp, email, routing: self), look: dependencies.look)
    case .activity(let signedIn):
      guard let activity = dependencies.activity else {
        preconditionFailure("Nothing leads to activity where it is not shown.")
      }
      return ActivityView(
        viewModel: dependencies.activityViewModel(activity, signedIn, routing: self), email: signedIn.email.text,
        look: dependencies.look)
    case .changePassword(let signedIn):
      guard let activity = dependencies.activity else {
        preconditionFailure("Nothing leads to another password where activity is not shown.")
      }
      return ChangePasswordView(
        viewModel: dependencies.changePasswordViewModel(activity, signedIn, routing: self), look: dependencies.look)
    case .signIn(let email):
      return SignInView(
        viewModel: dependencies.signInViewModel(email, routing: self), offersToRemember: dependencies.memory != nil,
        look: dependencies.look)
    }
  }

  /// Somebody is signed in, by whichever way: on to their activity, or the end.
  private func proceed(_ signedIn: SignedIn) {
    if dependencies.activity == nil { end(.signedIn(signedIn)) } else { transition(to: .activity(signedIn)) }
  }

  /// Nobody acts any more. Who has signed in by then has, however long they look at their activity.
  private func endUnattended() {
    end(signedIn.map { .signedIn($0) } ?? .timedOut)
  }

  /// Who has signed in, once somebody has.
  private var signedIn: SignedIn? {
    switch scene {
    case .activity(let signedIn), .changePassword(let signedIn): signedIn
    case .signIn, .signUp, nil: nil
    }
  }

  /// What was typed goes with the scene.
  private func end(_ result: Result) {
    self.result = result
    view = nil
  }

  private static func countdown(seconds: Int) -> String {
    translated("Closes in {seconds} s. Press any key to stay.", ["seconds": String(seconds)])
  }

  func handle(_ event: Event) {
    switch event {
    case .key, .pasteBegan, .pasted, .pasteEnded, .mouse:
      // Whoever goes on has read it.
      if view?.notice != nil { view?.notice = nil }
      idleLimit?.didAct()
    case .resized, .redraw, .suspending, .capsLock: break
    }
    view?.handle(event)
  }

  func resize(to size: Size) {
    self.size = size
    view?.resize(to: size)
  }

  func draw(in frame: inout Frame) {
    view?.draw(in: &frame)
  }
}

extension Coordinator: SignInRouting {
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
    sceneBefore = .signIn(email: email)
    transition(to: .signUp(email: email))
  }

  /// The end: no more tries.
  public func didUseUpAttempts() {
    end(.refused)
  }
}

extension Coordinator: SignUpRouting {
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

extension Coordinator: ActivityRouting {
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

extension Coordinator: ChangePasswordRouting {
  /// Back to the activity, which says so.
  public func didChangePassword() {
    didCancelPasswordChange()
    view?.notice = Message.passwordChanged.text
  }

  /// Back to the activity.
  public func didCancelPasswordChange() {
    if let signedIn { transition(to: .activity(signedIn)) }
  }
}
