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
  let currentLength = Property<PasswordPolicy?>(PasswordPolicy())
  let inputs: any ChangePasswordViewModelInputs
  let routes: Recorder<Route>

  private let router = ChangePasswordRouter()

  init(settings: FormSettings = .init(), length: ClosedRange<Int> = 6...20) {
    let scheduler = TestScheduler()
    currentLength.send(PasswordPolicy(length: length))
    let viewModel = ChangePasswordViewModel(
      changePassword: change, email: email("ada@lovelace.example"), currentLength: currentLength.signal,
      rules: .just(.sample(length)), tally: AttemptTally(scheduler: scheduler), settings: settings,
      scheduler: scheduler,
      routing: router)
    inputs = viewModel.inputs
    routes = Recorder(router.route.signal)
    super.init(viewModel, viewModel, scheduler)
  }

  static func filled(length: ClosedRange<Int> = 6...20) -> ChangePasswordForm {
    let form = ChangePasswordForm(length: length)
    form.type("correct horse", in: .currentPassword)
    form.type("battery staple", in: .password)
    form.type("battery staple", in: .repeatedPassword)
    return form
  }

  func answer(_ outcome: PasswordChangeOutcome) async {
    change.answer(await change.nextAttempt(), outcome)
  }
}

/// Records each route taken.
private final class ChangePasswordRouter: ChangePasswordRouting {
  let route = Relay<ChangePasswordForm.Route>()

  func didChangePassword() {
    route.send(.changed)
  }

  func didCancelPasswordChange() {
    route.send(.cancelled)
  }
}
