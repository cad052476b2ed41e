import Secrets
import Sentences
import SignIn
import Terminal

/// A form as a dialogue: asks one question after the other, and says what there is to say between them, each state once
/// and as a sentence.
final class PlainForm {
  /// Ctrl-D.
  var didCancel: () -> Void = {}

  private let typewriter: any Typewriter
  /// What is to be asked when all there is to say was said.
  private var next: Question?
  /// What was asked and not answered yet.
  private var current: Question?
  private var isTooLong = false
  private var isUnderWay = false
  private var message: Message?

  init(_ typewriter: any Typewriter) {
    self.typewriter = typewriter
  }

  /// Asks this as soon as the turn's events are done.
  func focus(_ question: Question) {
    next = question
  }

  func say(_ sentence: String) {
    typewriter.say(sentence)
  }

  /// Fills in what is known already, and says it, since it cannot be seen.
  func prefill(_ question: Question, _ text: String) {
    question.offer = text
    question.answer(text)
    say(question.asked(text))
  }

  /// Says what the whole form has to say. A countdown is said when it begins: what counts down in a line of its own each
  /// second is no help to whoever listens.
  func show(_ message: Message?) {
    if let message, !(message.isCountdown && self.message?.isCountdown == true) { say(message.text) }
    self.message = message
  }

  /// Says that the form was submitted, once, and takes no lines until there is an answer.
  func show(_ progress: SubmissionProgress?, _ doing: String) {
    if progress != nil && !isUnderWay {
      say(doing)
      typewriter.ignoreInput()
    }
    isUnderWay = progress != nil
  }

  /// Interrupts whoever types: says a sentence, and asks again.
  func interrupt(_ sentence: String) {
    say(sentence)
    repeatQuestion()
  }

  func handle(_ event: LineTerminal.Event) {
    switch event {
    case .character(let scalar): take(scalar)
    case .lineEnd: finishLine()
    case .endOfInput:
      // The first gives up what is under way only.
      if isUnderWay { didCancel() }
      didCancel()
    case .continued:
      // The kernel has dropped what was typed of the line.
      current?.text.wipe()
      repeatQuestion()
    }
  }

  /// To be called when a turn's events are done.
  func settle() {
    guard let question = next, !isUnderWay else { return }
    next = nil
    if let message = question.message, !question.isValid && !question.text.isEmpty { say(message) }
    question.text.wipe()
    isTooLong = false
    current = question
    typewriter.ask(question.prompt, echoes: !question.isSecret)
  }

  private func repeatQuestion() {
    if let current { typewriter.ask(current.prompt, echoes: !current.isSecret) }
  }

  private func take(_ scalar: Unicode.Scalar) {
    guard let text = current?.text else { return }
    if text.insert(scalar, at: text.count) == nil { isTooLong = true }
  }

  private func finishLine() {
    guard let question = current else { return }
    current = nil
    next = question
    if isTooLong {
      question.wipe()
      return say(LineError.tooLong(limit: question.text.capacity).sentence)
    }
    if question.text.isEmpty, let offer = question.offer {
      question.answer(offer)
    } else {
      question.didChange(question.text)
    }
    question.didLeave()
    if question.text.isEmpty && !question.isValid {
      next = question.before ?? question
    } else if question.isValid {
      if let note = question.note { say(note) }
      if let hint = question.message { say(translated("{sentence}.", ["sentence": hint])) }
      next = nil
      question.didAnswer()
      question.offerAnswer()
    }
  }
}

extension Message {
  fileprivate var isCountdown: Bool {
    if case .tooManyAttempts = self { true } else { false }
  }
}
