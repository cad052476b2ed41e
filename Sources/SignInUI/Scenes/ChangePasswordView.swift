import Sentences
import SignIn
import Signals

/// The form that changes a password, on the screen.
final class ChangePasswordView: FormView {
  private let bag = DisposeBag()

  init(viewModel: any ChangePasswordViewModelType, look: Look) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    super.init(
      .changePassword, [outputs.currentPassword, outputs.password, outputs.repeatedPassword], look: look)
    bind(
      inputs, outputs,
      [
        (inputs.currentPassword, outputs.currentPassword), (inputs.password, outputs.password),
        (inputs.repeatedPassword, outputs.repeatedPassword),
      ],
      focus: outputs.focus.map(\.rawValue), .changePassword, in: bag)
    inputs.viewDidLoad()
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
