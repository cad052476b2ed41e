import SignIn
import TestSupport
import Testing

@Suite("What whoever types a password blindly is told")
struct PasswordNoteTests {
  let form = Form()

  @Test("From the third capital on that all letters are capitals, until a small one")
  func allCapitals() {
    form.type(password: "C0")
    form.type(password: "C0R-")
    #expect(form.passwordNote.values == [nil])
    form.type(password: "C0R-R")
    #expect(form.passwordNote.last == .allCapitals)
    form.type(password: "C0R-Re")
    #expect(form.passwordNote.values == [nil, .allCapitals, nil])
  }

  @Test("Letters of any script with capitals count, and those of scripts without them do not")
  func scripts() {
    form.type(password: "ΑΒΓ")
    #expect(form.passwordNote.last == .allCapitals)
    form.type(password: "日本語123")
    #expect(form.passwordNote.last == .some(nil))
  }

  @Test("That Caps Lock is on, where that is known, whatever was typed")
  func capsLock() {
    form.inputs.capsLockChanged(isOn: true)
    #expect(form.passwordNote.last == .capsLockOn)
    form.type(password: "CORRECT")
    #expect(form.passwordNote.last == .capsLockOn)
    form.inputs.capsLockChanged(isOn: false)
    #expect(form.passwordNote.last == .allCapitals)
  }

  @Test("On the form for a new account likewise")
  func signUp() {
    let form = SignUpForm()
    form.type(password: "CORRECT")
    #expect(form.passwordNote.last == .allCapitals)
    form.inputs.capsLockChanged(isOn: true)
    #expect(form.passwordNote.last == .capsLockOn)
  }
}
