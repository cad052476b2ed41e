import Identity
import Secrets
import SignInViewModels
import Signals
import TestSupport
import Testing

@Suite("The sign-in form for users of a provider")
struct LoginKindsTests {
  private static let pam = LoginKind.name(provider: "pam")
  private static let either = LoginKind.either(provider: "pam")

  private func form(_ logins: LoginKind, settings: SignInViewModel.Settings = .init()) -> SignInForm {
    let form = SignInForm(settings)
    form.kinds.send(logins)
    return form
  }

  @Test("A user name is any text, and its password has any length")
  func name() async throws {
    let form = form(Self.pam)
    form.email.type("Ada L.")
    #expect(form.email.status.last == .valid)
    #expect(form.email.message.last == .some(nil))
    form.password.type("x")
    #expect(form.password.status.last == .valid)
    form.inputs.didTapSubmit()
    let attempt = await form.signIn.nextAttempt()
    #expect(attempt.email.text == "Ada%20L%2e@pam.localhost")
    form.signIn.answer(attempt, .signedIn(SignedIn(email: email("ada@lovelace.example"))))
    await form.routes.wait { $0 == [.signedIn("ada@lovelace.example")] }
  }

  @Test("Only the email form suggests a mail domain, or asks for an email")
  func noEmail() {
    let form = form(Self.pam)
    form.email.type("ada@gmial.com")
    form.inputs.email.didLeave()
    #expect(form.email.suggestion.last == .some(nil))
    form.email.type("")
    form.inputs.email.didReturn()
    #expect(form.email.message.last == .userNameMissing)
    form.email.type(String(repeating: "x", count: 300))
    #expect(form.email.message.last == .userNameNotValid)
  }

  @Test("Of either kind, an @ makes it an email")
  func either() async {
    let form = form(Self.either)
    form.inputs.email.didReturn()
    #expect(form.email.message.last == .loginMissing)
    form.email.type("ada@")
    #expect(form.email.message.last == .emailNotValid)
    form.password.type("x")
    form.email.type("ada@lovelace.example")
    #expect(form.email.status.last == .valid)
    #expect(form.password.status.last == .invalid)
    form.email.type("ada")
    #expect(form.email.status.last == .valid)
    #expect(form.password.status.last == .valid)
    form.inputs.didTapSubmit()
    let attempt = await form.signIn.nextAttempt()
    #expect(attempt.email.text == "ada@pam.localhost")
    form.signIn.answer(attempt, .cancelled)
  }

  @Test("The welcome may change what is asked for, and what was typed stays and is judged again")
  func welcome() {
    let form = SignInForm()
    form.email.type("ada")
    #expect(form.email.status.last == .invalid)
    form.kinds.send(Self.pam)
    #expect(form.email.status.last == .valid)
    #expect(form.email.message.last == .some(nil))
    #expect(form.logins.values == [.email, Self.pam])
  }

  @Test("A refusal speaks of the user name, and counts the attempts left")
  func refusal() async {
    let form = form(Self.pam)
    form.email.type("ada")
    for expected in [Message.refused(.userNameOrPassword), .refused(.userNameOrPassword, attemptsLeft: 3)] {
      form.password.type("wrong horse")
      form.inputs.didTapSubmit()
      await form.answer(.refused(blockedFor: nil))
      await form.message.wait { $0.last == expected }
    }
    form.password.type("wrong horse")
    form.inputs.didTapSubmit()
    await form.answer(.refused(blockedFor: 2))
    await form.message.wait { $0.last == .blocked(.userNameOrPassword, seconds: 2) }
    // Another name is not blocked.
    form.email.type("grace")
    #expect(form.message.last != .blocked(.userNameOrPassword, seconds: 2))
    form.email.type("ada")
    #expect(form.message.last == .blocked(.userNameOrPassword, seconds: 2))
  }

  @Test("The typed name is remembered, not the account's email")
  func remembered() async throws {
    let memory = Memory(email: nil)
    let form = SignInForm(memory: memory)
    form.kinds.send(Self.pam)
    form.inputs.didTapRemember()
    form.email.type("ada")
    form.password.type("x")
    form.inputs.didTapSubmit()
    let login = try #require(LoginName("ada", of: "pam").map(Login.name))
    await form.answer(.signedIn(SignedIn(email: email("ada@lovelace.example"), login: login)))
    await form.routes.wait { !$0.isEmpty }
    #expect(memory.email == "ada")
  }

  @Test("The user's own name is filled in where nothing else is known")
  func ownName() {
    var settings = SignInViewModel.Settings()
    settings.ownName = "ada"
    #expect(SignInForm(settings).email.text.values == ["ada"])
    #expect(SignInForm(settings, memory: Memory(email: "grace")).email.text.values == ["grace"])
    settings.form.email = "bob"
    #expect(SignInForm(settings).email.text.values == ["bob"])
  }

  @Test("An account can't be created with a user name")
  func noSignUp() {
    let form = SignInForm()
    form.offersCreateAccount.send(true)
    form.kinds.send(Self.either)
    #expect(form.isCreateAccountOffered.last == true)
    form.kinds.send(Self.pam)
    #expect(form.isCreateAccountOffered.last == false)
    form.inputs.didTapCreateAccount()
    #expect(form.routes.values.isEmpty)
  }

  @Test("A lock asks for the name that locked it")
  func lock() async throws {
    var settings = SignInViewModel.Settings()
    settings.lock = .name(try #require(LoginName("ada", of: "pam")))
    let form = SignInForm(settings)
    #expect(form.email.text.values == ["ada"])
    form.password.type("x")
    form.inputs.didTapSubmit()
    let attempt = await form.signIn.nextAttempt()
    #expect(attempt.email.text == "ada@pam.localhost")
    form.signIn.answer(attempt, .cancelled)
  }

  @Test("The typed text stays while no service takes it, and Enter asks again", arguments: [true, false])
  func kept(isBusy: Bool) async {
    let error = isBusy ? StoreError.service(.busy) : .socket(.absent, path: "/run/x")
    let form = SignInForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(.unavailable(error))
    await form.message.wait { $0.last == .unavailable(error) }
    #expect(!form.password.isEmpty)
    form.inputs.password.didReturn()
    await form.answer(.cancelled)
  }

  // MARK: The queue

  @Test("The place in the queue is shown while the answer is to come, and is gone with it")
  func queue() async {
    let form = SignInForm.filled()
    form.queue.send(9)
    form.inputs.didTapSubmit()
    #expect(form.progress.last == SubmissionProgress(step: 0))
    form.queue.send(3)
    #expect(form.progress.last == SubmissionProgress(step: 0, place: 3))
    form.scheduler.advance(by: .milliseconds(100))
    #expect(form.progress.last == SubmissionProgress(step: 1, place: 3))
    form.queue.send(1)
    #expect(form.progress.last == SubmissionProgress(step: 1, place: 1))
    await form.answer(.refused(blockedFor: nil))
    await form.progress.wait { $0.last == .some(nil) }
    // The next submission begins outside of the queue.
    form.password.type("correct horse")
    form.inputs.didTapSubmit()
    #expect(form.progress.last == SubmissionProgress(step: 0))
    await form.answer(.cancelled)
  }
}
