import Identity
import SignIn

extension Coordinator.Dependencies {
  /// The view model of the sign-in form, with or without a screen.
  /// - Parameter email: What it starts with, in place of the settings' email.
  func signInViewModel(_ email: String?, routing: any SignInRouting) -> any SignInViewModelType {
    var settings = settings
    settings.email = email ?? settings.email
    settings.offersCreateAccount = signUp != nil
    return SignInViewModel(
      signIn: signIn, passwordLength: passwordLength, memory: memory, settings: settings, scheduler: scheduler,
      routing: routing)
  }

  /// The view model of the form for a new account, likewise.
  func signUpViewModel(_ signUp: SignUp, _ email: String?, routing: any SignUpRouting) -> any SignUpViewModelType {
    var settings = SignUpViewModel.Settings()
    settings.email = email ?? self.settings.email
    settings.timing = self.settings.timing
    settings.showsHints = self.settings.showsHints
    return SignUpViewModel(
      signUp: signUp.useCase, rules: signUp.rules, settings: settings, scheduler: scheduler, routing: routing)
  }

  /// The view model of the list of somebody's activity.
  func activityViewModel(
    _ activity: Activity, _ signedIn: SignedIn, routing: any ActivityRouting
  ) -> any ActivityViewModelType {
    ActivityViewModel(
      activity: activity.of(signedIn.email), clock: activity.clock, scheduler: scheduler, routing: routing)
  }
}
