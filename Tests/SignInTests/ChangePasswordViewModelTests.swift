import Identity
import Secrets
import SignIn
import Signals
import TestSupport
import Testing

@Suite("The form that changes a password")
struct ChangePasswordViewModelTests {
  // MARK: Beginning

  @Test("It starts in the field for the old password, with nothing to say")
  func start() {
    let form = ChangePasswordForm()
    #expect(form.focus.values == [.oldPassword])
    for status in [form.oldPasswordStatus, form.passwordStatus, form.repeatedPasswordStatus] {
      #expect(status.values == [.neutral])
    }
    for message in [form.oldPasswordMessage, form.passwordMessage, form.repeatedPasswordMessage, form.formMessage] {
      #expect(message.values == [nil])
    }
    #expect(form.isSubmitEnabled.values == [false])
    #expect(form.progress.values == [nil])
  }

  // MARK: Validation

  @Test("The old password is judged by its length alone: by the widest range there ever was")
  func oldPassword() {
    let form = ChangePasswordForm()
    form.type(old: "four")
    #expect(form.oldPasswordMessage.last == .passwordLength(6...20))
    form.oldLength.send(PasswordPolicy(length: 4...20))
    #expect(form.oldPasswordStatus.values == [.neutral, .invalid, .valid])
    #expect(form.oldPasswordMessage.last == .some(nil))
    form.type(old: "password")
    #expect(form.oldPasswordStatus.last == .valid)
  }

  @Test("The new password is judged by all rules, the email of the account among them, and its strength is told")
  func newPassword() {
    let form = ChangePasswordForm()
    form.type(password: "12345")
    #expect(form.passwordMessage.last == .passwordLength(6...20))
    form.type(password: "letmein")
    #expect(form.passwordMessage.last == .passwordCommon)
    #expect(form.passwordStrength.last == .poor)
    form.type(password: "Lovelace")
    #expect(form.passwordMessage.last == .passwordPartOfEmail)
    form.type(password: "Xk7#qPw2!mZt", again: "Xk7#")
    #expect(form.passwordStrength.last == .strong)
    #expect(form.passwordStatus.last == .valid)
    #expect(form.repeatedPasswordMessage.last == .passwordsDiffer)
  }

  @Test("With hints, a valid field says so; late validation waits until the field is left")
  func settings() {
    var settings = ChangePasswordViewModel.Settings()
    settings.timing = .late
    settings.showsHints = true
    let form = ChangePasswordForm(settings: settings)
    form.type(old: "five5")
    #expect(form.oldPasswordStatus.last == .neutral)
    form.inputs.didLeave(.oldPassword)
    #expect(form.oldPasswordStatus.last == .invalid)
    form.type(old: "correct horse")
    form.type(password: "battery staple", again: "battery staple")
    #expect(form.oldPasswordMessage.last == .passwordValid)
    #expect(form.passwordMessage.last == .passwordValid)
    #expect(form.repeatedPasswordMessage.last == .passwordsMatch)
  }

  @Test("Enter leads to the next empty field, then to the first that is not valid; the button does so at once")
  func enter() {
    let form = ChangePasswordForm()
    form.type(old: "12345")
    form.inputs.returnTapped(in: .oldPassword)
    #expect(form.focus.last == .password)
    form.type(password: "battery staple", again: "battery staple")
    form.inputs.returnTapped(in: .repeatedPassword)
    #expect(form.focus.last == .oldPassword)
    form.type(old: "correct horse")
    form.type(password: "letmein")
    form.inputs.submitTapped()
    #expect(form.focus.last == .password)
    #expect(form.progress.values == [nil])
  }

  // MARK: What is seen of the passwords

  @Test("F2 shows all passwords for five seconds, or until the program is stopped; capitals are noted where they are")
  func shown() {
    let form = ChangePasswordForm()
    form.type(old: "CORRECT")
    #expect(form.oldPasswordNote.last == .allCapitals)
    #expect(form.passwordNote.last == .some(nil))
    form.inputs.revealTapped()
    form.scheduler.advance(by: .seconds(5))
    form.inputs.revealTapped()
    form.inputs.willSuspend()
    #expect(form.arePasswordsShown.values == [false, true, false, true, false])
    form.inputs.capsLockChanged(isOn: true)
    #expect(form.passwordNote.last == .capsLockOn)
  }

  // MARK: Changing

  @Test("A change shows progress, ends where somebody came from, and leaves no password behind")
  func changed() async {
    let form = ChangePasswordForm.filled()
    #expect(form.isSubmitEnabled.last == true)
    form.inputs.returnTapped(in: .repeatedPassword)
    let waiting = await form.change.nextTry()
    #expect(waiting.email.text == "ada@lovelace.example")
    #expect(waiting.characterCount == 14)
    #expect(form.isSubmitEnabled.last == false)
    form.scheduler.advance(by: .milliseconds(2100))
    #expect(form.progress.last??.seconds == 2)
    form.change.answer(waiting, .changed)
    await form.routes.wait { $0 == [.changed] }
    for password in [form.oldPassword, form.password, form.repeatedPassword] { #expect(password.isEmpty) }
  }

  @Test(
    "Whatever keeps the password the same is said, and all begins anew",
    arguments: [
      (PasswordChangeOutcome.refused, Message.wrongOldPassword),
      (.violation(.common), .passwordCommon),
      (.throttled(seconds: 9), .tooManyAttempts(seconds: 9)),
      (.unavailable(.inputOutput(.full, path: "S")), .passwordNotChanged(.inputOutput(.full, path: "S"))),
    ])
  func notChanged(outcome: PasswordChangeOutcome, message: Message) async {
    let form = ChangePasswordForm.filled()
    form.inputs.submitTapped()
    await form.answer(outcome)
    await form.formMessage.wait { $0.last == message }
    #expect(form.focus.last == .oldPassword)
    #expect(form.oldPassword.isEmpty)
    #expect(form.passwordStatus.last == .neutral)
    #expect(form.routes.values.isEmpty)
  }

  @Test("A password that cannot be used at all says why, and nothing is tried")
  func unusable() {
    let form = ChangePasswordForm.filled(length: 1...2000)
    form.type(password: "bell \u{7} bell", again: "bell \u{7} bell")
    form.inputs.submitTapped()
    #expect(form.formMessage.last == .passwordUnusable(.controlCharacter))
    #expect(form.progress.values == [nil])
    #expect(form.password.isEmpty)
  }

  // MARK: Leaving

  @Test("Esc leaves the form; while a change is under way it gives that up, and a late answer changes nothing")
  func cancel() async {
    let form = ChangePasswordForm.filled()
    form.inputs.submitTapped()
    let late = await form.change.nextTry()
    form.inputs.cancelTapped()
    #expect(form.progress.last == .some(nil))
    #expect(form.oldPassword.isEmpty)

    // The next try is answered after the late one, so by then that would have been seen.
    form.change.answer(late, .changed)
    form.type(old: "correct horse")
    form.type(password: "battery staple", again: "battery staple")
    form.inputs.submitTapped()
    await form.answer(.refused)
    await form.formMessage.wait { $0.last == .wrongOldPassword }
    #expect(form.routes.values.isEmpty)
    form.inputs.cancelTapped()
    #expect(form.routes.values == [.cancelled])
  }
}
