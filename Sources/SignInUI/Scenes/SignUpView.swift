import Identity
import Secrets
import Sentences
import SignIn
import Signals

/// The form for a new account as it is seen. Binds the fields to the view model, and decides nothing.
final class SignUpView: FormSceneView {
  let form: FormView
  private let viewModel: any SignUpViewModelType
  private let email = TextField(
    title: translated("Email"), disclosure: .plain, placeholder: translated("e.g. ada@example.com"), capacity: 4096)
  private let password = TextField(title: translated("Password"), disclosure: .masked, capacity: 4096)
  private let repeated = TextField(title: translated("Repeat password"), disclosure: .masked, capacity: 4096)
  private let submit = Button(title: translated("Create account"))
  private let look: Look
  private let bag = DisposeBag()

  init(viewModel: any SignUpViewModelType, look: Look) {
    self.viewModel = viewModel
    self.look = look
    form = FormView(
      title: translated("Create account"), fields: [email, password, repeated], checkbox: nil, button: submit,
      proceed: translated("create account"), look: look)
    bindInputs()
    bindOutputs()
    viewModel.inputs.viewDidLoad()
  }

  private func bindInputs() {
    let inputs = viewModel.inputs
    email.didChange = { text in inputs.didChange(email: text.withUTF8 { String(decoding: $0, as: UTF8.self) }) }
    email.didPassEnd = { inputs.suggestionAccepted() }
    password.didChange = { inputs.didChange(password: $0) }
    repeated.didChange = { inputs.didChange(repeatedPassword: $0) }
    submit.didTap = { inputs.submitTapped() }
    let (email, password) = (email, password)
    let name = { (field: TextField) -> SignUpField in
      field === email ? .email : field === password ? .password : .repeatedPassword
    }
    form.didReturn = { inputs.returnTapped(in: name($0)) }
    form.didLeave = { inputs.didLeave(name($0)) }
    form.didAskToReveal = { inputs.revealTapped() }
    form.didChangeCapsLock = { inputs.capsLockChanged(isOn: $0) }
    form.willSuspend = { inputs.willSuspend() }
    form.didCancel = { inputs.cancelTapped() }
  }

  private func bindOutputs() {
    let outputs = viewModel.outputs
    outputs.emailText.bind(to: Binder(email) { $0.setText($1) }).disposed(by: bag)
    outputs.emailStatus.bind(to: Binder(email) { $0.status = $1 }).disposed(by: bag)
    outputs.emailMessage.bind(to: Binder(email) { $0.message = $1?.text }).disposed(by: bag)
    outputs.suggestion.bind(to: Binder(email) { Suggestion.show($1, below: $0) }).disposed(by: bag)
    outputs.emailCorrection.bind(to: Binder(email) { $0.correct(to: $1) }).disposed(by: bag)
    outputs.passwordStatus.bind(to: Binder(password) { $0.status = $1 }).disposed(by: bag)
    outputs.passwordMessage.bind(to: Binder(password) { $0.message = $1?.text }).disposed(by: bag)
    Signal<(Message?, PasswordStrength?)>.combineLatest(outputs.passwordNote, outputs.passwordStrength)
      .bind(to: Binder(self) { $0.password.note = $1.0?.text ?? $1.1?.bar($0.look.glyphs) }).disposed(by: bag)
    outputs.arePasswordsShown.bind(
      to: Binder(self) { view, areShown in
        view.password.isRevealed = areShown
        view.repeated.isRevealed = areShown
      }
    ).disposed(by: bag)
    outputs.repeatedPasswordStatus.bind(to: Binder(repeated) { $0.status = $1 }).disposed(by: bag)
    outputs.repeatedPasswordMessage.bind(to: Binder(repeated) { $0.message = $1?.text }).disposed(by: bag)
    outputs.passwordsCleared.bind(
      to: Binder(self) { view, _ in
        view.password.wipe()
        view.repeated.wipe()
      }
    ).disposed(by: bag)
    outputs.focus.bind(to: Binder(self) { $0.form.focus($0.field($1)) }).disposed(by: bag)
    outputs.isSubmitEnabled.bind(to: Binder(submit) { $0.isEnabled = $1 }).disposed(by: bag)
    outputs.progress.bind(to: Binder(self) { $0.show($1) }).disposed(by: bag)
    outputs.formMessage.bind(to: Binder(form) { $0.message = $1?.text }).disposed(by: bag)
  }

  private func field(_ name: SignUpField) -> TextField {
    switch name {
    case .email: email
    case .password: password
    case .repeatedPassword: repeated
    }
  }

  private func show(_ progress: SignInProgress?) {
    form.isInteractive = progress == nil
    submit.title = progress?.text(translated("Creating account"), look.glyphs) ?? translated("Create account")
  }
}

extension SignInProgress {
  /// What the button says meanwhile: a spinner, `doing`, and after a while the seconds.
  func text(_ doing: String, _ glyphs: Glyphs) -> String {
    "\(glyphs.spinner[step % glyphs.spinner.count]) \(doing)\(seconds.map { " \($0) s" } ?? "")"
  }
}
