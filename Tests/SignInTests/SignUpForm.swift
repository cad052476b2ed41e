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
  let routes: Recorder<Route>

  private let router = SignUpRouter()

  init(settings: FormSettings = .init(), length: ClosedRange<Int> = 6...20) {
    let scheduler = TestScheduler()
    let viewModel = SignUpViewModel(
      signUp: signUp, rules: .just(.sample(length)), tally: AttemptTally(scheduler: scheduler), settings: settings,
      scheduler: scheduler, routing: router)
    inputs = viewModel.inputs
    routes = Recorder(router.route.signal)
    super.init(viewModel, viewModel, scheduler)
  }

  static func filled(length: ClosedRange<Int> = 6...20) -> SignUpForm {
    let form = SignUpForm(length: length)
    form.type("ada@lovelace.example", in: .email)
    form.type("correct horse", in: .password)
    form.type("correct horse", in: .repeatedPassword)
    return form
  }

  func answer(_ outcome: SignUpOutcome) async {
    signUp.answer(await signUp.nextAttempt(), outcome)
  }
}

/// Records each route taken.
private final class SignUpRouter: SignUpRouting {
  let route = Relay<SignUpForm.Route>()

  func didSignUp(_ signedIn: SignedIn) {
    route.send(.signedUp(signedIn.email.text))
  }

  func didCreateAccount(_ email: EmailAddress, signIn outcome: SignInOutcome) {
    route.send(.created(email.text))
  }

  func didCancelSignUp() {
    route.send(.cancelled)
  }
}
