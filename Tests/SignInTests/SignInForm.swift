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
  let logins = Property(LoginKind.email)
  let offersCreateAccount = Property(false)
  let queue = Relay<Int>()
  let passwordLength = Property<PasswordPolicy?>(PasswordPolicy())
  let inputs: any SignInViewModelInputs
  let routes: Recorder<Route>
  let isRemembering: Recorder<Bool>
  let asked: Recorder<LoginKind>
  let isCreateAccountOffered: Recorder<Bool>

  private let tally: AttemptTally
  private let router = Router()

  /// - Parameters:
  ///   - earlier: The form before this one, whose attempts count; nil for none.
  ///   - script: Signs in, in place of ``signIn``.
  init(
    settings: SignInViewModel.Settings = .init(), memory: Memory? = nil, after earlier: SignInForm? = nil,
    signIn script: (any SigningIn)? = nil
  ) {
    let scheduler = earlier?.scheduler ?? TestScheduler()
    tally = earlier?.tally ?? AttemptTally(scheduler: scheduler)
    let viewModel = SignInViewModel(
      signIn: script ?? signIn, passwordLength: passwordLength.signal, faults: faults.signal,
      logins: logins.signal, offersCreateAccount: offersCreateAccount.signal, queue: queue.signal, memory: memory,
      tally: tally,
      settings: settings, scheduler: scheduler, routing: router)
    inputs = viewModel.inputs
    routes = Recorder(router.route.signal)
    isRemembering = Recorder(viewModel.outputs.isRemembering)
    asked = Recorder(viewModel.outputs.logins)
    isCreateAccountOffered = Recorder(viewModel.outputs.isCreateAccountOffered)
    super.init(viewModel, viewModel, scheduler)
  }

  static func filled(
    settings: SignInViewModel.Settings = .init(), memory: Memory? = nil, signIn: (any SigningIn)? = nil
  ) -> SignInForm {
    let form = SignInForm(settings: settings, memory: memory, signIn: signIn)
    form.type("ada@lovelace.example", in: .email)
    form.type("correct horse", in: .password)
    return form
  }

  func answer(_ outcome: SignInOutcome) async {
    signIn.answer(await signIn.nextAttempt(), outcome)
  }
}

/// Records each route taken.
final class Router: SignInRouting {
  let route = Relay<SignInForm.Route>()

  func didSignIn(_ signedIn: SignedIn) {
    route.send(.signedIn(signedIn.email.text))
  }

  func didMeet(_ step: ConversationStep, in conversation: Conversation) {
    if case .signIn(let remembersEmail) = conversation.purpose {
      route.send(.met(conversation.login.text, remembersEmail: remembersEmail))
    }
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

/// Remembers an email during one test.
final class Memory: EmailMemory {
  private(set) var email: String?

  init(email: String?) {
    self.email = email
  }

  func remember(_ email: String?) {
    self.email = email
  }
}
