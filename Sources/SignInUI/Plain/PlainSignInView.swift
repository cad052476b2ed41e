import Sentences
import SignIn
import Signals
import Terminal

/// The sign-in form as a dialogue. Binds the questions to the view model.
final class PlainSignInView: PlainView {
  let form: PlainForm
  private let viewModel: any SignInViewModelType
  private let email = Question(translated("Email"), isSecret: false)
  private let password = Question(translated("Password"), isSecret: true)
  private let remember = Question(translated("Remember my email? y or n"), isSecret: false)
  private let offersToRemember: Bool
  private var isRemembering = false
  private var offersCreateAccount = false
  private var suggestion: String?
  private let bag = DisposeBag()

  /// What stands for F3 where there are no keys.
  private static let createAccount = "+"

  init(viewModel: any SignInViewModelType, offersToRemember: Bool, on typewriter: any Typewriter) {
    self.viewModel = viewModel
    self.offersToRemember = offersToRemember
    form = PlainForm(typewriter)
    password.before = email
    remember.isValid = true
    bindInputs()
    bindOutputs()
    let way = translated("Sign in. Ctrl-D cancels.")
    form.say(offersCreateAccount ? way + " " + translated("For a new account, enter + as the email.") : way)
    viewModel.inputs.viewDidLoad()
  }

  private func bindInputs() {
    let inputs = viewModel.inputs
    email.didChange = { [unowned email] _ in inputs.didChange(email: email.typed) }
    email.didLeave = { [unowned self] in
      if email.typed == Self.createAccount { inputs.createAccountTapped() }
      inputs.didLeave(.email)
    }
    email.didAnswer = { [unowned self] in didAnswerEmail() }
    remember.didAnswer = { [unowned self] in didAnswerRemember() }
    password.didChange = { inputs.didChange(password: $0) }
    password.didLeave = { inputs.didLeave(.password) }
    password.didAnswer = { inputs.returnTapped(in: .password) }
    form.didCancel = { inputs.cancelTapped() }
  }

  private func bindOutputs() {
    let outputs = viewModel.outputs
    outputs.emailText.bind(to: Binder(self) { $0.form.prefill($0.email, $1) }).disposed(by: bag)
    outputs.emailStatus.bind(to: Binder(email) { $0.isValid = $1 == .valid }).disposed(by: bag)
    outputs.emailMessage.bind(to: Binder(email) { $0.message = $1?.text }).disposed(by: bag)
    outputs.suggestion.bind(to: Binder(self) { $0.suggest($1) }).disposed(by: bag)
    outputs.passwordStatus.bind(to: Binder(password) { $0.isValid = $1 == .valid }).disposed(by: bag)
    outputs.passwordMessage.bind(to: Binder(password) { $0.message = $1?.text }).disposed(by: bag)
    outputs.passwordNote.bind(to: Binder(password) { $0.note = $1?.text }).disposed(by: bag)
    outputs.passwordCleared.bind(to: Binder(password) { question, _ in question.wipe() }).disposed(by: bag)
    outputs.focus.bind(to: Binder(self) { $0.form.focus($1 == .email ? $0.email : $0.password) }).disposed(by: bag)
    outputs.isRemembering.bind(to: Binder(self) { $0.isRemembering = $1 }).disposed(by: bag)
    outputs.isCreateAccountOffered.bind(to: Binder(self) { $0.offersCreateAccount = $1 }).disposed(by: bag)
    outputs.progress.bind(to: Binder(form) { $0.show($1, translated("Signing in.")) }).disposed(by: bag)
    outputs.formMessage.bind(to: Binder(form) { $0.show($1) }).disposed(by: bag)
  }

  /// What was meant is said, and stands for an empty line when the email is asked for again.
  private func suggest(_ email: String?) {
    suggestion = email
    self.email.note = email.map(Suggestion.inWords)
  }

  /// Whether to remember is asked when the email is another.
  private func didAnswerEmail() {
    let isNew = email.typed != email.offer
    email.offer = suggestion ?? email.typed
    guard offersToRemember && isNew else { return viewModel.inputs.returnTapped(in: .email) }
    remember.offer = isRemembering ? translated("y") : translated("n")
    form.focus(remember)
  }

  private func didAnswerRemember() {
    let isYes = remember.typed.lowercased().hasPrefix(translated("y"))
    if isYes != isRemembering { viewModel.inputs.rememberTapped() }
    viewModel.inputs.returnTapped(in: .email)
  }
}
