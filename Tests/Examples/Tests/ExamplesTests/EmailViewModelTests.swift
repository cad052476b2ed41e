import Signals
import Testing

@testable import EmailField

@Suite("The field for an email")
struct EmailViewModelTests {
  private let field = EmailViewModel()
  private let bag = DisposeBag()

  @Test("It says what is wrong while one types, until the email is valid")
  func validates() {
    // Given
    var texts: [String?] = []
    field.emailErrorText.subscribe { texts.append($0) }.disposed(by: bag)
    // When
    for email in ["a", "ada@", "ada@example.com"] { field.didChange(email: email) }
    // Then
    #expect(texts == [nil, "An email looks like ada@example.com.", nil])
  }

  @Test("Only a valid email is submitted")
  func submits() {
    var submitted: [String] = []
    field.submitted.subscribe { submitted.append($0) }.disposed(by: bag)
    field.didChange(email: "ada@")
    field.didTapSubmit()
    field.didChange(email: "ada@example.com")
    field.didTapSubmit()
    #expect(submitted == ["ada@example.com"])
  }
}
