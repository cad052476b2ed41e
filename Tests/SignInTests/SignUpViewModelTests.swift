import Identity
import Secrets
import SignIn
import Signals
import TestSupport
import Testing

@Suite("The form for a new account")
struct SignUpViewModelTests {
  // MARK: Beginning

  @Test("It starts in the email field, with nothing to say")
  func start() {
    let form = SignUpForm()
    #expect(form.focus.values == [.email])
    #expect(form.emailStatus.values == [.neutral])
    #expect(form.passwordStatus.values == [.neutral])
    #expect(form.repeatedPasswordStatus.values == [.neutral])
    #expect(form.emailMessage.values == [nil])
    #expect(form.passwordMessage.values == [nil])
    #expect(form.passwordStrength.values == [nil])
    #expect(form.repeatedPasswordMessage.values == [nil])
    #expect(form.formMessage.values == [nil])
    #expect(form.isSubmitEnabled.values == [false])
    #expect(form.progress.values == [nil])
    #expect(form.emailText.values.isEmpty)
  }

  @Test("An email that is known already is filled in, fed back by the field, and the password has the focus")
  func prefilled() {
    var settings = SignUpViewModel.Settings()
    settings.email = "ada@lovelace.example"
    let form = SignUpForm(settings: settings)
    #expect(form.emailText.values == ["ada@lovelace.example"])
    #expect(form.emailStatus.last == .valid)
    #expect(form.focus.values == [.password])
  }

  // MARK: Validation

  @Test("The email is judged with each keystroke, and its message goes when it is valid")
  func emailAsTyped() {
    let form = SignUpForm()
    form.inputs.didChange(email: "a")
    form.inputs.didChange(email: "ada@lovelace.example")
    #expect(form.emailStatus.values == [.neutral, .invalid, .valid])
    #expect(form.emailMessage.values == [nil, .emailNotValid, nil])
  }

  @Test("The password is judged with each keystroke, by the first rule that it breaks")
  func passwordAsTyped() {
    let form = SignUpForm()
    form.inputs.didChange(email: "charles@babbage.example")
    form.type(password: "12345")
    #expect(form.passwordMessage.last == .passwordLength(6...20))
    form.type(password: "PassWord")
    #expect(form.passwordMessage.last == .passwordCommon)
    form.type(password: "Babbage")
    #expect(form.passwordMessage.last == .passwordPartOfEmail)
    #expect(form.passwordStatus.values == [.neutral, .invalid])

    form.type(password: "correct horse")
    #expect(form.passwordStatus.last == .valid)
    #expect(form.passwordMessage.last == .some(nil))
  }

  @Test("A password becomes wrong when the email typed after it holds it")
  func emailAfterPassword() {
    let form = SignUpForm()
    form.type(password: "babbage")
    #expect(form.passwordStatus.last == .valid)
    form.inputs.didChange(email: "charles@babbage")
    #expect(form.passwordStatus.last == .invalid)
    #expect(form.passwordMessage.last == .passwordPartOfEmail)
    form.inputs.didChange(email: "charles@cabbage")
    #expect(form.passwordStatus.last == .valid)
  }

  @Test("The repetition has to be the same, whichever of the two is changed")
  func repetition() {
    let form = SignUpForm()
    form.type(password: "correct horse", again: "correct hors")
    #expect(form.repeatedPasswordStatus.last == .invalid)
    #expect(form.repeatedPasswordMessage.last == .passwordsDiffer)
    form.type(password: "correct horse", again: "correct horse")
    #expect(form.repeatedPasswordStatus.last == .valid)
    #expect(form.repeatedPasswordMessage.last == .some(nil))

    form.type(password: "correct horses")
    #expect(form.repeatedPasswordStatus.last == .invalid)
    form.type(password: "", again: "")
    #expect(form.repeatedPasswordStatus.last == .invalid)
  }

  @Test("A repetition typed before the password differs from it")
  func repetitionFirst() {
    let form = SignUpForm()
    form.repeatedPassword.set("c")
    form.inputs.didChange(repeatedPassword: form.repeatedPassword)
    #expect(form.repeatedPasswordMessage.last == .passwordsDiffer)
  }

  @Test("The strength follows the password and has nothing to say of none")
  func strength() {
    let form = SignUpForm()
    form.type(password: "letmein")
    #expect(form.passwordStrength.last == .poor)
    form.type(password: "Xk7#qPw2!mZt")
    #expect(form.passwordStrength.last == .strong)
    form.type(password: "")
    #expect(form.passwordStrength.values == [nil, .poor, .strong, nil])
  }

  @Test("With hints, a valid field says so")
  func hints() {
    var settings = SignUpViewModel.Settings()
    settings.showsHints = true
    let form = SignUpForm(settings: settings)
    form.inputs.didChange(email: "ada@lovelace.example")
    form.type(password: "correct horse", again: "correct horse")
    #expect(form.emailMessage.last == .emailValid)
    #expect(form.passwordMessage.last == .passwordValid)
    #expect(form.repeatedPasswordMessage.last == .passwordsMatch)
  }

  @Test("Late validation waits until the field is left")
  func lateValidation() {
    var settings = SignUpViewModel.Settings()
    settings.timing = .late
    let form = SignUpForm(settings: settings)
    form.type(password: "correct horse", again: "c")
    #expect(form.repeatedPasswordStatus.last == .neutral)
    form.inputs.didLeave(.password)
    #expect(form.repeatedPasswordStatus.last == .neutral)
    form.inputs.didLeave(.repeatedPassword)
    #expect(form.repeatedPasswordStatus.last == .invalid)
    form.type(password: "correct horse", again: "correct horse")
    #expect(form.repeatedPasswordStatus.last == .valid)
  }

  @Test("The button is enabled exactly while all three fields are valid")
  func submitEnabled() {
    let form = SignUpForm()
    form.inputs.didChange(email: "ada@lovelace.example")
    form.type(password: "correct horse", again: "correct")
    #expect(form.isSubmitEnabled.values == [false])
    form.type(password: "correct horse", again: "correct horse")
    #expect(form.isSubmitEnabled.values == [false, true])
    form.type(password: "correct horses")
    #expect(form.isSubmitEnabled.values == [false, true, false])
  }

  // MARK: Enter

  @Test("Enter leads to the next empty field, then to the first that is not valid, then it submits")
  func enter() async {
    let form = SignUpForm()
    form.inputs.didChange(email: "ada")
    form.inputs.returnTapped(in: .email)
    #expect(form.focus.last == .password)
    form.inputs.returnTapped(in: .password)
    #expect(form.focus.last == .repeatedPassword)
    form.repeatedPassword.set("correct horse")
    form.inputs.didChange(repeatedPassword: form.repeatedPassword)
    form.inputs.returnTapped(in: .repeatedPassword)
    #expect(form.focus.last == .password)
    form.type(password: "correct horse")
    form.inputs.returnTapped(in: .password)
    #expect(form.focus.values == [.email, .password, .repeatedPassword, .password, .email])

    form.inputs.didChange(email: "ada@lovelace.example")
    form.inputs.returnTapped(in: .email)
    let waiting = await form.signUp.nextTry()
    #expect(waiting.email.text == "ada@lovelace.example")
    #expect(waiting.characterCount == 13)
    form.signUp.answer(waiting, .notAdded(.exists))
  }

  @Test("The button leads to what is in the way")
  func buttonWhileNotValid() {
    let form = SignUpForm.filled()
    form.type(password: "letmein", again: "letmein")
    form.inputs.submitTapped()
    #expect(form.focus.last == .password)
    #expect(form.progress.values == [nil])
  }

  // MARK: Signing up

  @Test("Signing up shows progress, and ends signed in")
  func success() async {
    let form = SignUpForm.filled()
    form.inputs.submitTapped()
    let waiting = await form.signUp.nextTry()
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
    "An account that could not be signed in to is left to the sign-in form",
    arguments: [SignInOutcome.throttled(seconds: 7), .refused, .unavailable(.unreachable(.busy, path: "S"))])
  func createdOnly(outcome: SignInOutcome) async {
    let form = SignUpForm.filled()
    form.inputs.submitTapped()
    await form.answer(.added(outcome))
    await form.routes.wait { $0 == [.created("ada@lovelace.example")] }
  }

  @Test("An email that has an account says so and has the focus; the passwords begin anew")
  func exists() async {
    let form = SignUpForm.filled()
    form.inputs.submitTapped()
    await form.answer(.notAdded(.exists))
    await form.formMessage.wait { $0.last == .accountExists }
    #expect(form.focus.last == .email)
    #expect(form.password.isEmpty)
    #expect(form.repeatedPassword.isEmpty)
    #expect(form.passwordStatus.last == .neutral)
    #expect(form.repeatedPasswordStatus.last == .neutral)
    #expect(form.passwordStrength.last == .some(nil))
    #expect(form.emailStatus.last == .valid)
    #expect(form.isSubmitEnabled.last == false)

    form.inputs.didChange(email: "ada@babbage.example")
    #expect(form.formMessage.last == .some(nil))
  }

  @Test(
    "Whatever keeps the account from being added is said",
    arguments: [
      (AddAccountError.violation(.common), Message.passwordCommon),
      (.violation(.partOfEmail), .passwordPartOfEmail),
      (.violation(.length(8...9)), .passwordLength(8...9)),
      (.unavailable(.inputOutput(.full, path: "S")), .accountNotAdded(.inputOutput(.full, path: "S"))),
    ])
  func notAdded(error: AddAccountError, message: Message) async {
    let form = SignUpForm.filled()
    form.inputs.submitTapped()
    await form.answer(.notAdded(error))
    await form.formMessage.wait { $0.last == message }
    #expect(form.focus.last == .password)
    #expect(form.routes.values.isEmpty)
  }

  @Test("A password that cannot be used at all says why, and is not tried")
  func unusablePassword() {
    let form = SignUpForm.filled(length: 1...2000)
    form.type(password: "bell \u{7} bell", again: "bell \u{7} bell")
    form.inputs.submitTapped()
    #expect(form.formMessage.last == .passwordUnusable(.controlCharacter))
    #expect(form.progress.values == [nil])
    #expect(form.password.isEmpty)
  }

  @Test("A second Enter while signing up does nothing")
  func enterTwice() async {
    let form = SignUpForm.filled()
    form.inputs.returnTapped(in: .password)
    let waiting = await form.signUp.nextTry()
    form.inputs.returnTapped(in: .password)
    form.inputs.submitTapped()
    form.signUp.answer(waiting, .notAdded(.exists))
    await form.formMessage.wait { $0.last == .accountExists }
    #expect(form.progress.values.filter { $0?.step == 0 }.count == 1)
  }

  // MARK: Leaving

  @Test("Esc leaves the form")
  func cancel() {
    let form = SignUpForm.filled()
    form.inputs.cancelTapped()
    #expect(form.routes.values == [.cancelled])
  }

  @Test("Esc while signing up leaves the try; its late answer changes nothing")
  func lateAnswer() async {
    let form = SignUpForm.filled()
    form.inputs.submitTapped()
    let late = await form.signUp.nextTry()
    form.inputs.cancelTapped()
    #expect(form.progress.last == .some(nil))
    #expect(form.password.isEmpty)
    #expect(form.repeatedPassword.isEmpty)

    // The next try is answered after the late one, so by then that would have been seen.
    form.signUp.answer(late, .added(.signedIn(SignedIn(email: email("ada@lovelace.example")))))
    form.type(password: "correct horse", again: "correct horse")
    form.inputs.submitTapped()
    await form.answer(.notAdded(.exists))
    await form.formMessage.wait { $0.last == .accountExists }
    #expect(form.routes.values.isEmpty)
  }
}
