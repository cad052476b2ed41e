import Sentences
import SignIn
import Signals

/// The form for a new account as a dialogue.
final class PlainSignUpView: PlainView {
  let form: PlainForm
  private let bag = DisposeBag()

  init(viewModel: any SignUpViewModelType, on device: any LineDevice) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    form = PlainForm(device)
    let questions = form.bind(inputs, outputs, .signUp, doing: translated("Creating account."), in: bag)
    func question(_ field: SignUpField) -> PlainQuestion { questions[field.rawValue] }
    question(.password).isRepeated(by: question(.repeatedPassword), then: inputs.password.didReturn)
    form.writeLine(translated("Create account. Ctrl-D cancels."))
    inputs.viewDidLoad()
  }
}
