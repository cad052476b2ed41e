import Identity
import SignIn
import Signals
import TestSupport

/// A form that changes a password, played by a test.
final class ChangePasswordForm: PlayedForm<ChangePasswordField> {
  enum Route: Equatable {
    case changed
    case cancelled
  }

  let change = ScriptedPasswordChange()
  let tally: AttemptTally
  let currentLength = Property<PasswordPolicy?>(PasswordPolicy())
  let inputs: any ChangePasswordViewModelInputs
  let currentPassword: PlayedField
  let password: PlayedField
  let repeatedPassword: PlayedField
  let routes: Recorder<Route>

  init(settings: FormSettings = .init(), length: ClosedRange<Int> = 6...20) {
    let scheduler = TestScheduler()
    currentLength.send(PasswordPolicy(length: length))
    tally = AttemptTally(scheduler: scheduler)
    var accounts = Accounts(signIn: ScriptedSignIn(), tally: tally)
    accounts.passwordLength = currentLength.signal
    accounts.rules = .just(.sample(length))
    let account = OwnAccount(
      TestSupport.email("ada@lovelace.example"),
      reading: ScriptedAccount(.success(.sample(at: Timestamp(milliseconds: 0)))), changePassword: change,
      hasPassword: true, change: { _ in ScriptedSignIn() })
    let viewModel: any ChangePasswordViewModelType = ChangePasswordViewModel(
      of: account, accounts, settings, on: scheduler)
    let outputs = viewModel.outputs
    inputs = viewModel.inputs
    currentPassword = PlayedField(inputs.currentPassword, outputs.currentPassword)
    password = PlayedField(inputs.password, outputs.password)
    repeatedPassword = PlayedField(inputs.repeatedPassword, outputs.repeatedPassword)
    routes = Recorder(.merge(outputs.changed.map { .changed }, outputs.cancelled.map { .cancelled }))
    super.init(outputs, focus: outputs.focus, scheduler)
    inputs.viewDidLoad()
  }

  static func filled(length: ClosedRange<Int> = 6...20) -> ChangePasswordForm {
    let form = ChangePasswordForm(length: length)
    form.currentPassword.type("correct horse")
    form.password.type("battery staple")
    form.repeatedPassword.type("battery staple")
    return form
  }

  func answer(_ outcome: PasswordChangeOutcome) async {
    change.answer(await change.nextAttempt(), outcome)
  }
}
