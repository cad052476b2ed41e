import Identity
import Secrets
import SignIn
import Signals
import TestSupport
import Testing

@Suite("The sign-in form")
struct SignInViewModelTests {
  // MARK: Beginning

  @Test("It starts in the email field, with nothing to say")
  func start() {
    let form = Form()
    #expect(form.focus.values == [.email])
    #expect(form.emailStatus.values == [.neutral])
    #expect(form.passwordStatus.values == [.neutral])
    #expect(form.emailMessage.values == [nil])
    #expect(form.passwordMessage.values == [nil])
    #expect(form.formMessage.values == [nil])
    #expect(form.isSubmitEnabled.values == [false])
    #expect(form.progress.values == [nil])
    #expect(form.emailText.values.isEmpty)
  }

  @Test("A remembered email is filled in, fed back by the field, and the password has the focus")
  func prefilled() {
    let form = Form(memory: Memory(email: "ada@lovelace.example"))
    #expect(form.emailText.values == ["ada@lovelace.example"])
    #expect(form.emailStatus.last == .valid)
    #expect(form.focus.values == [.password])
    #expect(form.isRemembering.values == [true])
  }

  @Test("An email given by the administrator takes the place of a remembered one")
  func emailOfSettings() {
    var settings = SignInViewModel.Settings()
    settings.email = "grace@hopper.example"
    let form = Form(settings: settings, memory: Memory(email: "ada@lovelace.example"))
    #expect(form.emailText.values == ["grace@hopper.example"])
  }

  // MARK: Validation

  @Test("The email is judged with each keystroke, and its message goes when it is valid")
  func emailAsTyped() {
    let form = Form()
    form.inputs.didChange(email: "a")
    #expect(form.emailStatus.last == .invalid)
    #expect(form.emailMessage.last == .emailNotValid)

    form.inputs.didChange(email: "ada@lovelace.example")
    #expect(form.emailStatus.values == [.neutral, .invalid, .valid])
    #expect(form.emailMessage.values == [nil, .emailNotValid, nil])
  }

  @Test("The password is judged by its characters, and its message names the policy")
  func passwordAsTyped() {
    let form = Form()
    form.type(password: "12345")
    #expect(form.passwordStatus.last == .invalid)
    #expect(form.passwordMessage.last == .passwordLength(6...20))

    form.type(password: "123456")
    #expect(form.passwordStatus.last == .valid)
    #expect(form.passwordMessage.last == .some(nil))

    form.type(password: "123456789012345678901")
    #expect(form.passwordStatus.last == .invalid)
  }

  @Test("A range of lengths that widens while the form is open judges the password anew")
  func widenedRange() {
    let form = Form()
    form.type(password: "1234")
    #expect(form.passwordStatus.last == .invalid)
    form.passwordLength.send(PasswordPolicy(length: 4...20))
    #expect(form.passwordStatus.last == .valid)
    #expect(form.passwordMessage.last == .some(nil))
  }

  @Test("With hints, a valid field says so")
  func hints() {
    var settings = SignInViewModel.Settings()
    settings.showsHints = true
    let form = Form(settings: settings)
    form.inputs.didChange(email: "ada@lovelace.example")
    form.type(password: "correct horse")
    #expect(form.emailMessage.last == .emailValid)
    #expect(form.passwordMessage.last == .passwordValid)
  }

  @Test("Late validation waits until the field is left")
  func lateValidation() {
    var settings = SignInViewModel.Settings()
    settings.timing = .late
    let form = Form(settings: settings)
    form.inputs.didChange(email: "a")
    #expect(form.emailStatus.last == .neutral)
    form.inputs.didLeave(.email)
    #expect(form.emailStatus.last == .invalid)
    form.inputs.didChange(email: "ada@lovelace.example")
    #expect(form.emailStatus.last == .valid)
  }

  @Test("The button is enabled exactly while both fields are valid")
  func submitEnabled() {
    let form = Form()
    form.inputs.didChange(email: "ada@lovelace.example")
    #expect(form.isSubmitEnabled.last == false)
    form.type(password: "correct horse")
    #expect(form.isSubmitEnabled.last == true)
    form.type(password: "")
    #expect(form.isSubmitEnabled.last == false)
    #expect(form.isSubmitEnabled.values == [false, true, false])
  }

  // MARK: Enter

  @Test("Enter leads to the next empty field, then to the first that is not valid, then it submits")
  func enter() async {
    let form = Form()
    form.inputs.didChange(email: "ada")
    form.inputs.returnTapped(in: .email)
    #expect(form.focus.values == [.email, .password])

    form.type(password: "correct horse")
    form.inputs.returnTapped(in: .password)
    #expect(form.focus.values == [.email, .password, .email])

    form.inputs.didChange(email: "ada@lovelace.example")
    form.inputs.returnTapped(in: .email)
    let waiting = await form.signIn.nextTry()
    #expect(waiting.email.text == "ada@lovelace.example")
    #expect(waiting.characterCount == 13)
    form.signIn.answer(waiting, .refused)
  }

  @Test("The button leads to what is in the way, and shows why even when validation is late")
  func buttonWhileNotValid() {
    var settings = SignInViewModel.Settings()
    settings.timing = .late
    let form = Form(settings: settings)
    form.inputs.didChange(email: "ada")
    form.inputs.submitTapped()
    #expect(form.focus.last == .email)
    #expect(form.emailStatus.last == .invalid)
    #expect(form.progress.last == .some(nil))
  }

  // MARK: Signing in

  @Test("Signing in shows progress, with the seconds from the second one on, and hides it with the answer")
  func progress() async {
    let form = Form.filled()
    form.inputs.submitTapped()
    let waiting = await form.signIn.nextTry()
    #expect(form.progress.last??.step == 0)
    #expect(form.isSubmitEnabled.last == false)

    form.scheduler.advance(by: .milliseconds(1900))
    #expect(form.progress.last??.step == 19)
    #expect(form.progress.last??.seconds == nil)
    form.scheduler.advance(by: .milliseconds(1200))
    #expect(form.progress.last??.seconds == 3)

    form.signIn.answer(waiting, .refused)
    await form.progress.wait { $0.last == .some(nil) }
  }

  @Test("Right email and password lead on, with what the sign-in brought")
  func success() async {
    let form = Form.filled()
    form.inputs.submitTapped()
    await form.answer(.signedIn(SignedIn(email: Form.ada)))
    await form.routes.wait { $0 == [.signedIn("ada@lovelace.example")] }
    #expect(form.formMessage.values == [nil])
  }

  @Test("A refusal says so, empties the password, leaves the email, and the next keystroke takes the message away")
  func refusal() async {
    let form = Form.filled()
    form.inputs.submitTapped()
    await form.answer(.refused)
    await form.formMessage.wait { $0.last == .wrongEmailOrPassword }
    #expect(form.password.isEmpty)
    #expect(form.passwordStatus.last == .neutral)
    #expect(form.passwordMessage.last == .some(nil))
    #expect(form.emailStatus.last == .valid)
    #expect(form.focus.last == .password)
    #expect(form.isSubmitEnabled.last == false)

    form.type(password: "c")
    #expect(form.formMessage.last == .some(nil))
  }

  @Test("While blocked the seconds count down, whatever is typed, and then the message goes")
  func throttled() async {
    let form = Form.filled()
    form.inputs.submitTapped()
    await form.answer(.throttled(seconds: 2))
    await form.formMessage.wait { $0.last == .tooManyAttempts(seconds: 2) }

    form.type(password: "c")
    form.scheduler.advance(by: .seconds(1))
    #expect(form.formMessage.last == .tooManyAttempts(seconds: 1))
    form.scheduler.advance(by: .seconds(1))
    #expect(form.formMessage.last == .some(nil))
    let count = form.formMessage.values.count
    form.scheduler.advance(by: .seconds(60))
    #expect(form.formMessage.values.count == count)
  }

  @Test("A store that fails says why")
  func unavailable() async {
    let form = Form.filled()
    form.inputs.submitTapped()
    await form.answer(.unavailable(.inputOutput(.failing, path: "S")))
    await form.formMessage.wait { $0.last == .unavailable(.inputOutput(.failing, path: "S")) }
  }

  @Test("A password that cannot be used at all says why, and is not tried")
  func unusablePassword() {
    let form = Form()
    form.passwordLength.send(PasswordPolicy(length: 1...2000))
    form.inputs.didChange(email: "ada@lovelace.example")
    form.type(password: "bell \u{7} bell")
    form.inputs.submitTapped()
    #expect(form.formMessage.last == .passwordUnusable(.controlCharacter))
    #expect(form.progress.last == .some(nil))
    #expect(form.password.isEmpty)
  }

  @Test("A second Enter while signing in does nothing")
  func enterTwice() async {
    let form = Form.filled()
    form.inputs.returnTapped(in: .password)
    let waiting = await form.signIn.nextTry()
    form.inputs.returnTapped(in: .password)
    form.inputs.submitTapped()
    form.signIn.answer(waiting, .refused)
    await form.formMessage.wait { $0.last == .wrongEmailOrPassword }
    #expect(form.routes.values.isEmpty)
    #expect(form.progress.values.filter { $0?.step == 0 }.count == 1)
  }

  // MARK: Leaving

  @Test("Esc leaves the form")
  func cancel() {
    let form = Form()
    form.inputs.cancelTapped()
    #expect(form.routes.values == [.cancelled])
  }

  @Test("Creating an account is offered where sign-up is allowed, and not while signing in")
  func createAccount() async {
    let closed = Form()
    #expect(closed.isCreateAccountOffered.values == [false])
    closed.inputs.createAccountTapped()
    #expect(closed.routes.values.isEmpty)

    var settings = SignInViewModel.Settings()
    settings.offersCreateAccount = true
    let open = Form.filled(settings: settings)
    #expect(open.isCreateAccountOffered.values == [true])
    open.inputs.submitTapped()
    open.inputs.createAccountTapped()
    #expect(open.routes.values.isEmpty)
    await open.answer(.refused)
    await open.formMessage.wait { $0.last == .wrongEmailOrPassword }
    open.inputs.createAccountTapped()
    #expect(open.routes.values == [.createAccount])
  }

  @Test("Esc while signing in leaves the try; its late answer changes nothing")
  func lateAnswer() async {
    let form = Form.filled()
    form.inputs.submitTapped()
    let late = await form.signIn.nextTry()
    form.inputs.cancelTapped()
    #expect(form.progress.last == .some(nil))
    #expect(form.routes.values.isEmpty)
    #expect(form.password.isEmpty)

    // The next try is answered after the late one, so by then that would have been seen.
    form.signIn.answer(late, .signedIn(SignedIn(email: Form.ada)))
    form.type(password: "wrong horse")
    form.inputs.submitTapped()
    await form.answer(.refused)
    await form.formMessage.wait { $0.last == .wrongEmailOrPassword }
    #expect(form.routes.values.isEmpty)
  }

  @Test("After as many refusals as one run grants, the form ends")
  func attempts() async {
    var settings = SignInViewModel.Settings()
    settings.attempts = 2
    let form = Form(settings: settings)
    form.inputs.didChange(email: "ada@lovelace.example")
    for _ in 1...2 {
      #expect(form.routes.values.isEmpty)
      form.type(password: "wrong horse")
      form.inputs.submitTapped()
      await form.answer(.refused)
      await form.passwordCleared.wait { [count = form.passwordCleared.values.count] in
        $0.count > count || form.password.isEmpty
      }
    }
    await form.routes.wait { $0 == [.usedUpAttempts] }
  }

  // MARK: Remembering

  @Test("A checked box remembers the email of who signed in, an unchecked one forgets it")
  func remembering() async {
    let memory = Memory(email: nil)
    let form = Form.filled(memory: memory)
    #expect(form.isRemembering.values == [false])
    form.inputs.rememberTapped()
    #expect(form.isRemembering.values == [false, true])
    form.inputs.submitTapped()
    await form.answer(.signedIn(SignedIn(email: Form.ada)))
    await form.routes.wait { !$0.isEmpty }
    #expect(memory.email == "ada@lovelace.example")

    let next = Form.filled(memory: memory)
    next.inputs.rememberTapped()
    next.inputs.submitTapped()
    await next.answer(.signedIn(SignedIn(email: Form.ada)))
    await next.routes.wait { !$0.isEmpty }
    #expect(memory.email == nil)
  }
}
