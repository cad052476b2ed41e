import Identity
import Sentences
import SignIn
import Signals
import Terminal

/// The sign-in form as a dialogue. It has one more question: whether to remember the email.
final class PlainSignInView: PlainView {
  let form: PlainForm
  private let remember = PlainQuestion(LoginKind.email.rememberQuestion, isSecret: false)
  private var isRemembering = false
  /// The email about which it is decided.
  private var decided: String?
  private var offersCreateAccount = false
  private let bag = DisposeBag()

  /// Stands for F3 in a dialogue, which has no keys.
  private static let createAccount = "+"
  /// Stands for F8.
  private static let provider = "@"

  init(viewModel: any SignInViewModelType, asksToRemember: Bool, on device: any LineDevice) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    form = PlainForm(device)
    let questions = form.bind(
      inputs, outputs, [(inputs.email, outputs.email), (inputs.password, outputs.password)],
      focus: outputs.focus.map(\.rawValue), .signIn,
      doing: outputs.isLock ? translated("Unlocking.") : translated("Signing in."), in: bag)
    let (email, password) = (questions[0], questions[1])
    email.didLeave = { [unowned email] in
      if email.typed == Self.createAccount { inputs.createAccountTapped() }
      inputs.email.left()
    }
    // Asked after the password: out of habit, fingers would type it where it can be read.
    password.didAnswer = { [unowned self, unowned email] in
      guard asksToRemember && email.typed != decided else { return inputs.password.returned() }
      remember.offer = isRemembering ? translated("y") : translated("n")
      form.focus(remember)
    }
    remember.didChange = { [unowned self] _ in
      remember.isValid = remember.isYes != nil
      remember.message = remember.isYes == nil ? translated("Enter y or n.") : nil
    }
    remember.didAnswer = { [unowned self, unowned email] in
      decided = email.typed
      if remember.isYes != isRemembering { inputs.rememberTapped() }
      inputs.password.returned()
    }
    outputs.provider.bind(
      to: Binder(self) { [unowned email] _, provider in
        email.otherWay = provider.map { _ in (Self.provider, inputs.providerTapped) }
      }
    ).disposed(by: bag)
    outputs.isRemembering.bind(to: Binder(self) { $0.isRemembering = $1 }).disposed(by: bag)
    outputs.isCreateAccountOffered.bind(to: Binder(self) { $0.offersCreateAccount = $1 }).disposed(by: bag)
    let way =
      outputs.isLock
      ? translated("Locked. The password unlocks this terminal.") : translated("Sign in. Ctrl-D cancels.")
    outputs.logins.bind(
      to: Binder(self) { view, logins in
        email.title = FieldWords.login(logins).title
        view.remember.title = logins.rememberQuestion
      }
    ).disposed(by: bag)
    var provider: String?
    outputs.provider.subscribe { provider = $0?.title }.disposed(by: bag)
    form.writeLine(
      offersCreateAccount ? way + " " + translated("To create an account, enter + instead of an email.") : way)
    if let provider {
      form.writeLine(
        translated(
          "To sign in with {provider}, enter @ instead of an email.", ["provider": Sanitiser.cleaned(provider)]))
    }
    inputs.viewDidLoad()
    decided = email.offer
  }
}

extension LoginKind {
  fileprivate var rememberQuestion: String {
    switch self {
    case .email: translated("Remember my email? (y/n)")
    case .name: translated("Remember my user name? (y/n)")
    case .either: translated("Remember my login? (y/n)")
    }
  }
}
