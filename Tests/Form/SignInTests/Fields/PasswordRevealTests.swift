import Identity
import SignIn
import Signals
import TestSupport
import Testing

@Suite("A revealed password")
struct PasswordRevealTests {
  let form = TrialForm.filled()

  @Test("It is shown for five seconds, not longer")
  func fiveSeconds() {
    form.inputs.didTapReveal()
    #expect(form.second.isRevealed.values == [false, true])
    form.scheduler.advance(by: .milliseconds(4_999))
    #expect(form.second.isRevealed.last == true)
    form.scheduler.advance(by: .milliseconds(1))
    #expect(form.second.isRevealed.values == [false, true, false])
  }

  @Test("The seconds count down from five")
  func countdown() {
    form.inputs.didTapReveal()
    for _ in 1...5 { form.scheduler.advance(by: .seconds(1)) }
    #expect(form.second.secondsRevealed.values == [nil, 5, 4, 3, 2, 1, nil])
  }

  @Test("F2 again hides it, and once more shows it for the full time")
  func again() {
    form.inputs.didTapReveal()
    form.scheduler.advance(by: .seconds(3))
    form.inputs.didTapReveal()
    #expect(form.second.isRevealed.last == false)
    form.inputs.didTapReveal()
    form.scheduler.advance(by: .seconds(4))
    #expect(form.second.isRevealed.last == true)
    form.scheduler.advance(by: .seconds(1))
    #expect(form.second.isRevealed.last == false)

    form.inputs.didTapReveal()
    #expect(form.second.isRevealed.last == true)
  }

  @Test("Typing neither hides it nor extends the time")
  func typing() {
    form.inputs.didTapReveal()
    form.scheduler.advance(by: .seconds(4))
    form.second.type("correct horses")
    #expect(form.second.isRevealed.last == true)
    form.scheduler.advance(by: .seconds(1))
    #expect(form.second.isRevealed.last == false)
  }

  @Test("It is hidden when the focus leaves any field", arguments: TrialField.allCases)
  func focusChange(field: TrialField) {
    form.inputs.didTapReveal()
    (field == .first ? form.inputs.first : form.inputs.second).didLeave()
    #expect(form.second.isRevealed.last == false)
  }

  @Test("It is hidden when the program is suspended or exits")
  func suspended() {
    form.inputs.didTapReveal()
    form.inputs.willSuspend()
    #expect(form.second.isRevealed.last == false)
  }

  @Test("It is hidden on submission, before the answer arrives")
  func submitted() {
    form.inputs.didTapReveal()
    form.inputs.second.didReturn()
    #expect(form.progress.last??.step == 0)
    #expect(form.second.isRevealed.last == false)
  }

  @Test("Once it was hidden early, the end of the five seconds changes nothing")
  func noLateChange() {
    form.inputs.didTapReveal()
    form.inputs.second.didLeave()
    form.scheduler.advance(by: .seconds(10))
    #expect(form.second.isRevealed.values == [false, true, false])
  }
}
