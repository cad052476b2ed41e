import Identity
import Secrets
import SignIn
import Signals
import TestSupport

/// A sign-in form with all its outputs recorded and its fields played: they feed back what the view model sets.
final class Form {
  enum Route: Equatable {
    case signedIn(String)
    case cancelled
    case createAccount
    case usedUpAttempts
  }

  // swift-format-ignore: NeverForceUnwrap
  static let ada = EmailAddress("ada@lovelace.example")!

  let signIn = ScriptedSignIn()
  let scheduler = TestScheduler()
  let passwordLength = Property(PasswordPolicy())
  let password = GuardedText()
  let routes: Recorder<Route>
  let emailText: Recorder<String>
  let emailStatus: Recorder<FieldStatus>
  let emailMessage: Recorder<Message?>
  let suggestion: Recorder<String?>
  let emailCorrection: Recorder<String>
  let passwordStatus: Recorder<FieldStatus>
  let passwordMessage: Recorder<Message?>
  let passwordNote: Recorder<Message?>
  let isPasswordShown: Recorder<Bool>
  let passwordCleared: Recorder<Void>
  let focus: Recorder<SignInField>
  let isRemembering: Recorder<Bool>
  let isCreateAccountOffered: Recorder<Bool>
  let isSubmitEnabled: Recorder<Bool>
  let progress: Recorder<SignInProgress?>
  let formMessage: Recorder<Message?>

  var inputs: any SignInViewModelInputs { viewModel.inputs }

  private let viewModel: any SignInViewModelType
  private let router: Router
  private let bag = DisposeBag()

  init(settings: SignInViewModel.Settings = .init(), memory: Memory? = nil) {
    router = Router()
    routes = Recorder(router.route.signal)
    viewModel = SignInViewModel(
      signIn: signIn, passwordLength: passwordLength.signal, memory: memory, settings: settings, scheduler: scheduler,
      routing: router)
    let outputs = viewModel.outputs
    emailText = Recorder(outputs.emailText)
    emailStatus = Recorder(outputs.emailStatus)
    emailMessage = Recorder(outputs.emailMessage)
    suggestion = Recorder(outputs.suggestion)
    emailCorrection = Recorder(outputs.emailCorrection)
    passwordStatus = Recorder(outputs.passwordStatus)
    passwordMessage = Recorder(outputs.passwordMessage)
    passwordNote = Recorder(outputs.passwordNote)
    isPasswordShown = Recorder(outputs.isPasswordShown)
    passwordCleared = Recorder(outputs.passwordCleared)
    focus = Recorder(outputs.focus)
    isRemembering = Recorder(outputs.isRemembering)
    isCreateAccountOffered = Recorder(outputs.isCreateAccountOffered)
    isSubmitEnabled = Recorder(outputs.isSubmitEnabled)
    progress = Recorder(outputs.progress)
    formMessage = Recorder(outputs.formMessage)
    let inputs = viewModel.inputs
    Signal.merge(outputs.emailText, outputs.emailCorrection).subscribe { inputs.didChange(email: $0) }.disposed(by: bag)
    outputs.passwordCleared.subscribe { [password] in
      password.wipe()
      inputs.didChange(password: password)
    }.disposed(by: bag)
    inputs.viewDidLoad()
  }

  static func filled(settings: SignInViewModel.Settings = .init(), memory: Memory? = nil) -> Form {
    let form = Form(settings: settings, memory: memory)
    form.inputs.didChange(email: "ada@lovelace.example")
    form.type(password: "correct horse")
    return form
  }

  func type(password text: String) {
    password.set(text)
    inputs.didChange(password: password)
  }

  func answer(_ outcome: SignInOutcome) async {
    signIn.answer(await signIn.nextTry(), outcome)
  }
}

/// Writes down where the way leads.
final class Router: SignInRouting {
  let route = Relay<Form.Route>()

  func didSignIn(_ signedIn: SignedIn) {
    route.send(.signedIn(signedIn.email.text))
  }

  func didCancelSignIn() {
    route.send(.cancelled)
  }

  func didAskToCreateAccount(email: String) {
    route.send(.createAccount)
  }

  func didUseUpAttempts() {
    route.send(.usedUpAttempts)
  }
}

/// Remembers an email for the length of a test.
final class Memory: EmailMemory {
  private(set) var email: String?

  init(email: String?) {
    self.email = email
  }

  func remember(_ email: String?) {
    self.email = email
  }
}
