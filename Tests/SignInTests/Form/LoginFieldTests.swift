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
    form.type("a", in: .first)
    form.type("ada@lovelace.example", in: .first)
    #expect(form[.first].status.values == [.neutral, .invalid, .valid])
    #expect(form[.first].message.values == [nil, .emailNotValid, nil])
  }

  @Test("Late validation waits until the user leaves the field")
  func late() {
    var settings = FormSettings()
    settings.timing = .late
    let form = TrialForm.emailAndPassword(settings)
    form.type("a", in: .first)
    #expect(form[.first].status.last == .neutral)
    form.inputs.didLeave(.first)
    #expect(form[.first].status.last == .invalid)
  }

  @Test("With hints, it confirms a valid email")
  func hints() {
    var settings = FormSettings()
    settings.showsHints = true
    let form = TrialForm.emailAndPassword(settings)
    form.type("ada@lovelace.example", in: .first)
    #expect(form[.first].message.last == .emailValid)
  }

  @Test("A known email is filled in and checked as if typed")
  func start() {
    let form = TrialForm.emailAndPassword(startingWith: "ada@lovelace.example")
    #expect(form[.first].text.values == ["ada@lovelace.example"])
    #expect(form[.first].status.last == .valid)
  }

  // MARK: Suggestions

  @Test("A suggestion appears as soon as the domain looks mistyped, and goes when it no longer does")
  func suggestion() {
    let form = TrialForm.emailAndPassword()
    for text in ["a", "ada@gmial", "ada@gmial.com"] { form.type(text, in: .first) }
    #expect(form[.first].suggestion.last == "ada@gmail.com")
    #expect(form[.first].status.last == .valid, "A suggestion must not block the user.")
    #expect(form[.first].message.last == .some(nil))
    form.type("ada@gmial.comx.example", in: .first)
    #expect(form[.first].suggestion.values == [nil, "ada@gmail.com", nil])
  }

  @Test("Accepting a suggestion fills it in and leaves nothing to accept")
  func accepted() {
    let form = TrialForm.emailAndPassword()
    form.type("Ada.L@gmial.com", in: .first)
    form.inputs.suggestionAccepted(in: .first)
    form.inputs.suggestionAccepted(in: .first)
    #expect(form[.first].correction.values == ["Ada.L@gmail.com"])
    #expect(form[.first].suggestion.last == .some(nil))
    #expect(form.focus.values == [.first], "The focus stays in the field.")
  }

  @Test("The beginning of a known domain is completed only after the user leaves the field")
  func left() {
    let form = TrialForm.emailAndPassword()
    form.type("ada@gmail.co", in: .first)
    #expect(form[.first].suggestion.last == .some(nil))
    form.inputs.didLeave(.first)
    #expect(form[.first].suggestion.last == "ada@gmail.com")
    form.type("ada@gmail.com", in: .first)
    #expect(form[.first].suggestion.last == .some(nil))
  }

  @Test("With hints, a suggestion replaces the confirmation of the email")
  func hintOrSuggestion() {
    var settings = FormSettings()
    settings.showsHints = true
    let form = TrialForm.emailAndPassword(settings)
    form.type("ada@gmial.com", in: .first)
    #expect(form[.first].message.last == .some(nil))
    form.inputs.suggestionAccepted(in: .first)
    #expect(form[.first].message.last == .emailValid)
  }

  @Test("With suggestions off there is none, and nothing to accept")
  func silenced() {
    var settings = FormSettings()
    settings.suggestsDomains = false
    let form = TrialForm.emailAndPassword(settings)
    form.type("ada@gmial.com", in: .first)
    form.inputs.didLeave(.first)
    form.inputs.suggestionAccepted(in: .first)
    #expect(form[.first].suggestion.values == [nil])
    #expect(form[.first].correction.values.isEmpty)
  }
}
