import Testing

@testable import SignIn

@Suite("Validation of a field")
struct FieldValidationTests {
  @Test("An untouched field has nothing to say")
  func untouched() {
    #expect(FieldValidation(timing: .live).status == .neutral)
  }

  @Test("Live, each keystroke is judged")
  func live() {
    var field = FieldValidation(timing: .live)
    field.receive(.changed(isEmpty: false, isValid: false))
    #expect(field.status == .invalid)
    field.receive(.changed(isEmpty: false, isValid: true))
    #expect(field.status == .valid)
    field.receive(.changed(isEmpty: true, isValid: false))
    #expect(field.status == .invalid)
  }

  @Test("Late, an error waits until the field is left, and the next good keystroke clears it")
  func late() {
    var field = FieldValidation(timing: .late)
    field.receive(.changed(isEmpty: false, isValid: false))
    #expect(field.status == .neutral)
    field.receive(.left)
    #expect(field.status == .invalid)
    field.receive(.changed(isEmpty: false, isValid: false))
    #expect(field.status == .invalid)
    field.receive(.changed(isEmpty: false, isValid: true))
    #expect(field.status == .valid)
    field.receive(.changed(isEmpty: false, isValid: false))
    #expect(field.status == .neutral)
  }

  @Test("Leaving a field that nobody touched is no error", arguments: ValidationTiming.allCases)
  func leavingUntouched(timing: ValidationTiming) {
    var field = FieldValidation(timing: timing)
    field.receive(.left)
    #expect(field.status == .neutral)
  }

  @Test("A field that the form emptied begins anew", arguments: ValidationTiming.allCases)
  func cleared(timing: ValidationTiming) {
    var field = FieldValidation(timing: timing)
    field.receive(.changed(isEmpty: false, isValid: true))
    field.receive(.cleared)
    field.receive(.changed(isEmpty: true, isValid: false))
    #expect(field.status == .neutral)
    #expect(!field.isValid)
  }
}
