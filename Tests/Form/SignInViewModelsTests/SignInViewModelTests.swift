import Identity
import Secrets
import SignInViewModels
import Signals
import TestSupport
import Testing

@Suite("The sign-in form")
struct SignInViewModelTests {
  // MARK: Beginning

  @Test("It starts in the email field, without messages")
  func start() {
    let form = SignInForm()
    #expect(form.focus.values == [.email])
    #expect(form.email.status.values == [.neutral])
    #expect(form.password.status.values == [.neutral])
    #expect(form.email.message.values == [nil])
    #expect(form.password.message.values == [nil])
    #expect(form.message.values == [nil])
    #expect(form.isSubmitEnabled.values == [false])
    #expect(form.progress.values == [nil])
    #expect(form.email.text.values.isEmpty)
  }

  @Test("A remembered email is filled in, and the password is focused")
  func prefilled() {
    let form = SignInForm(memory: Memory(email: "ada@lovelace.example"))
    #expect(form.email.text.values == ["ada@lovelace.example"])
    #expect(form.email.status.last == .valid)
    #expect(form.focus.values == [.password])
    #expect(form.isRemembering.values == [true])
  }

  @Test("An email from the settings overrides a remembered one")
  func emailOfSettings() {
    var settings = SignInViewModel.Settings()
    settings.form.email = "grace@hopper.example"
    let form = SignInForm(settings, memory: Memory(email: "ada@lovelace.example"))
    #expect(form.email.text.values == ["grace@hopper.example"])
  }

  // MARK: Enter

  @Test("Enter moves to the next empty field, then to the first invalid one, then submits")
  func enter() async {
    let form = SignInForm()
    form.email.type("ada")
    form.inputs.email.didReturn()
    #expect(form.focus.values == [.email, .password])

    form.password.type("correct horse")
    form.inputs.password.didReturn()
    #expect(form.focus.values == [.email, .password, .email])

    form.email.type("ada@lovelace.example")
    form.inputs.email.didReturn()
    let waiting = await form.signIn.nextAttempt()
    #expect(waiting.email.text == "ada@lovelace.example")
    #expect(waiting.characterCount == 13)
    form.signIn.answer(waiting, .refused(blockedFor: nil))
  }

  // MARK: Signing in

  @Test("The right email and password lead on, with the sign-in's result")
  func success() async {
    let form = SignInForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(.signedIn(SignedIn(email: email("ada@lovelace.example"))))
    await form.routes.wait { $0 == [.signedIn("ada@lovelace.example")] }
    #expect(form.message.values == [nil])
  }

  @Test(
    "A refused password is cleared and focused, the email stays but looks neutral, and the next key clears the message")
  func refusal() async {
    let form = SignInForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(.refused(blockedFor: nil))
    await form.message.wait { $0.last == .refused(.emailOrPassword) }
    #expect(form.password.isEmpty)
    #expect(form.password.status.last == .neutral)
    #expect(form.password.message.last == .some(nil))
    #expect(form.email.status.last == .neutral)
    #expect(form.focus.last == .password)
    #expect(form.isSubmitEnabled.last == false)

    form.password.type("c")
    #expect(form.message.last == .some(nil))
    #expect(form.email.status.last == .neutral)
    form.email.type("ada@babbage.example")
    #expect(form.email.status.last == .valid)
  }

  @Test("From the second refusal on, the message says how many attempts are left, and of none behind the last one")
  func attemptsLeft() async {
    let form = SignInForm.filled()
    for message in [
      Message.refused(.emailOrPassword), .refused(.emailOrPassword, attemptsLeft: 3),
      .refused(.emailOrPassword, attemptsLeft: 2), .refused(.emailOrPassword, attemptsLeft: 1),
      .refused(.emailOrPassword),
    ] {
      form.password.type("wrong horse")
      form.inputs.didTapSubmit()
      await form.answer(.refused(blockedFor: nil))
      await form.message.wait { $0.last == message }
    }
  }

  // MARK: A block

  @Test("The refusal that begins a block counts down at once, and empties the password, which has just been refused")
  func blockBegins() async {
    // given
    let form = SignInForm.filled()
    form.inputs.didTapSubmit()
    // when
    await form.answer(.refused(blockedFor: 2))
    await form.progress.wait { $0.last == .some(nil) }
    // then
    #expect(form.message.last == .blocked(.emailOrPassword, seconds: 2))
    #expect(form.isSubmitEnabled.last == false)
    #expect(form.password.isEmpty)
    #expect(!form.email.isEmpty)
    form.inputs.password.didReturn()
    form.scheduler.advance(by: .seconds(1))
    #expect(form.message.last == .blocked(.emailOrPassword, seconds: 1))
    #expect(form.progress.last == .some(nil))
    form.scheduler.advance(by: .seconds(1))
    #expect(form.message.last == .refused(.emailOrPassword))
    #expect(form.isSubmitEnabled.last == false)
    form.password.type("correct horse")
    #expect(form.isSubmitEnabled.last == true)
  }

  @Test("Typing during the countdown neither ends it nor is lost; then the attempts left are said until the next key")
  func typingWhileBlocked() async {
    let form = SignInForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(.refused(blockedFor: nil))
    await form.message.wait { $0.last == .refused(.emailOrPassword) }
    form.password.type("wrong horse")
    form.inputs.didTapSubmit()
    await form.answer(.refused(blockedFor: 2))
    await form.message.wait { $0.last == .blocked(.emailOrPassword, seconds: 2) }
    form.password.type("correct horse")
    #expect(form.message.last == .blocked(.emailOrPassword, seconds: 2))
    form.scheduler.advance(by: .seconds(2))
    #expect(!form.password.isEmpty)
    #expect(form.message.last == .refused(.emailOrPassword, attemptsLeft: 3))
    form.password.type("correct horses")
    #expect(form.message.last == .some(nil))
  }

  @Test("An attempt that is blocked unverified keeps the password, and can be made again after the countdown")
  func blockedAttempt() async {
    let form = SignInForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(.throttled(seconds: 2))
    await form.progress.wait { $0.last == .some(nil) }
    #expect(form.message.last == .blocked(nil, seconds: 2))
    #expect(form.email.status.last == .valid)
    form.scheduler.advance(by: .seconds(2))
    #expect(form.message.last == .some(nil))
    form.inputs.password.didReturn()
    let again = await form.signIn.nextAttempt()
    #expect(again.characterCount == 13)
    form.signIn.answer(again, .cancelled)
  }

  @Test("A block holds for its email: another one may be used, and the first is still blocked")
  func blockOfOneEmail() async {
    let form = SignInForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(.refused(blockedFor: 60))
    await form.message.wait { $0.last == .blocked(.emailOrPassword, seconds: 60) }
    form.password.type("correct horse")
    form.email.type("grace@hopper")
    #expect(form.message.last == .blocked(.emailOrPassword, seconds: 60))
    form.email.type("grace@hopper.example")
    #expect(form.isSubmitEnabled.last == true)
    form.scheduler.advance(by: .seconds(10))
    form.email.type("ADA@lovelace.example")
    #expect(form.isSubmitEnabled.last == false)
    #expect(form.message.last == .blocked(.emailOrPassword, seconds: 50))
  }

  @Test("A form that comes after another one keeps its countdown and its count of refusals")
  func nextForm() async {
    // given
    var settings = SignInViewModel.Settings()
    settings.attempts = 2
    settings.form.email = "ada@lovelace.example"
    let first = SignInForm.filled(settings)
    first.inputs.didTapSubmit()
    await first.answer(.refused(blockedFor: 8))
    await first.progress.wait { $0.last == .some(nil) }
    // when
    let next = SignInForm(settings, after: first)
    // then
    #expect(next.message.last == .blocked(.emailOrPassword, seconds: 8))
    next.scheduler.advance(by: .seconds(8))
    next.password.type("wrong horse")
    next.inputs.didTapSubmit()
    await next.answer(.refused(blockedFor: nil))
    await next.routes.wait { $0 == [.usedUpAttempts] }
  }

  @Test("A password of a length that was not known to be wrong stays typed, and its field says why")
  func passwordLength() async {
    let form = SignInForm()
    form.passwordLength.send(nil)
    form.email.type("ada@lovelace.example")
    form.password.type("short")
    form.inputs.didTapSubmit()
    let attempt = await form.signIn.nextAttempt()
    form.passwordLength.send(PasswordPolicy())
    form.signIn.answer(attempt, .passwordLength)
    await form.isSubmitEnabled.wait { $0.last == false }
    #expect(form.password.cleared.values.isEmpty)
    #expect(form.password.message.last == .violation(.length(6...20)))
    #expect(form.message.last == .some(nil))
  }

  @Test("A server that cannot be asked is a message before anybody asks")
  func fault() {
    let form = SignInForm()
    form.faults.send(.service(.silent))
    #expect(form.message.last == .unavailable(.service(.silent)))
  }

  @Test("A store failure gives its reason")
  func unavailable() async {
    let form = SignInForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(.unavailable(.inputOutput(.failing, path: "S")))
    await form.message.wait { $0.last == .unavailable(.inputOutput(.failing, path: "S")) }
  }

  @Test("An unusable password gives its reason and is never submitted")
  func unusablePassword() {
    let form = SignInForm()
    form.passwordLength.send(PasswordPolicy(length: 1...2000))
    form.email.type("ada@lovelace.example")
    form.password.type("bell \u{7} bell")
    form.inputs.didTapSubmit()
    #expect(form.message.last == .passwordUnusable(.controlCharacter))
    #expect(form.progress.last == .some(nil))
    #expect(form.password.isEmpty)
  }

  @Test("A second Enter during a sign-in does nothing")
  func enterTwice() async {
    let form = SignInForm.filled()
    form.inputs.password.didReturn()
    let waiting = await form.signIn.nextAttempt()
    form.inputs.password.didReturn()
    form.inputs.didTapSubmit()
    form.signIn.answer(waiting, .refused(blockedFor: nil))
    await form.message.wait { $0.last == .refused(.emailOrPassword) }
    #expect(form.routes.values.isEmpty)
    #expect(form.progress.values.filter { $0?.step == 0 }.count == 1)
  }

  // MARK: Leaving

  @Test("Esc leaves the form")
  func cancel() {
    let form = SignInForm()
    form.inputs.didTapCancel()
    #expect(form.routes.values == [.cancelled])
  }

  @Test("Creating an account is offered if sign-up is allowed, but not during a sign-in")
  func createAccount() async {
    let closed = SignInForm()
    #expect(closed.isCreateAccountOffered.values == [false])
    closed.inputs.didTapCreateAccount()
    #expect(closed.routes.values.isEmpty)

    let open = SignInForm.filled()
    open.offersCreateAccount.send(true)
    #expect(open.isCreateAccountOffered.values == [false, true])
    open.inputs.didTapSubmit()
    open.inputs.didTapCreateAccount()
    #expect(open.routes.values.isEmpty)
    await open.answer(.refused(blockedFor: nil))
    await open.message.wait { $0.last == .refused(.emailOrPassword) }
    open.inputs.didTapCreateAccount()
    #expect(open.routes.values == [.createAccount])
  }

  @Test("Esc during a sign-in cancels the attempt; its late answer changes nothing")
  func lateAnswer() async {
    let form = SignInForm.filled()
    form.inputs.didTapSubmit()
    let late = await form.signIn.nextAttempt()
    form.inputs.didTapCancel()
    #expect(form.progress.last == .some(nil))
    #expect(form.routes.values.isEmpty)
    #expect(form.password.isEmpty)

    // This attempt is answered after the late one, so an effect of the late one would show by then.
    form.signIn.answer(late, .signedIn(SignedIn(email: email("ada@lovelace.example"))))
    form.password.type("wrong horse")
    form.inputs.didTapSubmit()
    await form.answer(.refused(blockedFor: nil))
    await form.message.wait { $0.last == .refused(.emailOrPassword) }
    #expect(form.routes.values.isEmpty)
  }

  @Test("The form ends after the number of refusals that one run allows")
  func attempts() async {
    var settings = SignInViewModel.Settings()
    settings.attempts = 2
    let form = SignInForm(settings)
    form.email.type("ada@lovelace.example")
    for _ in 1...2 {
      #expect(form.routes.values.isEmpty)
      form.password.type("wrong horse")
      form.inputs.didTapSubmit()
      await form.answer(.refused(blockedFor: nil))
      await form.password.cleared.wait { [count = form.password.cleared.values.count] in
        $0.count > count || form.password.isEmpty
      }
    }
    await form.routes.wait { $0 == [.usedUpAttempts] }
  }

  // MARK: A further step

  @Test("A further question leads on, with the choice to remember the email; the password is emptied")
  func furtherStep() async {
    let script = ScriptedConversation()
    let form = SignInForm.filled(memory: Memory(email: nil), signIn: script)
    form.inputs.didTapRemember()
    form.inputs.didTapSubmit()
    #expect(await script.go(on: .ask([Challenge(.code(digits: 6))])) == .begin(13))
    await form.routes.wait { $0 == [.met("ada@lovelace.example", remembersEmail: true)] }
    #expect(form.password.isEmpty)
    #expect(form.message.last == .some(nil))
  }

  @Test("A further question ends the countdown of its login, whose password was right")
  func furtherStepEndsBlock() async {
    // given
    let script = ScriptedConversation()
    let form = SignInForm.filled(signIn: script)
    form.inputs.didTapSubmit()
    await script.go(on: .ended(.throttled(seconds: 60)))
    await form.progress.wait { $0.last == .some(nil) }
    #expect(form.message.last == .blocked(nil, seconds: 60))
    // when
    form.inputs.password.didReturn()
    await script.go(on: .ask([Challenge(.code(digits: 6))]))
    await form.routes.wait { !$0.isEmpty }
    // then
    #expect(form.message.last == .some(nil))
  }

  @Test("Back from a further step, the form says why and keeps the tick")
  func back() {
    var settings = SignInViewModel.Settings()
    settings.failure = .answerTooLate
    settings.remembersEmail = true
    let form = SignInForm.filled(settings, memory: Memory(email: nil))
    #expect(form.isRemembering.values == [true])
    #expect(SignInForm(settings).message.last == .answerTooLate)
    #expect(form.message.last == .some(nil), "It goes when the user types.")
  }

  // MARK: Remembering

  @Test("A sign-in remembers the email if the box is checked, and forgets it otherwise")
  func remembering() async {
    let memory = Memory(email: nil)
    let form = SignInForm.filled(memory: memory)
    #expect(form.isRemembering.values == [false])
    form.inputs.didTapRemember()
    #expect(form.isRemembering.values == [false, true])
    form.inputs.didTapSubmit()
    await form.answer(.signedIn(SignedIn(email: email("ada@lovelace.example"))))
    await form.routes.wait { !$0.isEmpty }
    #expect(memory.email == "ada@lovelace.example")

    let next = SignInForm.filled(memory: memory)
    next.inputs.didTapRemember()
    next.inputs.didTapSubmit()
    await next.answer(.signedIn(SignedIn(email: email("ada@lovelace.example"))))
    await next.routes.wait { !$0.isEmpty }
    #expect(memory.email == nil)
  }
}
