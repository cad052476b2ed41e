import Secrets
import Sentences
import SignIn
import Signals

/// The sign-in form as it is seen. Binds the fields to the view model, and decides nothing.
final class SignInView: FormSceneView {
  let form: FormView
  private let viewModel: any SignInViewModelType
  private let email = TextField(
    title: translated("Email"), disclosure: .plain, placeholder: translated("e.g. ada@example.com"), capacity: 4096)
  private let password = TextField(title: translated("Password"), disclosure: .masked, capacity: 4096)
  private let remember: Checkbox?
  private let submit = Button(title: translated("Sign in"))
  private let look: Look
  private let bag = DisposeBag()

  init(viewModel: any SignInViewModelType, offersToRemember: Bool, look: Look) {
    self.viewModel = viewModel
    self.look = look
    remember = offersToRemember ? Checkbox(title: translated("Remember my email")) : nil
    form = FormView(
      title: translated("Sign in"), fields: [email, password], checkbox: remember, button: submit,
      proceed: translated("sign in"), look: look)
    bindInputs()
    bindOutputs()
    viewModel.inputs.viewDidLoad()
  }

  private func bindInputs() {
    let inputs = viewModel.inputs
    email.didChange = { text in inputs.didChange(email: text.withUTF8 { String(decoding: $0, as: UTF8.self) }) }
    email.didPassEnd = { inputs.suggestionAccepted() }
    password.didChange = { inputs.didChange(password: $0) }
    remember?.didTap = { inputs.rememberTapped() }
    submit.didTap = { inputs.submitTapped() }
    form.didReturn = { [email] in inputs.returnTapped(in: $0 === email ? .email : .password) }
    form.didLeave = { [email] in inputs.didLeave($0 === email ? .email : .password) }
    form.didAskToCreateAccount = { inputs.createAccountTapped() }
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
    outputs.passwordNote.bind(to: Binder(password) { $0.note = $1?.text }).disposed(by: bag)
    outputs.isPasswordShown.bind(to: Binder(password) { $0.isRevealed = $1 }).disposed(by: bag)
    outputs.passwordCleared.bind(to: Binder(password) { field, _ in field.wipe() }).disposed(by: bag)
    outputs.focus.bind(to: Binder(self) { $0.form.focus($1 == .email ? $0.email : $0.password) }).disposed(by: bag)
    if let remember {
      outputs.isRemembering.bind(to: Binder(remember) { $0.isChecked = $1 }).disposed(by: bag)
    }
    outputs.isCreateAccountOffered.bind(to: Binder(form) { $0.offersCreateAccount = $1 }).disposed(by: bag)
    outputs.isSubmitEnabled.bind(to: Binder(submit) { $0.isEnabled = $1 }).disposed(by: bag)
    outputs.progress.bind(to: Binder(self) { $0.show($1) }).disposed(by: bag)
    outputs.formMessage.bind(to: Binder(form) { $0.message = $1?.text }).disposed(by: bag)
  }

  private func show(_ progress: SignInProgress?) {
    form.isInteractive = progress == nil
    submit.title = progress?.text(translated("Signing in"), look.glyphs) ?? translated("Sign in")
  }
}
