import Identity
import SignIn
import Signals
import TestSupport
import Testing

@Suite("The fields for a new password")
struct NewPasswordFieldTests {
  let email = Property("charles@babbage.example")
  let form: TrialForm

  init() {
    form = TrialForm.newPassword(for: email.signal)
  }

  @Test("The password is checked at each keystroke, and the first rule it breaks is shown")
  func validation() {
    form.type("12345", in: .first)
    #expect(form[.first].message.last == .passwordLength(6...20))
    form.type("PassWord", in: .first)
    #expect(form[.first].message.last == .passwordCommon)
    form.type("Babbage", in: .first)
    #expect(form[.first].message.last == .passwordPartOfEmail)
    #expect(form[.first].status.values == [.neutral, .invalid])

    form.type("correct horse", in: .first)
    #expect(form[.first].status.last == .valid)
    #expect(form[.first].message.last == .some(nil))
  }

  @Test("It is neutral and has no strength until the rules are known, and is judged then")
  func unknownRules() {
    let policy = Property<PasswordPolicy?>(nil)
    let form = TrialForm.newPassword(by: policy.signal.map { $0.map { .sample($0.length) } })
    form.type("12345", in: .first)
    #expect(form[.first].status.last == .neutral)
    #expect(form[.first].strength.last == .some(nil))
    policy.send(PasswordPolicy())
    #expect(form[.first].message.last == .passwordLength(6...20))
    #expect(form[.first].strength.last != .some(nil))
  }

  @Test("A password becomes invalid when a later email contains it")
  func emailAfterPassword() {
    form.type("lovelace", in: .first)
    #expect(form[.first].status.last == .valid)
    email.send("ada@lovelace")
    #expect(form[.first].status.last == .invalid)
    #expect(form[.first].message.last == .passwordPartOfEmail)
    email.send("ada@babbage")
    #expect(form[.first].status.last == .valid)
  }

  @Test("The strength follows the password; an empty one has none")
  func strength() {
    form.type("letmein", in: .first)
    form.type("Xk7#qPw2!mZt", in: .first)
    form.type("", in: .first)
    #expect(form[.first].strength.values == [nil, .poor, .strong, nil])
  }

  @Test("The repetition must match, whichever of the two changes")
  func repetition() {
    form.type("c", in: .second)
    #expect(form[.second].message.last == .passwordsDiffer, "The first field is still empty.")
    form.type("correct horse", in: .first)
    form.type("correct hors", in: .second)
    #expect(form[.second].status.last == .invalid)
    form.type("correct horse", in: .second)
    #expect(form[.second].status.last == .valid)
    #expect(form[.second].message.last == .some(nil))

    form.type("correct horses", in: .first)
    #expect(form[.second].status.last == .invalid)
    form.type("", in: .first)
    form.type("", in: .second)
    #expect(form[.second].status.last == .invalid)
  }

  @Test("With hints, both confirm a valid password; late validation waits until each is left")
  func settings() {
    var settings = FormSettings()
    settings.timing = .late
    settings.showsHints = true
    let form = TrialForm.newPassword(settings)
    form.type("correct horse", in: .first)
    form.type("c", in: .second)
    form.inputs.didLeave(.first)
    #expect(form[.second].status.last == .neutral)
    form.inputs.didLeave(.second)
    #expect(form[.second].status.last == .invalid)
    form.type("correct horse", in: .second)
    #expect(form[.first].message.last == .passwordValid)
    #expect(form[.second].message.last == .passwordsMatch)
  }

  @Test("Capitals are noted in the first field, and F2 shows and hides both together")
  func blindly() {
    form.type("CORRECT", in: .first)
    #expect(form[.first].note.last == .allCapitals)
    form.inputs.revealTapped()
    #expect(form[.first].isRevealed.last == true)
    #expect(form[.second].isRevealed.last == true)
    form.inputs.didLeave(.first)
    #expect(form[.second].isRevealed.last == false)
  }
}
