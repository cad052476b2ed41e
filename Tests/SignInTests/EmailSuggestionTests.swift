import Identity
import SignIn
import TestSupport
import Testing

@Suite("Suggesting the email that was probably meant")
struct EmailSuggestionTests {
  @Test("It is there as soon as the domain looks mistyped, and gone as soon as it does not")
  func typing() {
    let form = Form()
    for text in ["a", "ada@gmial", "ada@gmial.com"] { form.inputs.didChange(email: text) }
    #expect(form.suggestion.last == "ada@gmail.com")
    #expect(form.emailStatus.last == .valid, "It keeps nobody from going on.")
    #expect(form.emailMessage.last == .some(nil))
    form.inputs.didChange(email: "ada@gmial.comx.example")
    #expect(form.suggestion.values == [nil, "ada@gmail.com", nil])
  }

  @Test("Taken, it is put into the field, which is then known")
  func accepted() {
    let form = Form()
    form.inputs.didChange(email: "Ada.L@gmial.com")
    form.inputs.suggestionAccepted()
    #expect(form.emailCorrection.values == ["Ada.L@gmail.com"])
    #expect(form.suggestion.last == .some(nil))
    // And there is nothing more to be taken
    form.inputs.suggestionAccepted()
    #expect(form.emailCorrection.values.count == 1)
    #expect(form.focus.values == [.email], "The focus stays where it is.")
  }

  @Test("What a known domain begins with is suggested only once the field was left")
  func left() {
    let form = Form()
    form.inputs.didChange(email: "ada@gmail.co")
    #expect(form.suggestion.last == .some(nil))
    form.inputs.didLeave(.email)
    #expect(form.suggestion.last == "ada@gmail.com")
    form.inputs.didChange(email: "ada@gmail.com")
    #expect(form.suggestion.last == .some(nil))
  }

  @Test("What was typed can be submitted all the same")
  func submitted() async {
    let form = Form.filled()
    form.inputs.didChange(email: "ada@gmial.com")
    #expect(form.isSubmitEnabled.last == true)
    form.inputs.submitTapped()
    #expect(await form.signIn.nextTry().email.text == "ada@gmial.com")
  }

  @Test("With hints, it stands in place of the hint that the email is valid")
  func hints() {
    var settings = SignInViewModel.Settings()
    settings.showsHints = true
    let form = Form(settings: settings)
    form.inputs.didChange(email: "ada@gmial.com")
    #expect(form.emailMessage.last == .some(nil))
    form.inputs.suggestionAccepted()
    #expect(form.emailMessage.last == .emailValid)
  }

  @Test("Without suggestions there is none, and nothing to be taken")
  func silenced() {
    var settings = SignInViewModel.Settings()
    settings.suggestsDomains = false
    let form = Form(settings: settings)
    form.inputs.didChange(email: "ada@gmial.com")
    form.inputs.didLeave(.email)
    form.inputs.suggestionAccepted()
    #expect(form.suggestion.values == [nil])
    #expect(form.emailCorrection.values.isEmpty)
  }

  @Test("The form for a new account suggests as well")
  func signUp() {
    let form = SignUpForm()
    form.inputs.didChange(email: "ada@hotnail.com")
    #expect(form.suggestion.last == "ada@hotmail.com")
    form.inputs.suggestionAccepted()
    #expect(form.emailCorrection.values == ["ada@hotmail.com"])
    #expect(form.suggestion.last == .some(nil))
    form.inputs.didChange(email: "ada@hotmail.con")
    form.inputs.didLeave(.email)
    #expect(form.suggestion.last == "ada@hotmail.com")

    var settings = SignUpViewModel.Settings()
    settings.suggestsDomains = false
    let silent = SignUpForm(settings: settings)
    silent.inputs.didChange(email: "ada@hotnail.com")
    #expect(silent.suggestion.values == [nil])
  }
}
