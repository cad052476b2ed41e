import Identity
import SignIn
import Signals
import TestSupport

/// A sign-in form, played by a test.
final class SignInForm: PlayedForm<SignInField> {
  enum Route: Equatable {
    case signedIn(String)
    case cancelled
    case createAccount
    case usedUpAttempts
    case met(String, remembersEmail: Bool)
  }

  let signIn = ScriptedSignIn()
  let faults = Relay<StoreError>()
  let kinds = Property(LoginKind.email)
  let offersCreateAccount = Property(false)
  let queue = Relay<Int>()
  let passwordLength = Property<PasswordPolicy?>(PasswordPolicy())
  let inputs: any SignInViewModelInputs
  let email: PlayedField
  let password: PlayedField
  let isRemembering: Recorder<Bool>
  let logins: Recorder<LoginKind>
  let isCreateAccountOffered: Recorder<Bool>
  let routes: Recorder<Route>

  private let tally: AttemptTally
  private let bag = DisposeBag()

  /// - Parameters:
  ///   - memory: Remembers the login, as the navigator has it do.
  ///   - earlier: The form before this one, whose attempts count; nil for none.
  ///   - script: Signs in, in place of ``signIn``.
  init(
    _ settings: SignInViewModel.Settings = .init(), memory: Memory? = nil, after earlier: SignInForm? = nil,
    signIn script: (any SigningIn)? = nil
  ) {
    let scheduler = earlier?.scheduler ?? TestScheduler()
    tally = earlier?.tally ?? AttemptTally(scheduler: scheduler)
    var settings = settings
    settings.rememberedLogin = memory?.email
    var accounts = Accounts(signIn: script ?? signIn, tally: tally)
    accounts.passwordLength = passwordLength.signal
    accounts.logins = kinds.signal
    accounts.offersSignUp = offersCreateAccount.signal
    accounts.faults = faults.signal
    accounts.queue = queue.signal
    let viewModel: any SignInViewModelType = SignInViewModel(accounts, settings, on: scheduler)
    let outputs = viewModel.outputs
    inputs = viewModel.inputs
    email = PlayedField(inputs.email, outputs.email)
    password = PlayedField(inputs.password, outputs.password)
    isRemembering = Recorder(outputs.isRemembering)
    logins = Recorder(outputs.logins)
    isCreateAccountOffered = Recorder(outputs.isCreateAccountOffered)
    routes = Recorder(
      .merge(
        outputs.signedIn.map { .signedIn($0.user.email.text) },
        outputs.nextStep.compactMap { conversation in
          guard case .signIn(let remembersEmail) = conversation.purpose else { return nil }
          return .met(conversation.login.text, remembersEmail: remembersEmail)
        },
        outputs.createAccount.map { _ in .createAccount },
        outputs.usedUpAttempts.map { .usedUpAttempts },
        outputs.cancelled.map { .cancelled }))
    super.init(outputs, focus: outputs.focus, scheduler)
    outputs.signedIn.subscribe { memory?.remember($0.isRemembering ? $0.user.login.text : nil) }.disposed(by: bag)
    inputs.viewDidLoad()
  }

  static func filled(
    _ settings: SignInViewModel.Settings = .init(), memory: Memory? = nil, signIn: (any SigningIn)? = nil
  ) -> SignInForm {
    let form = SignInForm(settings, memory: memory, signIn: signIn)
    form.email.type("ada@lovelace.example")
    form.password.type("correct horse")
    return form
  }

  func answer(_ outcome: SignInOutcome) async {
    signIn.answer(await signIn.nextAttempt(), outcome)
  }
}

/// Remembers an email during one test.
final class Memory {
  private(set) var email: String?

  init(email: String?) {
    self.email = email
  }

  func remember(_ email: String?) {
    self.email = email
  }
}
