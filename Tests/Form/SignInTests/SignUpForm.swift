import Identity
import SignIn
import Signals
import TestSupport

/// A form for a new account, played by a test.
final class SignUpForm: PlayedForm<SignUpField> {
  enum Route: Equatable {
    case signedUp(String)
    case created(String)
    case cancelled
  }

  let signUp = ScriptedSignUp()
  let inputs: any SignUpViewModelInputs
  let email: PlayedField
  let password: PlayedField
  let repeatedPassword: PlayedField
  let routes: Recorder<Route>

  init(settings: FormSettings = .init(), length: ClosedRange<Int> = 6...20) {
    let scheduler = TestScheduler()
    var accounts = Accounts(signIn: ScriptedSignIn(), tally: AttemptTally(scheduler: scheduler))
    accounts.rules = .just(.sample(length))
    let viewModel: any SignUpViewModelType = SignUpViewModel(signUp, accounts, settings, on: scheduler)
    let outputs = viewModel.outputs
    inputs = viewModel.inputs
    email = PlayedField(inputs.email, outputs.email)
    password = PlayedField(inputs.password, outputs.password)
    repeatedPassword = PlayedField(inputs.repeatedPassword, outputs.repeatedPassword)
    routes = Recorder(
      .merge(
        outputs.signedUp.map { .signedUp($0.email.text) }, outputs.accountCreated.map { .created($0.0.text) },
        outputs.cancelled.map { .cancelled }))
    super.init(outputs, focus: outputs.focus, scheduler)
    inputs.viewDidLoad()
  }

  static func filled(length: ClosedRange<Int> = 6...20) -> SignUpForm {
    let form = SignUpForm(length: length)
    form.email.type("ada@lovelace.example")
    form.password.type("correct horse")
    form.repeatedPassword.type("correct horse")
    return form
  }

  func answer(_ outcome: SignUpOutcome) async {
    signUp.answer(await signUp.nextAttempt(), outcome)
  }
}
