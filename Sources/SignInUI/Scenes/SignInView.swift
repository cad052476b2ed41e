import Identity
import Sentences
import SignIn
import Signals

/// The sign-in form on the screen.
final class SignInView: FormSceneView {
  let form: FormView
  private let bag = DisposeBag()

  /// - Parameter title: Replaces the form's own title; nil keeps it.
  init(viewModel: any SignInViewModelType, offersToRemember: Bool, title: String?, look: Look) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    let remember = offersToRemember ? Checkbox(title: LoginKind.email.remembered) : nil
    let words: FormWords<SignInField> = outputs.isLock ? .lock : .signIn
    form = FormView(words, outputs, checkbox: remember, look: look)
    form.isLock = outputs.isLock
    if let title = outputs.isLock ? translated("Locked") : title { form.title = title }
    form.bind(inputs, outputs, words, in: bag)
    form.didAskToCreateAccount = { inputs.createAccountTapped() }
    outputs.isCreateAccountOffered.bind(to: Binder(form) { $0.offersCreateAccount = $1 }).disposed(by: bag)
    if let remember {
      remember.didTap = { inputs.rememberTapped() }
      outputs.isRemembering.bind(to: Binder(remember) { $0.isChecked = $1 }).disposed(by: bag)
    }
    outputs.logins.bind(
      to: Binder(form) { form, logins in
        form.label(form.fields[0], .login(logins))
        remember?.title = logins.remembered
      }
    ).disposed(by: bag)
    inputs.viewDidLoad()
  }
}

extension LoginKind {
  /// The title of the box to remember the login.
  fileprivate var remembered: String {
    switch self {
    case .email: translated("Remember my email")
    case .name: translated("Remember my user name")
    case .either: translated("Remember my login")
    }
  }
}

extension FormWords<SignInField> {
  static var signIn: FormWords {
    FormWords(
      title: translated("Sign in"), proceed: translated("sign in"), doing: translated("Signing in"), field: words)
  }

  /// The words of a form that locks a terminal.
  static var lock: FormWords {
    FormWords(title: translated("Unlock"), proceed: translated("unlock"), doing: translated("Unlocking"), field: words)
  }

  private static func words(_ name: SignInField) -> FieldWords {
    switch name {
    case .email: .email
    case .password: FieldWords(title: translated("Password"))
    }
  }
}
