import Identity
import Secrets
import SignIn
import Signals
import TestSupport

/// A form that changes a password, with all its outputs recorded and its fields played: they feed back what the view model
/// sets.
final class ChangePasswordForm {
  enum Route: Equatable {
    case changed
    case cancelled
  }

  let change = ScriptedPasswordChange()
  let scheduler = TestScheduler()
  let oldLength: Property<PasswordPolicy>
  let oldPassword = GuardedText()
  let password = GuardedText()
  let repeatedPassword = GuardedText()
  let routes: Recorder<Route>
  let oldPasswordStatus: Recorder<FieldStatus>
  let oldPasswordMessage: Recorder<Message?>
  let oldPasswordNote: Recorder<Message?>
  let passwordStatus: Recorder<FieldStatus>
  let passwordMessage: Recorder<Message?>
  let passwordStrength: Recorder<PasswordStrength?>
  let passwordNote: Recorder<Message?>
  let repeatedPasswordStatus: Recorder<FieldStatus>
  let repeatedPasswordMessage: Recorder<Message?>
  let arePasswordsShown: Recorder<Bool>
  let focus: Recorder<ChangePasswordField>
  let isSubmitEnabled: Recorder<Bool>
  let progress: Recorder<SignInProgress?>
  let formMessage: Recorder<Message?>

  var inputs: any ChangePasswordViewModelInputs { viewModel.inputs }

  private let viewModel: any ChangePasswordViewModelType
  private let router = ChangePasswordRouter()
  private let bag = DisposeBag()

  init(settings: ChangePasswordViewModel.Settings = .init(), length: ClosedRange<Int> = 6...20) {
    let common = CommonPasswords(sortedLines: Array("letmein\npassword\n".utf8))
    oldLength = Property(PasswordPolicy(length: length))
    viewModel = ChangePasswordViewModel(
      changePassword: change, email: email("ada@lovelace.example"), oldLength: oldLength.signal,
      rules: NewPasswordRules(policy: PasswordPolicy(length: length), common: common), settings: settings,
      scheduler: scheduler, routing: router)
    let outputs = viewModel.outputs
    routes = Recorder(router.route.signal)
    oldPasswordStatus = Recorder(outputs.oldPasswordStatus)
    oldPasswordMessage = Recorder(outputs.oldPasswordMessage)
    oldPasswordNote = Recorder(outputs.oldPasswordNote)
    passwordStatus = Recorder(outputs.passwordStatus)
    passwordMessage = Recorder(outputs.passwordMessage)
    passwordStrength = Recorder(outputs.passwordStrength)
    passwordNote = Recorder(outputs.passwordNote)
    repeatedPasswordStatus = Recorder(outputs.repeatedPasswordStatus)
    repeatedPasswordMessage = Recorder(outputs.repeatedPasswordMessage)
    arePasswordsShown = Recorder(outputs.arePasswordsShown)
    focus = Recorder(outputs.focus)
    isSubmitEnabled = Recorder(outputs.isSubmitEnabled)
    progress = Recorder(outputs.progress)
    formMessage = Recorder(outputs.formMessage)
    let inputs = viewModel.inputs
    outputs.passwordsCleared.subscribe { [oldPassword, password, repeatedPassword] in
      oldPassword.wipe()
      inputs.didChange(oldPassword: oldPassword)
      password.wipe()
      inputs.didChange(password: password)
      repeatedPassword.wipe()
      inputs.didChange(repeatedPassword: repeatedPassword)
    }.disposed(by: bag)
    inputs.viewDidLoad()
  }

  static func filled(length: ClosedRange<Int> = 6...20) -> ChangePasswordForm {
    let form = ChangePasswordForm(length: length)
    form.type(old: "correct horse")
    form.type(password: "battery staple", again: "battery staple")
    return form
  }

  func type(old text: String) {
    oldPassword.set(text)
    inputs.didChange(oldPassword: oldPassword)
  }

  func type(password text: String, again: String? = nil) {
    password.set(text)
    inputs.didChange(password: password)
    if let again {
      repeatedPassword.set(again)
      inputs.didChange(repeatedPassword: repeatedPassword)
    }
  }

  func answer(_ outcome: PasswordChangeOutcome) async {
    change.answer(await change.nextTry(), outcome)
  }
}

/// Writes down where the way leads.
private final class ChangePasswordRouter: ChangePasswordRouting {
  let route = Relay<ChangePasswordForm.Route>()

  func didChangePassword() {
    route.send(.changed)
  }

  func didCancelPasswordChange() {
    route.send(.cancelled)
  }
}
