import Identity
import SignIn
import Signals
import TestSupport
import Testing

@Suite("A password that is shown")
struct PasswordRevealTests {
  let form = SignInForm.filled()

  @Test("It is shown for five seconds, and not for one more")
  func fiveSeconds() {
    form.inputs.revealTapped()
    #expect(form[.password].isRevealed.values == [false, true])
    form.scheduler.advance(by: .milliseconds(4_999))
    #expect(form[.password].isRevealed.last == true)
    form.scheduler.advance(by: .milliseconds(1))
    #expect(form[.password].isRevealed.values == [false, true, false])
  }

  @Test("Asking again hides it, and asking once more shows it for the whole time")
  func again() {
    form.inputs.revealTapped()
    form.scheduler.advance(by: .seconds(3))
    form.inputs.revealTapped()
    #expect(form[.password].isRevealed.last == false)
    form.inputs.revealTapped()
    form.scheduler.advance(by: .seconds(4))
    #expect(form[.password].isRevealed.last == true)
    form.scheduler.advance(by: .seconds(1))
    #expect(form[.password].isRevealed.last == false)

    form.inputs.revealTapped()
    #expect(form[.password].isRevealed.last == true)
  }

  @Test("Typing on neither hides it nor shows it longer")
  func typing() {
    form.inputs.revealTapped()
    form.scheduler.advance(by: .seconds(4))
    form.type("correct horses", in: .password)
    #expect(form[.password].isRevealed.last == true)
    form.scheduler.advance(by: .seconds(1))
    #expect(form[.password].isRevealed.last == false)
  }

  @Test("It is hidden when the focus moves, from whichever field", arguments: SignInField.allCases)
  func focusChange(field: SignInField) {
    form.inputs.revealTapped()
    form.inputs.didLeave(field)
    #expect(form[.password].isRevealed.last == false)
  }

  @Test("It is hidden when the program is suspended or ends")
  func suspended() {
    form.inputs.revealTapped()
    form.inputs.willSuspend()
    #expect(form[.password].isRevealed.last == false)
  }

  @Test("It is hidden when the form is submitted, before the answer comes")
  func submitted() async {
    form.inputs.revealTapped()
    form.inputs.returnTapped(in: .password)
    let waiting = await form.signIn.nextTry()
    #expect(form[.password].isRevealed.last == false)
    form.signIn.answer(waiting, .cancelled)
  }

  @Test("Hidden in time, nothing happens when the five seconds are over")
  func noLateChange() {
    form.inputs.revealTapped()
    form.inputs.didLeave(.password)
    form.scheduler.advance(by: .seconds(10))
    #expect(form[.password].isRevealed.values == [false, true, false])
  }

  @Test("On the form for a new account both are shown, and hidden likewise")
  func signUp() async {
    let form = SignUpForm.filled()
    form.inputs.revealTapped()
    #expect(form[.password].isRevealed.last == true)
    form.scheduler.advance(by: .seconds(5))
    #expect(form[.password].isRevealed.last == false)
    form.inputs.revealTapped()
    form.inputs.didLeave(.password)
    #expect(form[.password].isRevealed.last == false)
    form.inputs.revealTapped()
    form.inputs.submitTapped()
    let waiting = await form.signUp.nextTry()
    #expect(form[.password].isRevealed.last == false)
    form.signUp.answer(waiting, .notAdded(.cancelled))
  }
}
