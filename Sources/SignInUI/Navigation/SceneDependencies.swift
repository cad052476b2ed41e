public import Identity
public import SignIn
public import Signals

/// What scenes are made of.
public struct SceneDependencies {
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
    settings: SignInViewModel.Settings, idleSeconds: Int?, scheduler: any Scheduler
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
  }
}

extension SceneDependencies {
  /// The view model of the sign-in form, with or without a screen.
  /// - Parameter email: What it starts with, in place of the settings' email.
  func signInViewModel(_ email: String?, routing: any SignInRouting) -> any SignInViewModelType {
    var settings = settings
    settings.form = formSettings(email)
    settings.offersCreateAccount = signUp != nil
    return SignInViewModel(
      signIn: signIn, passwordLength: passwordLength, memory: memory, settings: settings, scheduler: scheduler,
      routing: routing)
  }

  /// The view model of the form for a new account, likewise.
  func signUpViewModel(_ signUp: any SigningUp, _ email: String?, routing: any SignUpRouting) -> any SignUpViewModelType
  {
    SignUpViewModel(
      signUp: signUp, rules: rules, settings: formSettings(email), scheduler: scheduler, routing: routing)
  }

  /// The view model of the list of somebody's activity.
  func activityViewModel(
    _ activity: Activity, _ signedIn: SignedIn, routing: any ActivityRouting
  ) -> any ActivityViewModelType {
    ActivityViewModel(
      activity: activity.of(signedIn.email), clock: activity.clock, naming: \.name, scheduler: scheduler,
      routing: routing)
  }

  /// The view model of the form that changes the password of the account that is signed in.
  func changePasswordViewModel(
    _ activity: Activity, _ signedIn: SignedIn, routing: any ChangePasswordRouting
  ) -> any ChangePasswordViewModelType {
    ChangePasswordViewModel(
      changePassword: activity.changePassword, email: signedIn.email, currentLength: passwordLength, rules: rules,
      settings: settings.form, scheduler: scheduler, routing: routing)
  }

  private func formSettings(_ email: String?) -> FormSettings {
    var form = settings.form
    form.email = email ?? form.email
    return form
  }
}
