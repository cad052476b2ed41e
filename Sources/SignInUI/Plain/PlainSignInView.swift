import Sentences
import SignIn
import Signals

/// The sign-in form as a dialogue, with a question of its own: whether to remember the email.
final class PlainSignInView: PlainView {
  let form: PlainForm
  private let remember = Question(translated("Remember my email? (y/n)"), isSecret: false)
  private var isRemembering = false
  private var offersCreateAccount = false
  private let bag = DisposeBag()

  /// What stands for F3 where there are no keys.
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
      // Whether to remember is asked when the email is another.
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
    form.say(offersCreateAccount ? way + " " + translated("To create an account, enter + instead of an email.") : way)
    inputs.viewDidLoad()
  }
}
