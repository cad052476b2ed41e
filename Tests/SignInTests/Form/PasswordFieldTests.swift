import Identity
import SignIn
import Signals
import TestSupport
import Testing

@Suite("A field for a password")
struct PasswordFieldTests {
  let form = TrialForm.emailAndPassword()

  // MARK: Validation

  @Test("It is judged by its characters, and its message names the policy")
  func validation() {
    form.type("12345", in: .second)
    #expect(form[.second].status.last == .invalid)
    #expect(form[.second].message.last == .passwordLength(6...20))
    form.type("123456", in: .second)
    #expect(form[.second].status.last == .valid)
    #expect(form[.second].message.last == .some(nil))
    form.type("123456789012345678901", in: .second)
    #expect(form[.second].status.last == .invalid)
  }

  @Test("A range of lengths that widens while the form is open judges it anew")
  func widenedRange() {
    let length = Property(PasswordPolicy())
    let form = TrialForm.emailAndPassword(length: length.signal)
    form.type("1234", in: .second)
    #expect(form[.second].status.last == .invalid)
    length.send(PasswordPolicy(length: 4...20))
    #expect(form[.second].status.last == .valid)
    #expect(form[.second].message.last == .some(nil))
  }

  @Test("With hints, it says that it is valid")
  func hints() {
    var settings = FormSettings()
    settings.showsHints = true
    let form = TrialForm.emailAndPassword(settings)
    form.type("correct horse", in: .second)
    #expect(form[.second].message.last == .passwordValid)
  }

  // MARK: What is said of letters that nobody sees

  @Test("From the third capital on it says that all letters are capitals, until a small one")
  func allCapitals() {
    form.type("C0", in: .second)
    form.type("C0R-", in: .second)
    #expect(form[.second].note.values == [nil])
    form.type("C0R-R", in: .second)
    #expect(form[.second].note.last == .allCapitals)
    form.type("C0R-Re", in: .second)
    #expect(form[.second].note.values == [nil, .allCapitals, nil])
  }

  @Test("Letters of any script with capitals count, and those of scripts without them do not")
  func scripts() {
    form.type("ΑΒΓ", in: .second)
    #expect(form[.second].note.last == .allCapitals)
    form.type("日本語123", in: .second)
    #expect(form[.second].note.last == .some(nil))
  }

  @Test("It says that Caps Lock is on, where that is known, whatever was typed")
  func capsLock() {
    form.inputs.capsLockChanged(isOn: true)
    #expect(form[.second].note.last == .capsLockOn)
    form.type("CORRECT", in: .second)
    #expect(form[.second].note.last == .capsLockOn)
    form.inputs.capsLockChanged(isOn: false)
    #expect(form[.second].note.last == .allCapitals)
  }
}
