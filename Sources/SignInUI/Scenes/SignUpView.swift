import Sentences
import SignIn
import Signals

/// The form for a new account, on the screen.
final class SignUpView: FormSceneView {
  let form: FormView
  private let bag = DisposeBag()

  init(viewModel: any SignUpViewModelType, look: Look) {
    form = FormView(.signUp, viewModel.outputs, look: look)
    form.bind(viewModel.inputs, viewModel.outputs, .signUp, in: bag)
    viewModel.inputs.viewDidLoad()
  }
}

extension FormWords<SignUpField> {
  static var signUp: FormWords {
    FormWords(
      title: translated("Create account"), proceed: translated("create account"), doing: translated("Creating account"),
      field: { name in
        switch name {
        case .email: .email
        case .password: FieldWords(title: translated("Password"))
        case .repeatedPassword: FieldWords(title: translated("Password again"))
        }
      })
  }
}
