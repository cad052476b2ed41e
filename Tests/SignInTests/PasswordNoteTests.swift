import SignIn
import TestSupport
import Testing

@Suite("What whoever types a password blindly is told")
struct PasswordNoteTests {
  let form = SignInForm()

  @Test("From the third capital on that all letters are capitals, until a small one")
  func allCapitals() {
    form.type("C0", in: .password)
    form.type("C0R-", in: .password)
    #expect(form[.password].note.values == [nil])
    form.type("C0R-R", in: .password)
    #expect(form[.password].note.last == .allCapitals)
    form.type("C0R-Re", in: .password)
    #expect(form[.password].note.values == [nil, .allCapitals, nil])
  }

  @Test("Letters of any script with capitals count, and those of scripts without them do not")
  func scripts() {
    form.type("ΑΒΓ", in: .password)
    #expect(form[.password].note.last == .allCapitals)
    form.type("日本語123", in: .password)
    #expect(form[.password].note.last == .some(nil))
  }

  @Test("That Caps Lock is on, where that is known, whatever was typed")
  func capsLock() {
    form.inputs.capsLockChanged(isOn: true)
    #expect(form[.password].note.last == .capsLockOn)
    form.type("CORRECT", in: .password)
    #expect(form[.password].note.last == .capsLockOn)
    form.inputs.capsLockChanged(isOn: false)
    #expect(form[.password].note.last == .allCapitals)
  }

  @Test("On the form for a new account likewise")
  func signUp() {
    let form = SignUpForm()
    form.type("CORRECT", in: .password)
    #expect(form[.password].note.last == .allCapitals)
    form.inputs.capsLockChanged(isOn: true)
    #expect(form[.password].note.last == .capsLockOn)
  }
}
