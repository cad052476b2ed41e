import Signals

/// What happens at the view.
protocol EmailViewModelInputs {
  func didChange(email: String)
  func didTapSubmit()
}

/// What the view shows, and where it leads.
protocol EmailViewModelOutputs {
  var isEmailValid: Signal<Bool> { get }
  var emailErrorText: Signal<String?> { get }
  var submitted: Signal<String> { get }
}

/// A field for an email, checked while it is typed. Only a valid email can be submitted.
final class EmailViewModel: EmailViewModelInputs, EmailViewModelOutputs {
  let isEmailValid: Signal<Bool>
  let emailErrorText: Signal<String?>
  let submitted: Signal<String>

  init() {
    let email = emails.signal
    isEmailValid = email.map(Self.isValid).skipRepeats()
    // Nobody is told that an empty field is wrong.
    emailErrorText = email.map { $0.isEmpty || Self.isValid($0) ? nil : "An email looks like ada@example.com." }
      .skipRepeats()
    submitted = submits.signal.withLatest(from: email).map { $0.1 }.filter(Self.isValid)
  }

  private let emails = Property("")
  func didChange(email: String) { emails.send(email) }

  private let submits = Relay<Void>()
  func didTapSubmit() { submits.send() }

  private static func isValid(_ email: String) -> Bool {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
  }
}
