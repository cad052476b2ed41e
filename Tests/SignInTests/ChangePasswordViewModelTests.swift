import Identity
import Secrets
import SignIn
import Signals
import TestSupport
import Testing

@Suite("The form that changes a password")
struct ChangePasswordViewModelTests {
  // MARK: Beginning

  @Test("It starts in the field for the current password, without messages")
  func start() {
    let form = ChangePasswordForm()
    #expect(form.focus.values == [.currentPassword])
    for status in [form[.currentPassword].status, form[.password].status, form[.repeatedPassword].status] {
      #expect(status.values == [.neutral])
    }
    for message in [
      form[.currentPassword].message, form[.password].message, form[.repeatedPassword].message, form.message,
    ] {
      #expect(message.values == [nil])
    }
    #expect(form.isSubmitEnabled.values == [false])
    #expect(form.progress.values == [nil])
  }

  // MARK: Validation

  @Test("The current password is checked for its length only, by the widest range ever in force")
  func oldPassword() {
    let form = ChangePasswordForm()
    form.type("four", in: .currentPassword)
    #expect(form[.currentPassword].message.last == .passwordLength(6...20))
    form.currentLength.send(PasswordPolicy(length: 4...20))
    #expect(form[.currentPassword].status.values == [.neutral, .invalid, .valid])
    #expect(form[.currentPassword].message.last == .some(nil))
    form.type("password", in: .currentPassword)
    #expect(form[.currentPassword].status.last == .valid)
  }

  @Test("The new password is checked by all rules, including the account's email, and rated")
  func newPassword() {
    let form = ChangePasswordForm()
    form.type("12345", in: .password)
    #expect(form[.password].message.last == .passwordLength(6...20))
    form.type("letmein", in: .password)
    #expect(form[.password].message.last == .passwordCommon)
    #expect(form[.password].strength.last == .poor)
    form.type("Lovelace", in: .password)
    #expect(form[.password].message.last == .passwordPartOfEmail)
    form.type("Xk7#qPw2!mZt", in: .password)
    form.type("Xk7#", in: .repeatedPassword)
    #expect(form[.password].strength.last == .strong)
    #expect(form[.password].status.last == .valid)
    #expect(form[.repeatedPassword].message.last == .passwordsDiffer)
  }

  @Test("The new password must differ from the current one, whichever of the two is typed last")
  func unchanged() {
    let form = ChangePasswordForm()
    form.type("correct horse", in: .password)
    #expect(form[.password].status.last == .valid)
    form.type("correct horse", in: .currentPassword)
    #expect(form[.password].message.last == .passwordUnchanged)
    form.type("battery staple", in: .password)
    #expect(form[.password].status.last == .valid)
  }

  @Test("Enter moves to the next empty field, then to the first invalid one; the button goes there at once")
  func enter() {
    let form = ChangePasswordForm()
    form.type("12345", in: .currentPassword)
    form.inputs.returnTapped(in: .currentPassword)
    #expect(form.focus.last == .password)
    form.type("battery staple", in: .password)
    form.type("battery staple", in: .repeatedPassword)
    form.inputs.returnTapped(in: .repeatedPassword)
    #expect(form.focus.last == .currentPassword)
    form.type("correct horse", in: .currentPassword)
    form.type("letmein", in: .password)
    form.inputs.submitTapped()
    #expect(form.focus.last == .password)
    #expect(form.progress.values == [nil])
  }

  // MARK: Changing

  @Test("A change shows progress, returns to the previous scene, and leaves no password behind")
  func changed() async {
    let form = ChangePasswordForm.filled()
    #expect(form.isSubmitEnabled.last == true)
    form.inputs.returnTapped(in: .repeatedPassword)
    let waiting = await form.change.nextAttempt()
    #expect(waiting.email.text == "ada@lovelace.example")
    #expect(waiting.characterCount == 14)
    #expect(form.isSubmitEnabled.last == false)
    form.scheduler.advance(by: .milliseconds(2100))
    #expect(form.progress.last??.seconds == 2)
    form.change.answer(waiting, .changed)
    await form.routes.wait { $0 == [.changed] }
    for password in [form[.currentPassword], form[.password], form[.repeatedPassword]] { #expect(password.isEmpty) }
  }

  @Test(
    "A failed change gives its reason and empties the form",
    arguments: [
      (PasswordChangeOutcome.refused(blockedFor: nil), Message.wrongCurrentPassword),
      (.violation(.common), .passwordCommon),
      (.disabled, .attemptsDisabled),
      (.unavailable(.inputOutput(.full, path: "S")), .passwordNotChanged(.inputOutput(.full, path: "S"))),
    ])
  func notChanged(outcome: PasswordChangeOutcome, message: Message) async {
    let form = ChangePasswordForm.filled()
    form.inputs.submitTapped()
    await form.answer(outcome)
    await form.message.wait { $0.last == message }
    #expect(form.focus.last == .currentPassword)
    #expect(form[.currentPassword].isEmpty)
    #expect(form[.password].status.last == .neutral)
    #expect(form.routes.values.isEmpty)
  }

  @Test(
    "While attempts are blocked it counts down, keeps what was typed and can't be submitted",
    arguments: [
      (
        PasswordChangeOutcome.refused(blockedFor: 2), BlockCause.wrongCurrentPassword,
        Message?.some(.wrongCurrentPassword)
      ),
      (.throttled(seconds: 2), .tooManyAttempts, nil),
    ])
  func blocked(outcome: PasswordChangeOutcome, cause: BlockCause, after: Message?) async {
    // given
    let form = ChangePasswordForm.filled()
    form.inputs.submitTapped()
    // when
    await form.answer(outcome)
    await form.progress.wait { $0.last == .some(nil) }
    // then
    #expect(form.message.last == .blocked(cause, seconds: 2))
    #expect(form.isSubmitEnabled.last == false)
    for password in [form[.currentPassword], form[.password], form[.repeatedPassword]] { #expect(!password.isEmpty) }
    form.scheduler.advance(by: .seconds(2))
    #expect(form.message.last == after)
    #expect(form.isSubmitEnabled.last == true)
  }

  @Test("An unusable password gives its reason and is never submitted")
  func unusable() {
    let form = ChangePasswordForm.filled(length: 1...2000)
    form.type("bell \u{7} bell", in: .password)
    form.type("bell \u{7} bell", in: .repeatedPassword)
    form.inputs.submitTapped()
    #expect(form.message.last == .passwordUnusable(.controlCharacter))
    #expect(form.progress.values == [nil])
    #expect(form[.password].isEmpty)
  }

  // MARK: Leaving

  @Test("Esc leaves the form; during a change it cancels only that, and a late answer changes nothing")
  func cancel() async {
    let form = ChangePasswordForm.filled()
    form.inputs.submitTapped()
    let late = await form.change.nextAttempt()
    form.inputs.cancelTapped()
    #expect(form.progress.last == .some(nil))
    #expect(form[.currentPassword].isEmpty)

    // This attempt is answered after the late one, so an effect of the late one would show by then.
    form.change.answer(late, .changed)
    form.type("correct horse", in: .currentPassword)
    form.type("battery staple", in: .password)
    form.type("battery staple", in: .repeatedPassword)
    form.inputs.submitTapped()
    await form.answer(.refused(blockedFor: nil))
    await form.message.wait { $0.last == .wrongCurrentPassword }
    #expect(form.routes.values.isEmpty)
    form.inputs.cancelTapped()
    #expect(form.routes.values == [.cancelled])
  }
}
