import Identity
import Secrets
import SignInViewModels
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
    for status in [form.currentPassword.status, form.password.status, form.repeatedPassword.status] {
      #expect(status.values == [.neutral])
    }
    for message in [
      form.currentPassword.message, form.password.message, form.repeatedPassword.message, form.message,
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
    form.currentPassword.type("four")
    #expect(form.currentPassword.message.last == .violation(.length(6...20)))
    form.currentLength.send(PasswordPolicy(length: 4...20))
    #expect(form.currentPassword.status.values == [.neutral, .invalid, .valid])
    #expect(form.currentPassword.message.last == .some(nil))
    form.currentPassword.type("password")
    #expect(form.currentPassword.status.last == .valid)
  }

  @Test("The new password is checked by all rules, including the account's email, and rated")
  func newPassword() {
    let form = ChangePasswordForm()
    form.password.type("12345")
    #expect(form.password.message.last == .violation(.length(6...20)))
    form.password.type("letmein")
    #expect(form.password.message.last == .violation(.common))
    #expect(form.password.strength.last == .poor)
    form.password.type("Lovelace")
    #expect(form.password.message.last == .violation(.partOfEmail))
    form.password.type("Xk7#qPw2!mZt")
    form.repeatedPassword.type("Xk7#")
    #expect(form.password.strength.last == .strong)
    #expect(form.password.status.last == .valid)
    #expect(form.repeatedPassword.message.last == .passwordsDiffer)
  }

  @Test("The new password must differ from the current one, whichever of the two is typed last")
  func unchanged() {
    let form = ChangePasswordForm()
    form.password.type("correct horse")
    #expect(form.password.status.last == .valid)
    form.currentPassword.type("correct horse")
    #expect(form.password.message.last == .violation(.unchanged))
    form.password.type("battery staple")
    #expect(form.password.status.last == .valid)
  }

  @Test("Enter moves to the next empty field, then to the first invalid one; the button goes there at once")
  func enter() {
    let form = ChangePasswordForm()
    form.currentPassword.type("12345")
    form.inputs.currentPassword.didReturn()
    #expect(form.focus.last == .password)
    form.password.type("battery staple")
    form.repeatedPassword.type("battery staple")
    form.inputs.repeatedPassword.didReturn()
    #expect(form.focus.last == .currentPassword)
    form.currentPassword.type("correct horse")
    form.password.type("letmein")
    form.inputs.didTapSubmit()
    #expect(form.focus.last == .password)
    #expect(form.progress.values == [nil])
  }

  @Test("A current password that is given first is verified at once, and the new one is asked for only if it is right")
  func confirmed() async {
    // given a wrong one
    let form = ChangePasswordForm()
    form.currentPassword.type("wrong horse")
    form.inputs.didAnswerCurrentPassword()
    // then it is said, and asked for again
    let waiting = await form.change.nextAttempt()
    #expect(waiting.characterCount == 11)
    form.change.answer(waiting, .refused(blockedFor: nil))
    await form.message.wait { $0.last == .refused(.currentPassword) }
    #expect(form.focus.values == [.currentPassword, .currentPassword])
    #expect(form.currentPassword.isEmpty)
    // when it is right
    form.currentPassword.type("correct horse")
    form.inputs.didAnswerCurrentPassword()
    await form.answer(.confirmed)
    // then it stays, and the new one is next
    await form.focus.wait { $0.last == .password }
    #expect(!form.currentPassword.isEmpty && form.message.last == .some(nil))
    #expect(form.routes.values.isEmpty)
  }

  // MARK: Changing

  @Test("A change shows progress, returns to the previous scene, and leaves no password behind")
  func changed() async {
    let form = ChangePasswordForm.filled()
    #expect(form.isSubmitEnabled.last == true)
    form.inputs.repeatedPassword.didReturn()
    let waiting = await form.change.nextAttempt()
    #expect(waiting.email.text == "ada@lovelace.example")
    #expect(waiting.characterCount == 14)
    #expect(form.isSubmitEnabled.last == false)
    form.scheduler.advance(by: .milliseconds(2100))
    #expect(form.progress.last??.seconds == 2)
    form.change.answer(waiting, .changed)
    await form.routes.wait { $0 == [.changed] }
    for password in [form.currentPassword, form.password, form.repeatedPassword] { #expect(password.isEmpty) }
  }

  @Test(
    "A failed change gives its reason and empties the form",
    arguments: [
      (PasswordChangeOutcome.refused(blockedFor: nil), Message.refused(.currentPassword)),
      (.violation(.common), .violation(.common)),
      (.disabled, .attemptsDisabled),
      (.unavailable(.inputOutput(.full, path: "S")), .passwordNotChanged(.inputOutput(.full, path: "S"))),
    ])
  func notChanged(outcome: PasswordChangeOutcome, message: Message) async {
    let form = ChangePasswordForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(outcome)
    await form.message.wait { $0.last == message }
    #expect(form.focus.last == .currentPassword)
    #expect(form.currentPassword.isEmpty)
    #expect(form.password.status.last == .neutral)
    #expect(form.routes.values.isEmpty)
  }

  @Test(
    "While attempts are blocked it counts down and can't be submitted; what was not verified stays typed",
    arguments: [
      (
        PasswordChangeOutcome.refused(blockedFor: 2), Refusal?.some(.currentPassword),
        Message?.some(.refused(.currentPassword))
      ),
      (.throttled(seconds: 2), nil, nil),
    ])
  func blocked(outcome: PasswordChangeOutcome, refusal: Refusal?, after: Message?) async {
    // given
    let form = ChangePasswordForm.filled()
    form.inputs.didTapSubmit()
    // when
    await form.answer(outcome)
    await form.progress.wait { $0.last == .some(nil) }
    // then
    #expect(form.message.last == .blocked(refusal, seconds: 2))
    #expect(form.isSubmitEnabled.last == false)
    let isVerified = outcome == .refused(blockedFor: 2)
    for password in [form.currentPassword, form.password, form.repeatedPassword] {
      #expect(password.isEmpty == isVerified)
    }
    form.scheduler.advance(by: .seconds(2))
    #expect(form.message.last == after)
    #expect(form.isSubmitEnabled.last == !isVerified)
  }

  @Test(
    "A current password that was verified ends the block that another form has shown",
    arguments: [(PasswordChangeOutcome.confirmed, true), (.refused(blockedFor: nil), true), (.cancelled, false)])
  func unblocked(outcome: PasswordChangeOutcome, isEnded: Bool) async {
    // given an attempt that was under way when another one was blocked
    let form = ChangePasswordForm.filled()
    form.inputs.didTapSubmit()
    let attempt = await form.change.nextAttempt()
    form.tally.record(.throttled(seconds: 60), of: .email(email("ada@lovelace.example")))
    #expect(form.message.last == .blocked(nil, seconds: 60))
    // when
    form.change.answer(attempt, outcome)
    await form.progress.wait { $0.last == .some(nil) }
    // then
    #expect((form.message.last != .blocked(nil, seconds: 60)) == isEnded)
  }

  @Test("An unusable password gives its reason and is never submitted")
  func unusable() {
    let form = ChangePasswordForm.filled(length: 1...2000)
    form.password.type("bell \u{7} bell")
    form.repeatedPassword.type("bell \u{7} bell")
    form.inputs.didTapSubmit()
    #expect(form.message.last == .passwordUnusable(.controlCharacter))
    #expect(form.progress.values == [nil])
    #expect(form.password.isEmpty)
  }

  // MARK: Leaving

  @Test("Esc leaves the form; during a change it cancels only that, and a late answer changes nothing")
  func cancel() async {
    let form = ChangePasswordForm.filled()
    form.inputs.didTapSubmit()
    let late = await form.change.nextAttempt()
    form.inputs.didTapCancel()
    #expect(form.progress.last == .some(nil))
    #expect(form.currentPassword.isEmpty)

    // This attempt is answered after the late one, so an effect of the late one would show by then.
    form.change.answer(late, .changed)
    form.currentPassword.type("correct horse")
    form.password.type("battery staple")
    form.repeatedPassword.type("battery staple")
    form.inputs.didTapSubmit()
    await form.answer(.refused(blockedFor: nil))
    await form.message.wait { $0.last == .refused(.currentPassword) }
    #expect(form.routes.values.isEmpty)
    form.inputs.didTapCancel()
    #expect(form.routes.values == [.cancelled])
  }
}
