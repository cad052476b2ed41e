import Sentences
import SignIn
import Signals

/// The form that changes a password, on the screen.
final class ChangePasswordView: FormSceneView {
  let form: FormView
  private let bag = DisposeBag()

  init(viewModel: any ChangePasswordViewModelType, look: Look) {
    form = FormView(.changePassword, viewModel.outputs, look: look)
    form.bind(viewModel.inputs, viewModel.outputs, .changePassword, in: bag)
    viewModel.inputs.viewDidLoad()
  }
}

extension FormWords<ChangePasswordField> {
  static var changePassword: FormWords {
    FormWords(
      title: translated("Change password"), proceed: translated("change password"),
      doing: translated("Changing password"),
      field: { name in
        switch name {
        case .currentPassword: FieldWords(title: translated("Current password"))
        case .password: FieldWords(title: translated("New password"))
        case .repeatedPassword: FieldWords(title: translated("New password again"))
        }
      })
  }
}
