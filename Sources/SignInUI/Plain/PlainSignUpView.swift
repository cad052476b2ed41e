import Sentences
import SignIn
import Signals

/// The form for a new account as a dialogue.
final class PlainSignUpView: PlainView {
  let form: PlainForm
  private let bag = DisposeBag()

  init(viewModel: any SignUpViewModelType, on typewriter: any Typewriter) {
    let inputs = viewModel.inputs
    form = PlainForm(typewriter)
    let questions = form.bind(
      inputs, viewModel.outputs, .signUp, doing: translated("Creating account."), in: bag)
    let (password, repeatedPassword) = (questions[1], questions[2])
    password.didAnswer = { [unowned repeatedPassword] in
      // A new password must be repeated again.
      repeatedPassword.wipe()
      inputs.returnTapped(in: .password)
    }
    form.say(translated("Create account. Ctrl-D cancels."))
    inputs.viewDidLoad()
  }
}
