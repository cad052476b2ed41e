import Identity
import SignIn

extension Coordinator.Dependencies {
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
