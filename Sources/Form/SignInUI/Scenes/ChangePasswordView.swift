import Sentences
import SignIn
import Signals

/// The form that changes a password, on the screen.
final class ChangePasswordView: FormView {
  private let bag = DisposeBag()

  init(viewModel: any ChangePasswordViewModelType, look: Look) {
    super.init(.changePassword, viewModel.outputs.fields, look: look)
    bindInputs(viewModel.inputs)
    bindOutputs(viewModel.outputs, .changePassword, in: bag)
    viewModel.inputs.viewDidLoad()
  }
}

extension FormWords {
  static var changePassword: FormWords {
    FormWords(
      title: translated("Change password"), proceed: translated("change password"),
      doing: translated("Changing password"),
      fields: [
        FieldWords(title: translated("Current password")), FieldWords(title: translated("New password")),
        FieldWords(title: translated("New password again")),
      ])
  }
}
