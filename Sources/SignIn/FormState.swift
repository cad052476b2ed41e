/// The form at one moment, and what Enter and the button do then.
struct SignInForm {
  enum Step: Hashable {
    case focus(SignInField)
    case submit
  }

  let email: FieldValidation
  let password: FieldValidation
  let isSigningIn: Bool

  var isSubmittable: Bool {
    email.isValid && password.isValid && !isSigningIn
  }

  /// The button submits, or leads to the first field that is in the way. Nil while a sign-in is under way.
  var submitStep: Step? {
    if isSigningIn { return nil }
    return SignInField.allCases.first { !self[$0].isValid }.map(Step.focus) ?? .submit
  }

  /// Enter in a field leads to the next empty field, past the end to the first; where none is empty it submits.
  func returnStep(in field: SignInField) -> Step? {
    let others = SignInField.allCases.filter { $0 != field }
    return others.first { self[$0].isEmpty }.map(Step.focus) ?? submitStep
  }

  private subscript(field: SignInField) -> FieldValidation {
    switch field {
    case .email: email
    case .password: password
    }
  }
}
