import Identity
import Secrets
import SignIn
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
    let form = SignInForm(settings: Self.lock, memory: Memory(email: "eve@example.com"))
    #expect(form[.email].text.values == ["ada@lovelace.example"])
    #expect(form.focus.values == [.password])
    form.type("bob@example.com", in: .email)
    form.type("correct horse", in: .password)
    form.inputs.submitTapped()
    let attempt = await form.signIn.nextAttempt()
    #expect(attempt.email == email("ada@lovelace.example"))
    form.signIn.answer(attempt, .signedIn(SignedIn(email: attempt.email)))
    await form.routes.wait { $0 == [.signedIn("ada@lovelace.example")] }
  }

  @Test("A lock has no limit of attempts, says of none how many are left, and isn't left by Esc")
  func lockWithoutEnd() async {
    let form = SignInForm(settings: Self.lock)
    for _ in 1...4 {
      form.type("wrong horse", in: .password)
      #expect(form.message.last == .some(nil))
      form.inputs.submitTapped()
      await form.answer(.refused(blockedFor: nil))
      await form.message.wait { $0.last == .wrongPassword }
    }
    form.type("wrong horse", in: .password)
    form.inputs.submitTapped()
    await form.answer(.refused(blockedFor: 4))
    await form.message.wait { $0.last == .blocked(.wrongPassword, seconds: 4) }
    form.inputs.cancelTapped()
    form.inputs.createAccountTapped()
    #expect(form.routes.values.isEmpty)
  }
}
