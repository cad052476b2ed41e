import Identity
import Sentences
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
  func signUpViewModel(_ signUp: any SigningUp, _ email: String?, routing: any SignUpRouting) -> any SignUpViewModelType
  {
    var settings = SignUpViewModel.Settings()
    settings.email = email ?? self.settings.email
    settings.timing = self.settings.timing
    settings.showsHints = self.settings.showsHints
    settings.suggestsDomains = self.settings.suggestsDomains
    return SignUpViewModel(
      signUp: signUp, rules: rules, settings: settings, scheduler: scheduler, routing: routing)
  }

  /// The view model of the list of somebody's activity.
  func activityViewModel(
    _ activity: Activity, _ signedIn: SignedIn, routing: any ActivityRouting
  ) -> any ActivityViewModelType {
    ActivityViewModel(
      activity: activity.of(signedIn.email), clock: activity.clock, naming: \.name, scheduler: scheduler,
      routing: routing)
  }

  /// The view model of the form that changes the password of whoever has signed in.
  func changePasswordViewModel(
    _ activity: Activity, _ signedIn: SignedIn, routing: any ChangePasswordRouting
  ) -> any ChangePasswordViewModelType {
    var settings = ChangePasswordViewModel.Settings()
    settings.timing = self.settings.timing
    settings.showsHints = self.settings.showsHints
    return ChangePasswordViewModel(
      changePassword: activity.changePassword, email: signedIn.email, oldLength: passwordLength, rules: rules,
      settings: settings, scheduler: scheduler, routing: routing)
  }
}
