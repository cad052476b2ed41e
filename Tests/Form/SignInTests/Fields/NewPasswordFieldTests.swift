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
    form.first.type("12345")
    #expect(form.first.message.last == .violation(.length(6...20)))
    form.first.type("PassWord")
    #expect(form.first.message.last == .violation(.common))
    form.first.type("Babbage")
    #expect(form.first.message.last == .violation(.partOfEmail))
    #expect(form.first.status.values == [.neutral, .invalid])

    form.first.type("correct horse")
    #expect(form.first.status.last == .valid)
    #expect(form.first.message.last == .some(nil))
  }

  @Test("It is neutral and has no strength until the rules are known, and is judged then")
  func unknownRules() {
    let policy = Property<PasswordPolicy?>(nil)
    let form = TrialForm.newPassword(by: policy.signal.map { $0.map { .sample($0.length) } })
    form.first.type("12345")
    #expect(form.first.status.last == .neutral)
    #expect(form.first.strength.last == .some(nil))
    policy.send(PasswordPolicy())
    #expect(form.first.message.last == .violation(.length(6...20)))
    #expect(form.first.strength.last != .some(nil))
  }

  @Test("A password becomes invalid when a later email contains it")
  func emailAfterPassword() {
    form.first.type("lovelace")
    #expect(form.first.status.last == .valid)
    email.send("ada@lovelace")
    #expect(form.first.status.last == .invalid)
    #expect(form.first.message.last == .violation(.partOfEmail))
    email.send("ada@babbage")
    #expect(form.first.status.last == .valid)
  }

  @Test("The strength follows the password; an empty one has none")
  func strength() {
    form.first.type("letmein")
    form.first.type("Xk7#qPw2!mZt")
    form.first.type("")
    #expect(form.first.strength.values == [nil, .poor, .strong, nil])
  }

  @Test("The repetition must match, whichever of the two changes")
  func repetition() {
    form.second.type("c")
    #expect(form.second.message.last == .passwordsDiffer, "The first field is still empty.")
    form.first.type("correct horse")
    form.second.type("correct hors")
    #expect(form.second.status.last == .invalid)
    form.second.type("correct horse")
    #expect(form.second.status.last == .valid)
    #expect(form.second.message.last == .some(nil))

    form.first.type("correct horses")
    #expect(form.second.status.last == .invalid)
    form.first.type("")
    form.second.type("")
    #expect(form.second.status.last == .invalid)
  }

  @Test("With hints, both confirm a valid password; late validation waits until each is left")
  func settings() {
    var settings = FormSettings()
    settings.timing = .late
    settings.showsHints = true
    let form = TrialForm.newPassword(settings)
    form.first.type("correct horse")
    form.second.type("c")
    form.inputs.first.didLeave()
    #expect(form.second.status.last == .neutral)
    form.inputs.second.didLeave()
    #expect(form.second.status.last == .invalid)
    form.second.type("correct horse")
    #expect(form.first.message.last == .passwordValid)
    #expect(form.second.message.last == .passwordsMatch)
  }

  @Test("Capitals are noted in the first field, and F2 shows and hides both together")
  func blindly() {
    form.first.type("CORRECT")
    #expect(form.first.note.last == .allCapitals)
    form.inputs.didTapReveal()
    #expect(form.first.isRevealed.last == true)
    #expect(form.second.isRevealed.last == true)
    form.inputs.first.didLeave()
    #expect(form.second.isRevealed.last == false)
  }
}
