import Identity
import SignIn
import TestSupport
import Testing

@Suite("A field for an email")
struct LoginFieldTests {
  // MARK: Validation

  @Test("It is checked at each keystroke, and its message goes when it is valid")
  func validation() {
    let form = TrialForm.emailAndPassword()
    form.first.type("a")
    form.first.type("ada@lovelace.example")
    #expect(form.first.status.values == [.neutral, .invalid, .valid])
    #expect(form.first.message.values == [nil, .emailNotValid, nil])
  }

  @Test("Late validation waits until the user leaves the field")
  func late() {
    var settings = FormSettings()
    settings.timing = .late
    let form = TrialForm.emailAndPassword(settings)
    form.first.type("a")
    #expect(form.first.status.last == .neutral)
    form.inputs.first.didLeave()
    #expect(form.first.status.last == .invalid)
  }

  @Test("With hints, it confirms a valid email")
  func hints() {
    var settings = FormSettings()
    settings.showsHints = true
    let form = TrialForm.emailAndPassword(settings)
    form.first.type("ada@lovelace.example")
    #expect(form.first.message.last == .emailValid)
  }

  @Test("A known email is filled in and checked as if typed")
  func start() {
    let form = TrialForm.emailAndPassword(startingWith: "ada@lovelace.example")
    #expect(form.first.text.values == ["ada@lovelace.example"])
    #expect(form.first.status.last == .valid)
  }

  @Test("Blanks and what else surrounds the email are valid when typed, and go when pasted")
  func pasted() {
    let form = TrialForm.emailAndPassword()
    form.first.type("ada@lovelace.example ")
    #expect(form.first.status.last == .valid)
    #expect(form.first.correction.values.isEmpty, "Nobody wants a blank to go while they type.")
    for text in [" ada@lovelace.example\u{A0}", "Ada Lovelace <ada@lovelace.example>", "mailto:ada@lovelace.example"] {
      form.first.paste(text)
      #expect(form.first.correction.last == "ada@lovelace.example")
    }
    form.first.paste("ada@lovelace.example")
    #expect(form.first.correction.values.count == 3)
  }

  @Test("A domain in any script stays as it was typed")
  func anyScript() {
    let form = TrialForm.emailAndPassword()
    form.first.paste("ada@müller.de")
    #expect(form.first.status.last == .valid)
    #expect(form.first.correction.values.isEmpty)
  }

  @Test("It names what is wrong once typing on can't mend it")
  func fault() {
    let form = TrialForm.emailAndPassword()
    for text in ["a", "ada@", "ada@x y", "ada@x"] { form.first.type(text) }
    #expect(form.first.message.values == [nil, .emailNotValid, .emailFault(.blank), .emailNotValid])
  }

  @Test("It names what is missing once the user has left it, and no longer when they type on")
  func missingPart() {
    let form = TrialForm.emailAndPassword()
    form.first.type("ada@x")
    form.inputs.first.didLeave()
    form.first.type("ada@x.")
    form.inputs.first.didReturn()
    #expect(
      form.first.message.values == [nil, .emailNotValid, .emailFault(.noDot), .emailNotValid, .emailFault(.dot)])
  }

  // MARK: Suggestions

  @Test("A suggestion appears as soon as the domain looks mistyped, and goes when it no longer does")
  func suggestion() {
    let form = TrialForm.emailAndPassword()
    for text in ["a", "ada@gmial", "ada@gmial.com"] { form.first.type(text) }
    #expect(form.first.suggestion.last == "ada@gmail.com")
    #expect(form.first.isValid.last == true, "A suggestion must not block the user.")
    #expect(form.first.status.last == .neutral, "What looks mistyped gets no tick.")
    #expect(form.first.message.last == .some(nil))
    form.first.type("ada@gmial.comx.example")
    #expect(form.first.suggestion.values == [nil, "ada@gmail.com", nil])
  }

  @Test("Accepting a suggestion fills it in and leaves nothing to accept")
  func accepted() {
    let form = TrialForm.emailAndPassword()
    form.first.type("Ada.L@gmial.com")
    form.inputs.first.didAcceptSuggestion()
    form.inputs.first.didAcceptSuggestion()
    #expect(form.first.correction.values == ["Ada.L@gmail.com"])
    #expect(form.first.suggestion.last == .some(nil))
    #expect(form.focus.values == [.first], "The focus stays in the field.")
  }

  @Test("The beginning of a known domain is completed only after the user leaves the field")
  func left() {
    let form = TrialForm.emailAndPassword()
    form.first.type("ada@gmail.co")
    #expect(form.first.suggestion.last == .some(nil))
    form.inputs.first.didLeave()
    #expect(form.first.suggestion.last == "ada@gmail.com")
    form.first.type("ada@gmail.com")
    #expect(form.first.suggestion.last == .some(nil))
  }

  @Test("With hints, a suggestion replaces the confirmation of the email")
  func hintOrSuggestion() {
    var settings = FormSettings()
    settings.showsHints = true
    let form = TrialForm.emailAndPassword(settings)
    form.first.type("ada@gmial.com")
    #expect(form.first.message.last == .some(nil))
    form.inputs.first.didAcceptSuggestion()
    #expect(form.first.message.last == .emailValid)
  }

  @Test("The text that the field starts with is not typed, and the first character after it is: it clears a refusal")
  func startIsNotTyped() async {
    let form = TrialForm.emailAndPassword(startingWith: "ada@lovelace.example")
    form.second.type("correct horse")
    await form.submit(endingWith: .refused(.emailOrPassword))
    #expect(form.message.last == .refused(.emailOrPassword))
    form.first.type("ada@lovelace.exampl")
    #expect(form.message.last == .some(nil))
  }

  @Test("Only passwords are secret and masked, and only an email that may be right is ticked")
  func secrets() {
    let form = TrialForm.emailAndPassword()
    #expect([form.first, form.second].map(\.isSecret) == [false, true])
    #expect([form.first, form.second].map(\.isMasked) == [false, true])
    #expect([form.first, form.second].map(\.isFixed) == [false, false])
    #expect([form.first, form.second].map(\.isTickedWhenValid) == [true, false])
  }

  @Test("With suggestions off there is none, and nothing to accept")
  func silenced() {
    var settings = FormSettings()
    settings.suggestsDomains = false
    let form = TrialForm.emailAndPassword(settings)
    form.first.type("ada@gmial.com")
    form.inputs.first.didLeave()
    form.inputs.first.didAcceptSuggestion()
    #expect(form.first.suggestion.values == [nil])
    #expect(form.first.correction.values.isEmpty)
  }
}
