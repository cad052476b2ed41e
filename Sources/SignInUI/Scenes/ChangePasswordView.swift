import Identity
import Secrets
import Sentences
import SignIn
import Signals
import Terminal

/// The form that changes a password as it is seen. Binds the fields to the view model, and decides nothing.
final class ChangePasswordView: FormSceneView {
  let form: FormView
  private let viewModel: any ChangePasswordViewModelType
  private let old = TextField(title: translated("Old password"), disclosure: .masked, capacity: 4096)
  private let password = TextField(title: translated("New password"), disclosure: .masked, capacity: 4096)
  private let repeated = TextField(title: translated("Repeat new password"), disclosure: .masked, capacity: 4096)
  private let submit = Button(title: translated("Change password"))
  private let look: Look
  private let bag = DisposeBag()

  init(viewModel: any ChangePasswordViewModelType, look: Look) {
    self.viewModel = viewModel
    self.look = look
    form = FormView(
      title: translated("Change password"), fields: [old, password, repeated], checkbox: nil, button: submit,
      proceed: translated("change password"), look: look)
    bindInputs()
    bindOutputs()
    viewModel.inputs.viewDidLoad()
  }

  private func bindInputs() {
    let inputs = viewModel.inputs
    old.didChange = { inputs.didChange(oldPassword: $0) }
    password.didChange = { inputs.didChange(password: $0) }
    repeated.didChange = { inputs.didChange(repeatedPassword: $0) }
    submit.didTap = { inputs.submitTapped() }
    let (old, password) = (old, password)
    let name = { (field: TextField) -> ChangePasswordField in
      field === old ? .oldPassword : field === password ? .password : .repeatedPassword
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
    outputs.oldPasswordStatus.bind(to: Binder(old) { $0.status = $1 }).disposed(by: bag)
    outputs.oldPasswordMessage.bind(to: Binder(old) { $0.message = $1?.text }).disposed(by: bag)
    outputs.oldPasswordNote.bind(to: Binder(old) { $0.note = $1?.text }).disposed(by: bag)
    outputs.passwordStatus.bind(to: Binder(password) { $0.status = $1 }).disposed(by: bag)
    outputs.passwordMessage.bind(to: Binder(password) { $0.message = $1?.text }).disposed(by: bag)
    Signal<(Message?, PasswordStrength?)>.combineLatest(outputs.passwordNote, outputs.passwordStrength)
      .bind(to: Binder(self) { $0.password.note = $1.0?.text ?? $1.1?.bar($0.look.glyphs) }).disposed(by: bag)
    outputs.repeatedPasswordStatus.bind(to: Binder(repeated) { $0.status = $1 }).disposed(by: bag)
    outputs.repeatedPasswordMessage.bind(to: Binder(repeated) { $0.message = $1?.text }).disposed(by: bag)
    outputs.arePasswordsShown
      .bind(to: Binder(form) { form, areShown in for field in form.fields { field.isRevealed = areShown } })
      .disposed(by: bag)
    outputs.passwordsCleared.bind(to: Binder(form) { form, _ in for field in form.fields { field.wipe() } })
      .disposed(by: bag)
    outputs.focus.bind(to: Binder(self) { $0.form.focus($0.field($1)) }).disposed(by: bag)
    outputs.isSubmitEnabled.bind(to: Binder(submit) { $0.isEnabled = $1 }).disposed(by: bag)
    outputs.progress.bind(to: Binder(self) { $0.show($1) }).disposed(by: bag)
    outputs.formMessage.bind(to: Binder(form) { $0.message = $1?.text }).disposed(by: bag)
  }

  private func field(_ name: ChangePasswordField) -> TextField {
    switch name {
    case .oldPassword: old
    case .password: password
    case .repeatedPassword: repeated
    }
  }

  private func show(_ progress: SignInProgress?) {
    form.isInteractive = progress == nil
    submit.title = progress?.text(translated("Changing password"), look.glyphs) ?? translated("Change password")
  }
}
