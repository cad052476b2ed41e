import Sentences
public import Identity
public import SignIn
public import Signals

/// Everything that scenes need.
public struct SceneDependencies {
  /// Signs in.
  public var signIn: any SigningIn
  /// Creates accounts; nil if sign-up is not allowed.
  public var signUp: (any SigningUp)?
  /// Whether the sign-in form offers to create an account. Without that only an empty store does.
  public var offersSignUp: Signal<Bool>
  /// The logins that are taken.
  public var logins: Signal<LoginKind>
  /// The place in a queue that a submission gets, whenever it changes.
  public var queue: Signal<Int>
  /// The rules for a new password, once they are known.
  public var rules: Signal<NewPasswordRules?>
  /// The password lengths accepted at sign-in, once they are known.
  public var passwordLength: Signal<PasswordPolicy?>
  /// The reasons why nobody can sign in or up, found before anybody asked.
  public var faults: Signal<StoreError>
  /// Remembers the email; nil if that is not offered.
  public var memory: (any EmailMemory)?
  /// The activity to show after the sign-in; nil if the program ends there.
  public var activity: Activity?
  /// Called after each sign-in, before the next scene.
  public var didSignIn: (SignedIn) -> Void
  /// Options set by an administrator or on the command line.
  public var settings: SignInViewModel.Settings
  /// The seconds without a key after which the program ends; nil for never.
  public var idleSeconds: Int?
  /// The clock of all timers.
  public var scheduler: any Scheduler

  /// The parts of the scenes that show an account's activity and change its password.
  public struct Activity {
    let of: (EmailAddress) -> any ReadingActivity
    let clock: any WallClock
    let changePassword: any ChangingPassword
    let secondStep: any SigningIn
    let link: () -> (any SigningIn)?

    /// - Parameters:
    ///   - clock: Tells the current day and the user's time zone.
    ///   - changePassword: Changes the password.
    ///   - secondStep: Sets up two-step sign-in, in a conversation.
    ///   - link: Returns what links a user name, in a conversation; nil where there are no user names.
    ///   - of: Returns the activity of an email.
    public init(
      clock: any WallClock, changePassword: any ChangingPassword, secondStep: any SigningIn,
      link: @escaping () -> (any SigningIn)? = { nil }, of: @escaping (EmailAddress) -> any ReadingActivity
    ) {
      self.of = of
      self.clock = clock
      self.changePassword = changePassword
      self.secondStep = secondStep
      self.link = link
    }
  }

  /// Creates the dependencies of all scenes.
  public init(
    signIn: any SigningIn, signUp: (any SigningUp)?, offersSignUp: Signal<Bool> = .just(true),
    logins: Signal<LoginKind> = .just(.email), queue: Signal<Int> = .merge(), rules: Signal<NewPasswordRules?>,
    passwordLength: Signal<PasswordPolicy?>, faults: Signal<StoreError> = .merge(), memory: (any EmailMemory)?,
    activity: Activity?, didSignIn: @escaping (SignedIn) -> Void = { _ in },
    settings: SignInViewModel.Settings, idleSeconds: Int?, scheduler: any Scheduler
  ) {
    self.signIn = signIn
    self.signUp = signUp
    self.offersSignUp = offersSignUp
    self.logins = logins
    self.queue = queue
    self.rules = rules
    self.passwordLength = passwordLength
    self.faults = faults
    self.memory = memory
    self.activity = activity
    self.didSignIn = didSignIn
    self.settings = settings
    self.idleSeconds = idleSeconds
    self.scheduler = scheduler
  }
}

extension SceneDependencies {
  /// Makes the view model of the sign-in form, with or without a screen.
  /// - Parameters:
  ///   - email: The email that the form starts with, in place of the settings' email.
  ///   - remembersEmail: Whether the box to remember the email starts ticked; nil leaves that to what is remembered.
  ///   - failure: Why the form is shown again; nil for no reason.
  ///   - tally: The attempts so far.
  func signInViewModel(
    _ email: String?, remembersEmail: Bool? = nil, failure: Message? = nil, _ tally: AttemptTally,
    routing: any SignInRouting
  ) -> any SignInViewModelType {
    var settings = settings
    settings.remembersEmail = remembersEmail
    settings.failure = failure
    settings.form = formSettings(email)
    return SignInViewModel(
      signIn: signIn, passwordLength: passwordLength, faults: faults, logins: logins,
      offersCreateAccount: signUp == nil ? .just(false) : offersSignUp, queue: queue, memory: memory, tally: tally,
      settings: settings,
      scheduler: scheduler, routing: routing)
  }

  /// Makes the view model of the form for a new account, in the same way.
  func signUpViewModel(
    _ signUp: any SigningUp, _ email: String?, _ tally: AttemptTally, routing: any SignUpRouting
  ) -> any SignUpViewModelType {
    SignUpViewModel(
      signUp: signUp, rules: rules, faults: faults, queue: queue, tally: tally, settings: formSettings(email),
      scheduler: scheduler,
      routing: routing)
  }

  /// Makes the view model of a step of a conversation.
  func challengeViewModel(
    _ step: ConversationStep, _ conversation: Conversation, routing: any ChallengeRouting
  ) -> any ChallengeViewModelType {
    ChallengeViewModel(
      step, in: conversation, passwordLength: passwordLength, rules: rules, queue: queue,
      settings: settings.form, scheduler: scheduler, routing: routing)
  }

  /// Makes the view model of the list of activity.
  func activityViewModel(
    _ activity: Activity, _ signedIn: SignedIn, routing: any ActivityRouting
  ) -> any ActivityViewModelType {
    ActivityViewModel(
      activity: activity.of(signedIn.email), clock: activity.clock, naming: \.name,
      isLinkOffered: activity.link() != nil,
      scheduler: scheduler, routing: routing)
  }

  /// Makes the view model of the form that changes the password of the signed-in account.
  func changePasswordViewModel(
    _ activity: Activity, _ signedIn: SignedIn, _ tally: AttemptTally, routing: any ChangePasswordRouting
  ) -> any ChangePasswordViewModelType {
    ChangePasswordViewModel(
      changePassword: activity.changePassword, email: signedIn.email, currentLength: passwordLength, rules: rules,
      queue: queue, tally: tally, settings: settings.form, scheduler: scheduler, routing: routing)
  }

  private func formSettings(_ email: String?) -> FormSettings {
    var form = settings.form
    form.email = email ?? form.email
    return form
  }
}
