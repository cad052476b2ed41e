import Secrets
import Sentences

/// A field of a form, as a line to be typed.
final class Question {
  /// What is asked for.
  let title: String
  /// Whether the answer must not be read by whoever looks on.
  let isSecret: Bool
  /// The answer, in guarded memory whatever it is.
  let text = GuardedText(capacity: 4096)
  /// What an empty line stands for, nil for nothing.
  var offer: String?
  /// Whether the form can be submitted with it.
  var isValid = false
  /// What there is to say about the answer, nil for nothing.
  var message: String?
  /// What somebody who types blindly should know.
  var note: String?
  /// The text that was probably meant, nil for nothing.
  var suggestion: String?
  /// The question that an empty line leads back to.
  weak var before: Question?

  /// The answer is another.
  var didChange: (GuardedText) -> Void = { _ in }
  /// The answer is complete, and valid.
  var didAnswer: () -> Void = {}
  /// The line is finished, whatever it holds.
  var didLeave: () -> Void = {}

  init(_ title: String, isSecret: Bool) {
    self.title = title
    self.isSecret = isSecret
  }

  /// The answer, of what is no secret.
  var typed: String {
    precondition(!isSecret, "A secret is never a string.")
    return text.withUTF8 { String(decoding: $0, as: UTF8.self) }
  }

  /// An empty line stands for the answer from now on, or for what was probably meant. A secret is never offered.
  func offerAnswer() {
    if !isSecret { offer = suggestion ?? typed }
  }

  /// Makes `text` the answer, as if it had been typed.
  func answer(_ text: String) {
    self.text.wipe()
    for scalar in text.unicodeScalars { self.text.insert(scalar, at: self.text.count) }
    didChange(self.text)
  }

  /// Forgets the answer.
  func wipe() {
    text.wipe()
    didChange(text)
  }

  var prompt: String {
    translated("{question}: ", ["question": offer.map { "\(title) [\($0)]" } ?? title])
  }

  /// The question with its answer.
  func asked(_ answer: String) -> String {
    translated("{question}: ", ["question": title]) + answer
  }
}
