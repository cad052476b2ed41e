import Testing

@testable import SignIn

@Suite("Validation of a field")
struct FieldValidationTests {
  @Test("An untouched field has no status")
  func untouched() {
    #expect(FieldValidation(timing: .live).status == .neutral)
  }

  @Test("Live validation checks each keystroke")
  func live() {
    var field = FieldValidation(timing: .live)
    field.receive(.changed(FieldContent(isEmpty: false, verdict: .invalid)))
    #expect(field.status == .invalid)
    field.receive(.changed(FieldContent(isEmpty: false, verdict: .valid)))
    #expect(field.status == .valid)
    field.receive(.changed(FieldContent(isEmpty: true, verdict: .invalid)))
    #expect(field.status == .invalid)
  }

  @Test("Late validation shows an error when the user leaves the field; the next valid keystroke clears it")
  func late() {
    var field = FieldValidation(timing: .late)
    field.receive(.changed(FieldContent(isEmpty: false, verdict: .invalid)))
    #expect(field.status == .neutral)
    field.receive(.blurred)
    #expect(field.status == .invalid)
    field.receive(.changed(FieldContent(isEmpty: false, verdict: .invalid)))
    #expect(field.status == .invalid)
    field.receive(.changed(FieldContent(isEmpty: false, verdict: .valid)))
    #expect(field.status == .valid)
    field.receive(.changed(FieldContent(isEmpty: false, verdict: .invalid)))
    #expect(field.status == .neutral)
  }

  @Test("Incomplete content is an error once the user is done, until they go on", arguments: ValidationTiming.allCases)
  func incomplete(timing: ValidationTiming) {
    var field = FieldValidation(timing: timing)
    field.receive(.changed(FieldContent(isEmpty: false, verdict: .incomplete)))
    #expect(field.status == .neutral)
    #expect(!field.isValid)
    field.receive(.submitRequested)
    #expect(field.status == .invalid)
    field.receive(.changed(FieldContent(isEmpty: false, verdict: .incomplete)))
    #expect(field.status == .neutral)
    field.receive(.blurred)
    #expect(field.status == .invalid)
  }

  @Test("Leaving an untouched field is no error", arguments: ValidationTiming.allCases)
  func leavingUntouched(timing: ValidationTiming) {
    var field = FieldValidation(timing: timing)
    field.receive(.blurred)
    #expect(field.status == .neutral)
  }

  @Test("Refused content looks neutral until it is edited, and can be submitted all the same")
  func refused() {
    var field = FieldValidation(timing: .live)
    field.receive(.changed(FieldContent(isEmpty: false, verdict: .valid)))
    field.receive(.refused)
    field.receive(.blurred)
    field.receive(.submitRequested)
    #expect(field.status == .neutral)
    #expect(field.isValid)
    field.receive(.changed(FieldContent(isEmpty: false, verdict: .valid)))
    #expect(field.status == .valid)
  }

  @Test("A field cleared by the form is like new", arguments: ValidationTiming.allCases)
  func cleared(timing: ValidationTiming) {
    var field = FieldValidation(timing: timing)
    field.receive(.changed(FieldContent(isEmpty: false, verdict: .valid)))
    field.receive(.cleared)
    field.receive(.changed(FieldContent(isEmpty: true, verdict: .invalid)))
    #expect(field.status == .neutral)
    #expect(!field.isValid)
  }
}
