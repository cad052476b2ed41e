import Sentences
import SignIn
import Signals

/// The form that changes a password, on the screen.
final class ChangePasswordView: FormView {
  private let bag = DisposeBag()

  init(viewModel: any ChangePasswordViewModelType, look: Look) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    let fields = [
      (inputs.currentPassword, outputs.currentPassword), (inputs.password, outputs.password),
      (inputs.repeatedPassword, outputs.repeatedPassword),
    ]
    super.init(.changePassword, fields, look: look)
    bind(inputs, outputs, fields, focus: outputs.focus.map(\.rawValue), .changePassword, in: bag)
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
