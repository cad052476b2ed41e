import Sentences
import SignIn
import Signals

/// The sign-in form as a dialogue. It has one more question: whether to remember the email.
final class PlainSignInView: PlainView {
  let form: PlainForm
  private let remember = Question(translated("Remember my email? y or n"), isSecret: false)
  private var isRemembering = false
  private var offersCreateAccount = false
  private let bag = DisposeBag()

  /// Stands for F3 in a dialogue, which has no keys.
  private static let createAccount = "+"

  init(viewModel: any SignInViewModelType, offersToRemember: Bool, on typewriter: any Typewriter) {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    form = PlainForm(typewriter)
    let email = form.bind(inputs, outputs, .signIn, doing: translated("Signing in."), in: bag)[0]
    email.didLeave = { [unowned email] in
      if email.typed == Self.createAccount { inputs.createAccountTapped() }
      inputs.didLeave(.email)
    }
    email.didAnswer = { [unowned self, unowned email] in
      // Ask whether to remember the email only if it differs from the one offered.
      guard offersToRemember && email.typed != email.offer else { return inputs.returnTapped(in: .email) }
      remember.offer = isRemembering ? translated("y") : translated("n")
      form.focus(remember)
    }
    remember.isValid = true
    remember.didAnswer = { [unowned self] in
      if remember.typed.lowercased().hasPrefix(translated("y")) != isRemembering { inputs.rememberTapped() }
      inputs.returnTapped(in: .email)
    }
    outputs.isRemembering.bind(to: Binder(self) { $0.isRemembering = $1 }).disposed(by: bag)
    outputs.isCreateAccountOffered.bind(to: Binder(self) { $0.offersCreateAccount = $1 }).disposed(by: bag)
    let way = translated("Sign in. Ctrl-D cancels.")
    form.say(offersCreateAccount ? way + " " + translated("For a new account, enter + as the email.") : way)
    inputs.viewDidLoad()
  }
}
