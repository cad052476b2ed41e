import Sentences
import SignIn
import Signals

/// The form that changes a password, as a dialogue.
final class PlainChangePasswordView: PlainView {
  let form: PlainForm
  private let bag = DisposeBag()

  init(viewModel: any ChangePasswordViewModelType, on device: any LineDevice) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    form = PlainForm(device)
    let questions = form.bind(inputs, outputs, .changePassword, doing: translated("One moment."), in: bag)
    func question(_ field: ChangePasswordField) -> PlainQuestion { questions[field.rawValue] }
    question(.currentPassword).didAnswer = inputs.didAnswerCurrentPassword
    question(.password).isRepeated(by: question(.repeatedPassword), then: inputs.password.didReturn)
    form.writeLine(translated("Change password. Ctrl-D cancels."))
    inputs.viewDidLoad()
  }
}
