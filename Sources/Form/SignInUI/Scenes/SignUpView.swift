import Sentences
import SignIn
import Signals

/// The form for a new account, on the screen.
final class SignUpView: FormView {
  private let bag = DisposeBag()

  init(viewModel: any SignUpViewModelType, look: Look) {
    super.init(.signUp, viewModel.outputs.fields, look: look)
    bindInputs(viewModel.inputs)
    bindOutputs(viewModel.outputs, .signUp, in: bag)
    viewModel.inputs.viewDidLoad()
  }
}

extension FormWords {
  static var signUp: FormWords {
    FormWords(
      title: translated("Create account"), proceed: translated("create account"), doing: translated("Creating account"),
      fields: [
        .email, FieldWords(title: translated("Password")), FieldWords(title: translated("Password again")),
      ])
  }
}
