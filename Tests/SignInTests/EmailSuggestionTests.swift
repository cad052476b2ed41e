import Identity
import SignIn
import TestSupport
import Testing

@Suite("Suggesting the email that was probably meant")
struct EmailSuggestionTests {
  @Test("It is there as soon as the domain looks mistyped, and gone as soon as it does not")
  func typing() {
    let form = SignInForm()
    for text in ["a", "ada@gmial", "ada@gmial.com"] { form.type(text, in: .email) }
    #expect(form[.email].suggestion.last == "ada@gmail.com")
    #expect(form[.email].status.last == .valid, "It keeps nobody from going on.")
    #expect(form[.email].message.last == .some(nil))
    form.type("ada@gmial.comx.example", in: .email)
    #expect(form[.email].suggestion.values == [nil, "ada@gmail.com", nil])
  }

  @Test("Taken, it is put into the field, which is then known")
  func accepted() {
    let form = SignInForm()
    form.type("Ada.L@gmial.com", in: .email)
    form.inputs.suggestionAccepted(in: .email)
    #expect(form[.email].correction.values == ["Ada.L@gmail.com"])
    #expect(form[.email].suggestion.last == .some(nil))
    // And there is nothing more to be taken
    form.inputs.suggestionAccepted(in: .email)
    #expect(form[.email].correction.values.count == 1)
    #expect(form.focus.values == [.email], "The focus stays where it is.")
  }

  @Test("What a known domain begins with is suggested only once the field was left")
  func left() {
    let form = SignInForm()
    form.type("ada@gmail.co", in: .email)
    #expect(form[.email].suggestion.last == .some(nil))
    form.inputs.didLeave(.email)
    #expect(form[.email].suggestion.last == "ada@gmail.com")
    form.type("ada@gmail.com", in: .email)
    #expect(form[.email].suggestion.last == .some(nil))
  }

  @Test("What was typed can be submitted all the same")
  func submitted() async {
    let form = SignInForm.filled()
    form.type("ada@gmial.com", in: .email)
    #expect(form.isSubmitEnabled.last == true)
    form.inputs.submitTapped()
    #expect(await form.signIn.nextTry().email.text == "ada@gmial.com")
  }

  @Test("With hints, it stands in place of the hint that the email is valid")
  func hints() {
    var settings = SignInViewModel.Settings()
    settings.form.showsHints = true
    let form = SignInForm(settings: settings)
    form.type("ada@gmial.com", in: .email)
    #expect(form[.email].message.last == .some(nil))
    form.inputs.suggestionAccepted(in: .email)
    #expect(form[.email].message.last == .emailValid)
  }

  @Test("Without suggestions there is none, and nothing to be taken")
  func silenced() {
    var settings = SignInViewModel.Settings()
    settings.form.suggestsDomains = false
    let form = SignInForm(settings: settings)
    form.type("ada@gmial.com", in: .email)
    form.inputs.didLeave(.email)
    form.inputs.suggestionAccepted(in: .email)
    #expect(form[.email].suggestion.values == [nil])
    #expect(form[.email].correction.values.isEmpty)
  }

  @Test("The form for a new account suggests as well")
  func signUp() {
    let form = SignUpForm()
    form.type("ada@hotnail.com", in: .email)
    #expect(form[.email].suggestion.last == "ada@hotmail.com")
    form.inputs.suggestionAccepted(in: .email)
    #expect(form[.email].correction.values == ["ada@hotmail.com"])
    #expect(form[.email].suggestion.last == .some(nil))
    form.type("ada@hotmail.con", in: .email)
    form.inputs.didLeave(.email)
    #expect(form[.email].suggestion.last == "ada@hotmail.com")

    var settings = FormSettings()
    settings.suggestsDomains = false
    let silent = SignUpForm(settings: settings)
    silent.type("ada@hotnail.com", in: .email)
    #expect(silent[.email].suggestion.values == [nil])
  }
}
