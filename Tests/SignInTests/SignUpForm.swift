import Identity
import Secrets
import SignIn
import Signals
import TestSupport

/// A form for a new account with all its outputs recorded and its fields played: they feed back what the view model sets.
final class SignUpForm {
  enum Route: Equatable {
    case signedUp(String)
    case created(String)
    case cancelled
  }

  let signUp = ScriptedSignUp()
  let scheduler = TestScheduler()
  let password = GuardedText()
  let repeatedPassword = GuardedText()
  let routes: Recorder<Route>
  let emailText: Recorder<String>
  let emailStatus: Recorder<FieldStatus>
  let emailMessage: Recorder<Message?>
  let suggestion: Recorder<String?>
  let emailCorrection: Recorder<String>
  let passwordStatus: Recorder<FieldStatus>
  let passwordMessage: Recorder<Message?>
  let passwordStrength: Recorder<PasswordStrength?>
  let repeatedPasswordStatus: Recorder<FieldStatus>
  let repeatedPasswordMessage: Recorder<Message?>
  let passwordNote: Recorder<Message?>
  let arePasswordsShown: Recorder<Bool>
  let focus: Recorder<SignUpField>
  let isSubmitEnabled: Recorder<Bool>
  let progress: Recorder<SignInProgress?>
  let formMessage: Recorder<Message?>

  var inputs: any SignUpViewModelInputs { viewModel.inputs }

  private let viewModel: any SignUpViewModelType
  private let router = SignUpRouter()
  private let bag = DisposeBag()

  init(settings: SignUpViewModel.Settings = .init(), length: ClosedRange<Int> = 6...20) {
    let common = CommonPasswords(sortedLines: Array("letmein\npassword\n".utf8))
    viewModel = SignUpViewModel(
      signUp: signUp, rules: NewPasswordRules(policy: PasswordPolicy(length: length), common: common),
      settings: settings, scheduler: scheduler, routing: router)
    let outputs = viewModel.outputs
    routes = Recorder(router.route.signal)
    emailText = Recorder(outputs.emailText)
    emailStatus = Recorder(outputs.emailStatus)
    emailMessage = Recorder(outputs.emailMessage)
    suggestion = Recorder(outputs.suggestion)
    emailCorrection = Recorder(outputs.emailCorrection)
    passwordStatus = Recorder(outputs.passwordStatus)
    passwordMessage = Recorder(outputs.passwordMessage)
    passwordStrength = Recorder(outputs.passwordStrength)
    repeatedPasswordStatus = Recorder(outputs.repeatedPasswordStatus)
    repeatedPasswordMessage = Recorder(outputs.repeatedPasswordMessage)
    passwordNote = Recorder(outputs.passwordNote)
    arePasswordsShown = Recorder(outputs.arePasswordsShown)
    focus = Recorder(outputs.focus)
    isSubmitEnabled = Recorder(outputs.isSubmitEnabled)
    progress = Recorder(outputs.progress)
    formMessage = Recorder(outputs.formMessage)
    let inputs = viewModel.inputs
    Signal.merge(outputs.emailText, outputs.emailCorrection).subscribe { inputs.didChange(email: $0) }.disposed(by: bag)
    outputs.passwordsCleared.subscribe { [password, repeatedPassword] in
      password.wipe()
      inputs.didChange(password: password)
      repeatedPassword.wipe()
      inputs.didChange(repeatedPassword: repeatedPassword)
    }.disposed(by: bag)
    inputs.viewDidLoad()
  }

  static func filled(length: ClosedRange<Int> = 6...20) -> SignUpForm {
    let form = SignUpForm(length: length)
    form.inputs.didChange(email: "ada@lovelace.example")
    form.type(password: "correct horse", again: "correct horse")
    return form
  }

  func type(password text: String, again: String? = nil) {
    password.set(text)
    inputs.didChange(password: password)
    if let again {
      repeatedPassword.set(again)
      inputs.didChange(repeatedPassword: repeatedPassword)
    }
  }

  func answer(_ outcome: SignUpOutcome) async {
    signUp.answer(await signUp.nextTry(), outcome)
  }
}

/// Writes down where the way leads.
private final class SignUpRouter: SignUpRouting {
  let route = Relay<SignUpForm.Route>()

  func didSignUp(_ signedIn: SignedIn) {
    route.send(.signedUp(signedIn.email.text))
  }

  func didCreateAccount(_ email: EmailAddress) {
    route.send(.created(email.text))
  }

  func didCancelSignUp() {
    route.send(.cancelled)
  }
}
