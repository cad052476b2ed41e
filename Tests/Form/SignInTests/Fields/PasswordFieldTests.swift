import Identity
import SignIn
import Signals
import TestSupport
import Testing

@Suite("A field for a password")
struct PasswordFieldTests {
  let form = TrialForm.emailAndPassword()

  // MARK: Validation

  @Test("Its length is counted in characters, and its message names the policy")
  func validation() {
    form.second.type("12345")
    #expect(form.second.status.last == .invalid)
    #expect(form.second.message.last == .violation(.length(6...20)))
    form.second.type("123456")
    #expect(form.second.status.last == .valid)
    #expect(form.second.message.last == .some(nil))
    form.second.type("123456789012345678901")
    #expect(form.second.status.last == .invalid)
  }

  @Test("It is checked again when the range of lengths widens while the form is open")
  func widenedRange() {
    let length = Property<PasswordPolicy?>(PasswordPolicy())
    let form = TrialForm.emailAndPassword(length: length.signal)
    form.second.type("1234")
    #expect(form.second.status.last == .invalid)
    length.send(PasswordPolicy(length: 4...20))
    #expect(form.second.status.last == .valid)
    #expect(form.second.message.last == .some(nil))
  }

  @Test("It is neutral until the lengths are known, and judged then")
  func unknownLengths() {
    let length = Property<PasswordPolicy?>(nil)
    let form = TrialForm.emailAndPassword(length: length.signal)
    form.second.type("1234")
    #expect(form.second.status.last == .neutral)
    #expect(form.second.message.last == .some(nil))
    length.send(PasswordPolicy())
    #expect(form.second.status.last == .invalid)
    #expect(form.second.message.last == .violation(.length(6...20)))
  }

  @Test("With hints, it confirms a valid password")
  func hints() {
    var settings = FormSettings()
    settings.showsHints = true
    let form = TrialForm.emailAndPassword(settings)
    form.second.type("correct horse")
    #expect(form.second.message.last == .passwordValid)
  }

  // MARK: Notes about masked letters

  @Test("From the third capital on it notes that all letters are capitals, until a lowercase one")
  func allCapitals() {
    form.second.type("C0")
    form.second.type("C0R-")
    #expect(form.second.note.values == [nil])
    form.second.type("C0R-R")
    #expect(form.second.note.last == .allCapitals)
    form.second.type("C0R-Re")
    #expect(form.second.note.values == [nil, .allCapitals, nil])
  }

  @Test("Letters of any script count if the script has capitals")
  func scripts() {
    form.second.type("ΑΒΓ")
    #expect(form.second.note.last == .allCapitals)
    form.second.type("日本語123")
    #expect(form.second.note.last == .some(nil))
  }

  @Test("It notes that Caps Lock is on, if the terminal reports that, whatever the user types")
  func capsLock() {
    form.inputs.didChangeCapsLock(isOn: true)
    #expect(form.second.note.last == .capsLockOn)
    form.second.type("CORRECT")
    #expect(form.second.note.last == .capsLockOn)
    form.inputs.didChangeCapsLock(isOn: false)
    #expect(form.second.note.last == .allCapitals)
  }
}
