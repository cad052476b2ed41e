import Identity
import Secrets
import SignInViewModels
import Signals
import TestSupport
import Testing

@Suite("The sign-in form as a lock")
struct LockedSignInTests {
  private static var lock: SignInViewModel.Settings {
    var settings = SignInViewModel.Settings()
    settings.lock = .email(email("ada@lovelace.example"))
    settings.attempts = 1
    settings.form.email = "bob@example.com"
    return settings
  }

  @Test("A lock signs in its own account only, whatever comes into the field of the email")
  func lockOfOneAccount() async {
    let form = SignInForm(Self.lock, memory: Memory(email: "eve@example.com"))
    #expect(form.email.text.values == ["ada@lovelace.example"])
    #expect(form.focus.values == [.password])
    form.email.type("bob@example.com")
    form.password.type("correct horse")
    form.inputs.didTapSubmit()
    let attempt = await form.signIn.nextAttempt()
    #expect(attempt.email == email("ada@lovelace.example"))
    form.signIn.answer(attempt, .signedIn(SignedIn(email: attempt.email)))
    await form.routes.wait { $0 == [.signedIn("ada@lovelace.example")] }
  }

  @Test("A lock says that it is one, and a sign-in that it is none")
  func saysLock() {
    let scheduler = TestScheduler()
    let accounts = Accounts(signIn: ScriptedSignIn(), tally: AttemptTally(scheduler: scheduler))
    for (settings, isLock) in [(Self.lock, true), (SignInViewModel.Settings(), false)] {
      let viewModel: any SignInViewModelType = SignInViewModel(accounts, settings, on: scheduler)
      #expect(viewModel.outputs.isLock == isLock)
    }
  }

  @Test("A lock has no limit of attempts, says of none how many are left, and isn't left by Esc")
  func lockWithoutEnd() async {
    let form = SignInForm(Self.lock)
    for _ in 1...4 {
      form.password.type("wrong horse")
      #expect(form.message.last == .some(nil))
      form.inputs.didTapSubmit()
      await form.answer(.refused(blockedFor: nil))
      await form.message.wait { $0.last == .refused(.password) }
    }
    form.password.type("wrong horse")
    form.inputs.didTapSubmit()
    await form.answer(.refused(blockedFor: 4))
    await form.message.wait { $0.last == .blocked(.password, seconds: 4) }
    form.inputs.didTapCancel()
    form.inputs.didTapCreateAccount()
    #expect(form.routes.values.isEmpty)
  }
}
