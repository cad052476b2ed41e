import Secrets
import Sentences

/// A field of a form, asked as a line to type.
final class PlainQuestion {
  /// The text of the question.
  var title: String
  /// Whether the answer is a secret, which is never offered again.
  let isSecret: Bool
  /// Whether the answer must stay invisible while the user types.
  let isMasked: Bool
  /// The answer, always in guarded memory.
  let text = GuardedText(capacity: 4096)
  /// The answer that an empty line stands for; nil for none.
  var offer: String?
  /// Whether the form can be submitted with the answer.
  var isValid = false
  /// The message about the answer; nil for none.
  var message: String?
  /// A note for a user who can't see what they type; nil for none.
  var note: String?
  /// The rule for the answer, said before the first question; nil once it is said, or for none.
  var rule: String?
  /// The text that was probably meant; nil for none.
  var suggestion: String?
  /// The question that an empty line leads back to.
  weak var before: PlainQuestion?
  /// Whether the last answer was an empty line that leads back with the next one.
  var isGoingBack = false

  /// An answer that leads elsewhere, even if it breaks the rules for answers, and the way there; nil for none.
  var otherWay: (answer: String, go: () -> Void)?
  /// The answer changed.
  var didChange: (GuardedText) -> Void = { _ in }
  /// The line was empty, and must not be.
  var didMiss: () -> Void = {}
  /// The answer is complete and valid.
  var didAnswer: () -> Void = {}
  /// The line was finished, valid or not.
  var didLeave: () -> Void = {}

  /// - Parameter isMasked: Whether the answer must stay invisible; nil for a secret's usual way.
  init(_ title: String, isSecret: Bool, isMasked: Bool? = nil) {
    self.title = title
    self.isSecret = isSecret
    self.isMasked = isMasked ?? isSecret
  }

  /// Asks whether to do what was just said.
  static func confirmation(_ didAnswer: @escaping (_ isYes: Bool) -> Void) -> PlainQuestion {
    let question = PlainQuestion(translated("Do it? (y/n)"), isSecret: false)
    question.didChange = { [unowned question] _ in
      question.isValid = question.isYes != nil
      question.message = question.isValid ? nil : Sentence.enterYesOrNo
    }
    question.didAnswer = { [unowned question] in didAnswer(question.isYes == true) }
    return question
  }

  /// Goes on with each answer, and wipes its repetition before: a new password must be repeated again.
  func isRepeated(by repetition: PlainQuestion, then goOn: @escaping () -> Void) {
    didAnswer = { [unowned repetition] in
      repetition.wipe()
      goOn()
    }
  }

  /// The answer. Only for questions that are not secret.
  var typed: String {
    precondition(!isSecret, "A secret is never a string.")
    return text.withUTF8 { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the answer is this text. Works for secrets, too.
  func holds(_ text: String) -> Bool {
    self.text.withUTF8 { $0.elementsEqual(text.utf8) }
  }

  /// The answer to a question for yes or no; nil for an answer that is neither.
  var isYes: Bool? { Sentence.isYes(typed) }

  /// The question to ask behind an empty line. A secret is asked for again first, unless its user was just told that an
  /// empty line leads back: whoever types it blindly would type it where it can be read.
  func afterEmptyLine() -> PlainQuestion {
    guard let before else { return self }
    isGoingBack = isMasked && !before.isMasked && before.suggestion == nil && !isGoingBack
    return isGoingBack ? self : before
  }

  /// Makes an empty line stand for the suggestion, or else for the answer, from now on. A secret is never offered.
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

  /// Returns the question with its answer.
  func asked(_ answer: String) -> String {
    translated("{question}: ", ["question": title]) + answer
  }
}
