import Identity
import Sentences
import SignIn
import Signals
import Terminal

/// The sign-in form on the screen.
final class SignInView: FormView {
  private let remember: Checkbox?
  private let bag = DisposeBag()

  /// - Parameter title: Replaces the form's own title; nil keeps it.
  init(viewModel: any SignInViewModelType, offersToRemember: Bool, title: String?, look: Look) {
    let outputs = viewModel.outputs
    remember = offersToRemember ? Checkbox(title: LoginKind.email.remembered) : nil
    super.init(outputs.isLock ? .lock : .signIn, outputs.fields, checkbox: remember, look: look)
    isLock = outputs.isLock
    if let title = outputs.isLock ? translated("This terminal is locked") : title { self.title = title }
    bindInputs(viewModel.inputs)
    bindOutputs(outputs)
    viewModel.inputs.viewDidLoad()
  }

  private func bindInputs(_ inputs: any SignInViewModelInputs) {
    super.bindInputs(inputs)
    didAskToCreateAccount = inputs.didTapCreateAccount
    didAskForProvider = inputs.didTapProvider
    remember?.didTap = inputs.didTapRemember
  }

  private func bindOutputs(_ outputs: any SignInViewModelOutputs) {
    bindOutputs(outputs, outputs.isLock ? .lock : .signIn, in: bag)
    outputs.isCreateAccountOffered.bind(to: Binder(self) { $0.offersCreateAccount = $1 }).disposed(by: bag)
    outputs.provider.bind(to: Binder(self) { $0.provider = $1.map { Sanitiser.cleaned($0.title) } }).disposed(by: bag)
    outputs.isProviderNext.bind(to: Binder(self) { $0.isProviderNext = $1 }).disposed(by: bag)
    if let remember { outputs.isRemembering.bind(to: Binder(remember) { $0.isChecked = $1 }).disposed(by: bag) }
    outputs.logins.bind(
      to: Binder(self) { form, logins in
        form.label(form.fields[0], .login(logins))
        form.remember?.title = logins.remembered
      }
    ).disposed(by: bag)
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

extension FormWords {
  static var signIn: FormWords {
    FormWords(
      title: translated("Sign in"), proceed: translated("sign in"), doing: translated("Signing in"), fields: login)
  }

  /// The words of a form that locks a terminal.
  static var lock: FormWords {
    FormWords(title: translated("Unlock"), proceed: translated("unlock"), doing: translated("Unlocking"), fields: login)
  }

  private static var login: [FieldWords] { [.email, FieldWords(title: translated("Password"))] }
}
