import Identity
import Secrets
import SignInViewModels
import Signals
import TestSupport
import Testing

@Suite("The form for a new account")
struct SignUpViewModelTests {
  // MARK: Beginning

  @Test("It starts in the email field, without messages")
  func start() {
    let form = SignUpForm()
    #expect(form.focus.values == [.email])
    #expect(form.email.status.values == [.neutral])
    #expect(form.password.status.values == [.neutral])
    #expect(form.repeatedPassword.status.values == [.neutral])
    #expect(form.email.message.values == [nil])
    #expect(form.password.message.values == [nil])
    #expect(form.password.strength.values == [nil])
    #expect(form.repeatedPassword.message.values == [nil])
    #expect(form.message.values == [nil])
    #expect(form.isSubmitEnabled.values == [false])
    #expect(form.progress.values == [nil])
    #expect(form.email.text.values.isEmpty)
  }

  @Test("A known email is filled in, and the password is focused")
  func prefilled() {
    var settings = FormSettings()
    settings.email = "ada@lovelace.example"
    let form = SignUpForm(settings: settings)
    #expect(form.email.text.values == ["ada@lovelace.example"])
    #expect(form.email.status.last == .valid)
    #expect(form.focus.values == [.password])
  }

  // MARK: Validation

  @Test("A password becomes invalid when a later email contains it")
  func emailAfterPassword() {
    let form = SignUpForm()
    form.password.type("babbage")
    #expect(form.password.status.last == .valid)
    form.email.type("charles@babbage")
    #expect(form.password.status.last == .invalid)
    #expect(form.password.message.last == .violation(.partOfEmail))
    form.email.type("charles@cabbage")
    #expect(form.password.status.last == .valid)
  }

  @Test("The button is enabled exactly while all three fields are valid")
  func submitEnabled() {
    let form = SignUpForm()
    form.email.type("ada@lovelace.example")
    form.password.type("correct horse")
    form.repeatedPassword.type("correct")
    #expect(form.isSubmitEnabled.values == [false])
    form.password.type("correct horse")
    form.repeatedPassword.type("correct horse")
    #expect(form.isSubmitEnabled.values == [false, true])
    form.password.type("correct horses")
    #expect(form.isSubmitEnabled.values == [false, true, false])
  }

  // MARK: Enter

  @Test("Enter moves to the next empty field, then to the first invalid one, then submits")
  func enter() async {
    let form = SignUpForm()
    form.email.type("ada")
    form.inputs.email.didReturn()
    #expect(form.focus.last == .password)
    form.password.type("correct horse")
    form.inputs.password.didReturn()
    #expect(form.focus.last == .repeatedPassword)
    form.repeatedPassword.type("correct horse")
    form.inputs.repeatedPassword.didReturn()
    #expect(form.focus.values == [.email, .password, .repeatedPassword, .email])

    form.email.type("ada@lovelace.example")
    form.inputs.email.didReturn()
    let waiting = await form.signUp.nextAttempt()
    #expect(waiting.email.text == "ada@lovelace.example")
    #expect(waiting.characterCount == 13)
    form.signUp.answer(waiting, .notAdded(.exists))
  }

  // MARK: Signing up

  @Test("Signing up shows progress and signs the user in")
  func success() async {
    let form = SignUpForm.filled()
    form.inputs.didTapSubmit()
    let waiting = await form.signUp.nextAttempt()
    #expect(form.isSubmitEnabled.last == false)
    form.scheduler.advance(by: .milliseconds(2100))
    #expect(form.progress.last??.seconds == 2)

    form.signUp.answer(waiting, .added(.signedIn(SignedIn(email: email("ada@lovelace.example")))))
    await form.routes.wait { $0 == [.signedUp("ada@lovelace.example")] }
    #expect(form.progress.last == .some(nil))
    #expect(form.password.isEmpty)
    #expect(form.repeatedPassword.isEmpty)
  }

  @Test(
    "A new account whose sign-in fails leads to the sign-in form",
    arguments: [
      SignInOutcome.throttled(seconds: 7), .refused(blockedFor: nil), .unavailable(.unreachable(.busy, path: "S")),
      .unanswered,
    ])
  func createdOnly(outcome: SignInOutcome) async {
    let form = SignUpForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(.added(outcome))
    await form.routes.wait { $0 == [.created("ada@lovelace.example")] }
  }

  @Test("A sign-up that is blocked counts down, and keeps what was typed")
  func blocked() async {
    let form = SignUpForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(.throttled(seconds: 7))
    await form.message.wait { $0.last == .blocked(nil, seconds: 7) }
    #expect(!form.password.isEmpty)
    #expect(form.isSubmitEnabled.last == false)
    form.scheduler.advance(by: .seconds(7))
    #expect(form.isSubmitEnabled.last == true)
  }

  @Test("An email with an account is focused with a message, and both passwords are cleared")
  func exists() async {
    let form = SignUpForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(.notAdded(.exists))
    await form.message.wait { $0.last == .accountExists }
    #expect(form.focus.last == .email)
    #expect(form.password.isEmpty)
    #expect(form.repeatedPassword.isEmpty)
    #expect(form.password.status.last == .neutral)
    #expect(form.repeatedPassword.status.last == .neutral)
    #expect(form.password.strength.last == .some(nil))
    #expect(form.email.status.last == .valid)
    #expect(form.isSubmitEnabled.last == false)

    form.email.type("ada@babbage.example")
    #expect(form.message.last == .some(nil))
  }

  @Test(
    "An account that can't be added gives the reason",
    arguments: [
      (AddAccountError.violation(.common), Message.violation(.common)),
      (.violation(.partOfEmail), .violation(.partOfEmail)),
      (.violation(.length(8...9)), .violation(.length(8...9))),
      (.unavailable(.inputOutput(.full, path: "S")), .accountNotAdded(.inputOutput(.full, path: "S"))),
    ])
  func notAdded(error: AddAccountError, message: Message) async {
    let form = SignUpForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(.notAdded(error))
    await form.message.wait { $0.last == message }
    #expect(form.focus.last == .password)
    #expect(form.routes.values.isEmpty)
  }

  @Test("An unusable password gives its reason and is never submitted")
  func unusablePassword() {
    let form = SignUpForm.filled(length: 1...2000)
    form.password.type("bell \u{7} bell")
    form.repeatedPassword.type("bell \u{7} bell")
    form.inputs.didTapSubmit()
    #expect(form.message.last == .passwordUnusable(.controlCharacter))
    #expect(form.progress.values == [nil])
    #expect(form.password.isEmpty)
  }

  @Test("A second Enter during a sign-up does nothing")
  func enterTwice() async {
    let form = SignUpForm.filled()
    form.inputs.password.didReturn()
    let waiting = await form.signUp.nextAttempt()
    form.inputs.password.didReturn()
    form.inputs.didTapSubmit()
    form.signUp.answer(waiting, .notAdded(.exists))
    await form.message.wait { $0.last == .accountExists }
    #expect(form.progress.values.filter { $0?.step == 0 }.count == 1)
  }

  // MARK: Leaving

  @Test("Esc leaves the form")
  func cancel() {
    let form = SignUpForm.filled()
    form.inputs.didTapCancel()
    #expect(form.routes.values == [.cancelled])
  }

  @Test("Esc during a sign-up cancels the attempt; its late answer changes nothing")
  func lateAnswer() async {
    let form = SignUpForm.filled()
    form.inputs.didTapSubmit()
    let late = await form.signUp.nextAttempt()
    form.inputs.didTapCancel()
    #expect(form.progress.last == .some(nil))
    #expect(form.password.isEmpty)
    #expect(form.repeatedPassword.isEmpty)

    // This attempt is answered after the late one, so an effect of the late one would show by then.
    form.signUp.answer(late, .added(.signedIn(SignedIn(email: email("ada@lovelace.example")))))
    form.password.type("correct horse")
    form.repeatedPassword.type("correct horse")
    form.inputs.didTapSubmit()
    await form.answer(.notAdded(.exists))
    await form.message.wait { $0.last == .accountExists }
    #expect(form.routes.values.isEmpty)
  }
}
