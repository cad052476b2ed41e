import Identity
import SignIn
import TestSupport
import Testing

@Suite("A field for an email")
struct EmailFieldTests {
  // MARK: Validation

  @Test("It is judged with each keystroke, and its message goes when it is valid")
  func validation() {
    let form = TrialForm.emailAndPassword()
    form.type("a", in: .first)
    form.type("ada@lovelace.example", in: .first)
    #expect(form[.first].status.values == [.neutral, .invalid, .valid])
    #expect(form[.first].message.values == [nil, .emailNotValid, nil])
  }

  @Test("Late validation waits until it is left")
  func late() {
    var settings = FormSettings()
    settings.timing = .late
    let form = TrialForm.emailAndPassword(settings)
    form.type("a", in: .first)
    #expect(form[.first].status.last == .neutral)
    form.inputs.didLeave(.first)
    #expect(form[.first].status.last == .invalid)
  }

  @Test("With hints, it says that it is valid")
  func hints() {
    var settings = FormSettings()
    settings.showsHints = true
    let form = TrialForm.emailAndPassword(settings)
    form.type("ada@lovelace.example", in: .first)
    #expect(form[.first].message.last == .emailValid)
  }

  @Test("An email that is known already is put into it, and judged as if it were typed")
  func start() {
    let form = TrialForm.emailAndPassword(startingWith: "ada@lovelace.example")
    #expect(form[.first].text.values == ["ada@lovelace.example"])
    #expect(form[.first].status.last == .valid)
  }

  // MARK: Suggestions

  @Test("A suggestion is there as soon as the domain looks mistyped, and gone as soon as it does not")
  func suggestion() {
    let form = TrialForm.emailAndPassword()
    for text in ["a", "ada@gmial", "ada@gmial.com"] { form.type(text, in: .first) }
    #expect(form[.first].suggestion.last == "ada@gmail.com")
    #expect(form[.first].status.last == .valid, "It keeps nobody from going on.")
    #expect(form[.first].message.last == .some(nil))
    form.type("ada@gmial.comx.example", in: .first)
    #expect(form[.first].suggestion.values == [nil, "ada@gmail.com", nil])
  }

  @Test("An accepted suggestion is put into the field, and there is nothing more to accept")
  func accepted() {
    let form = TrialForm.emailAndPassword()
    form.type("Ada.L@gmial.com", in: .first)
    form.inputs.suggestionAccepted(in: .first)
    form.inputs.suggestionAccepted(in: .first)
    #expect(form[.first].correction.values == ["Ada.L@gmail.com"])
    #expect(form[.first].suggestion.last == .some(nil))
    #expect(form.focus.values == [.first], "The focus stays where it is.")
  }

  @Test("The beginning of a known domain is completed only once the field was left")
  func left() {
    let form = TrialForm.emailAndPassword()
    form.type("ada@gmail.co", in: .first)
    #expect(form[.first].suggestion.last == .some(nil))
    form.inputs.didLeave(.first)
    #expect(form[.first].suggestion.last == "ada@gmail.com")
    form.type("ada@gmail.com", in: .first)
    #expect(form[.first].suggestion.last == .some(nil))
  }

  @Test("With hints, a suggestion stands in place of the hint that the email is valid")
  func hintOrSuggestion() {
    var settings = FormSettings()
    settings.showsHints = true
    let form = TrialForm.emailAndPassword(settings)
    form.type("ada@gmial.com", in: .first)
    #expect(form[.first].message.last == .some(nil))
    form.inputs.suggestionAccepted(in: .first)
    #expect(form[.first].message.last == .emailValid)
  }

  @Test("Without suggestions there is none, and nothing to accept")
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
