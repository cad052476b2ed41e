import Identity
import Sentences
import SignIn
import Signals
import Terminal

/// The form for a new account as a dialogue. Binds the questions to the view model.
final class PlainSignUpView: PlainView {
  let form: PlainForm
  private let viewModel: any SignUpViewModelType
  private let email = Question(translated("Email"), isSecret: false)
  private let password = Question(translated("Password"), isSecret: true)
  private let repeated = Question(translated("Repeat password"), isSecret: true)
  private var suggestion: String?
  private let bag = DisposeBag()

  init(viewModel: any SignUpViewModelType, on typewriter: any Typewriter) {
    self.viewModel = viewModel
    form = PlainForm(typewriter)
    password.before = email
    repeated.before = password
    bindInputs()
    bindOutputs()
    form.say(translated("Create account. Ctrl-D cancels."))
    viewModel.inputs.viewDidLoad()
  }

  private func bindInputs() {
    let inputs = viewModel.inputs
    email.didChange = { [unowned email] _ in inputs.didChange(email: email.typed) }
    email.didLeave = { inputs.didLeave(.email) }
    email.didAnswer = { [unowned self] in
      email.offer = suggestion ?? email.typed
      inputs.returnTapped(in: .email)
    }
    password.didChange = { inputs.didChange(password: $0) }
    password.didLeave = { inputs.didLeave(.password) }
    password.didAnswer = { [repeated] in
      // Another password is to be repeated anew.
      repeated.wipe()
      inputs.returnTapped(in: .password)
    }
    repeated.didChange = { inputs.didChange(repeatedPassword: $0) }
    repeated.didLeave = { inputs.didLeave(.repeatedPassword) }
    repeated.didAnswer = { inputs.returnTapped(in: .repeatedPassword) }
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
    Signal<(Message?, PasswordStrength?)>.combineLatest(outputs.passwordNote, outputs.passwordStrength)
      .bind(to: Binder(password) { $0.note = $1.0?.text ?? $1.1?.sentence }).disposed(by: bag)
    outputs.repeatedPasswordStatus.bind(to: Binder(repeated) { $0.isValid = $1 == .valid }).disposed(by: bag)
    outputs.repeatedPasswordMessage.bind(to: Binder(repeated) { $0.message = $1?.text }).disposed(by: bag)
    outputs.passwordsCleared.bind(
      to: Binder(self) { view, _ in
        view.password.wipe()
        view.repeated.wipe()
      }
    ).disposed(by: bag)
    outputs.focus.bind(to: Binder(self) { $0.form.focus($0.question($1)) }).disposed(by: bag)
    outputs.progress.bind(to: Binder(form) { $0.show($1, translated("Creating account.")) }).disposed(by: bag)
    outputs.formMessage.bind(to: Binder(form) { $0.show($1) }).disposed(by: bag)
  }

  /// What was meant is said, and stands for an empty line when the email is asked for again.
  private func suggest(_ email: String?) {
    suggestion = email
    self.email.note = email.map(Suggestion.inWords)
  }

  private func question(_ field: SignUpField) -> Question {
    switch field {
    case .email: email
    case .password: password
    case .repeatedPassword: repeated
    }
  }
}
