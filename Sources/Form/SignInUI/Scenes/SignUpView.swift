import Sentences
import SignIn
import Signals

/// The form for a new account, on the screen.
final class SignUpView: FormView {
  private let bag = DisposeBag()

  init(viewModel: any SignUpViewModelType, look: Look) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    let fields = [
      (inputs.email, outputs.email), (inputs.password, outputs.password),
      (inputs.repeatedPassword, outputs.repeatedPassword),
    ]
    super.init(.signUp, fields, look: look)
    bind(inputs, outputs, fields, focus: outputs.focus.map(\.rawValue), .signUp, in: bag)
    inputs.viewDidLoad()
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
