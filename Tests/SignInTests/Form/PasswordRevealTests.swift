import Identity
import SignIn
import Signals
import TestSupport
import Testing

@Suite("A password that is shown")
struct PasswordRevealTests {
  let form = TrialForm.filled()

  @Test("It is shown for five seconds, and not for one more")
  func fiveSeconds() {
    form.inputs.revealTapped()
    #expect(form[.second].isRevealed.values == [false, true])
    form.scheduler.advance(by: .milliseconds(4_999))
    #expect(form[.second].isRevealed.last == true)
    form.scheduler.advance(by: .milliseconds(1))
    #expect(form[.second].isRevealed.values == [false, true, false])
  }

  @Test("The seconds count down from five")
  func countdown() {
    form.inputs.revealTapped()
    for _ in 1...5 { form.scheduler.advance(by: .seconds(1)) }
    #expect(form[.second].secondsRevealed.values == [nil, 5, 4, 3, 2, 1, nil])
  }

  @Test("Asking again hides it, and asking once more shows it for the whole time")
  func again() {
    form.inputs.revealTapped()
    form.scheduler.advance(by: .seconds(3))
    form.inputs.revealTapped()
    #expect(form[.second].isRevealed.last == false)
    form.inputs.revealTapped()
    form.scheduler.advance(by: .seconds(4))
    #expect(form[.second].isRevealed.last == true)
    form.scheduler.advance(by: .seconds(1))
    #expect(form[.second].isRevealed.last == false)

    form.inputs.revealTapped()
    #expect(form[.second].isRevealed.last == true)
  }

  @Test("Typing on neither hides it nor shows it longer")
  func typing() {
    form.inputs.revealTapped()
    form.scheduler.advance(by: .seconds(4))
    form.type("correct horses", in: .second)
    #expect(form[.second].isRevealed.last == true)
    form.scheduler.advance(by: .seconds(1))
    #expect(form[.second].isRevealed.last == false)
  }

  @Test("It is hidden when the focus moves, from whichever field", arguments: TrialField.allCases)
  func focusChange(field: TrialField) {
    form.inputs.revealTapped()
    form.inputs.didLeave(field)
    #expect(form[.second].isRevealed.last == false)
  }

  @Test("It is hidden when the program is suspended or ends")
  func suspended() {
    form.inputs.revealTapped()
    form.inputs.willSuspend()
    #expect(form[.second].isRevealed.last == false)
  }

  @Test("It is hidden when the form is submitted, before the answer comes")
  func submitted() {
    form.inputs.revealTapped()
    form.inputs.returnTapped(in: .second)
    #expect(form.progress.last??.step == 0)
    #expect(form[.second].isRevealed.last == false)
  }

  @Test("Hidden in time, nothing happens when the five seconds are over")
  func noLateChange() {
    form.inputs.revealTapped()
    form.inputs.didLeave(.second)
    form.scheduler.advance(by: .seconds(10))
    #expect(form[.second].isRevealed.values == [false, true, false])
  }
}
