import Secrets
import Sentences
import SignIn
import Terminal

/// A form as a dialogue. It asks one question after the other, and writes each state in between once, as a sentence.
final class PlainForm {
  /// Ctrl-D was pressed.
  var didCancel: () -> Void = {}

  private let device: any LineDevice
  /// The question to ask once everything else is said.
  private var next: PlainQuestion?
  /// The question that waits for its answer.
  private var current: PlainQuestion?
  private var isTooLong = false
  private var isRunning = false
  /// Whether the last line asked for another way to answer. It submits nothing.
  private var isGoingAnotherWay = false
  /// The place in the queue that was said last.
  private var place: Int?
  private var message: Message?
  /// Whether the next question is asked though attempts must wait.
  private var isAskedFor = false
  /// Whether attempts had to wait when the submission under way began.
  private var beganInWait = false

  init(_ device: any LineDevice) {
    self.device = device
  }

  /// Asks `question` as soon as the turn's events are done.
  func focus(_ question: PlainQuestion) {
    next = question
  }

  func writeLine(_ sentence: String) {
    for line in sentence.split(separator: "\n") { device.writeLine(String(line)) }
  }

  /// Fills in a known answer and writes it, because a dialogue has no field that shows it. If another question waits for its
  /// answer already, it is asked again, below.
  func prefill(_ question: PlainQuestion, _ text: String) {
    let isSaid = question.offer?.lowercased() == text.lowercased()
    question.offer = text
    question.answer(text)
    guard !isSaid else { return }
    writeLine(question.asked(text))
    if !isRunning { repeatQuestion() }
  }

  /// Says the message of the form. A countdown is said only when it begins, because a screen reader would read out a new
  /// line each second; the next question waits for its end. The refusal with which a countdown began is not said again.
  func show(_ message: Message?) {
    if let message, !(message.isCountdown && isBlocked), message != self.message?.refusalBefore {
      writeLine(message.text)
    }
    self.message = message
  }

  /// Says once that the form was submitted, unless `doing` is empty, and each place in the queue. Takes no lines until the
  /// answer arrives.
  func show(_ progress: SubmissionProgress?, _ doing: String) {
    if progress != nil && !isRunning {
      if !doing.isEmpty && !isGoingAnotherWay { writeLine(doing) }
      device.ignoreInput()
    }
    // Who asked during a wait hears how long it lasts now.
    if progress != nil && !isRunning { beganInWait = isBlocked }
    if progress == nil && isRunning && beganInWait, isBlocked, let message { writeLine(message.text) }
    isRunning = progress != nil
    if let progress, let words = progress.placeInQueue, progress.place != place {
      writeLine(translated("{sentence}.", ["sentence": words]))
    }
    place = progress?.place
  }

  /// Interrupts the user: says a sentence, and asks again.
  func interrupt(_ sentence: String) {
    writeLine(sentence)
    repeatQuestion()
  }

  private var isBlocked: Bool { message?.isCountdown == true }

  func handle(_ event: LineTerminal.Event) {
    switch event {
    case .character(let scalar): take(scalar)
    case .lineEnd: finishLine()
    case .endOfInput:
      // During a submission, the first call cancels only the submission.
      if isRunning { didCancel() }
      didCancel()
    case .continued:
      // The unfinished line is dropped.
      current?.text.wipe()
      if let message, isBlocked { writeLine(message.text) }
      repeatQuestion()
    }
  }

  /// Asks the next question. Called when a turn's events are done.
  func settle() {
    guard let question = next, !isRunning, !isBlocked || isAskedFor else { return }
    next = nil
    isAskedFor = false
    if let message = question.message, !question.isValid && !question.text.isEmpty { writeLine(message) }
    if let rule = question.rule.take() { writeLine(rule) }
    question.text.wipe()
    isTooLong = false
    current = question
    device.ask(question.prompt, echoes: !question.isMasked)
  }

  private func repeatQuestion() {
    if let current { device.ask(current.prompt, echoes: !current.isMasked) }
  }

  private func take(_ scalar: Unicode.Scalar) {
    guard let text = current?.text else { return }
    if text.insert(scalar, at: text.count) == nil { isTooLong = true }
  }

  /// Enter during a wait says how long it lasts, and asks all the same: an administrator may have ended it.
  private func askDuringWait() {
    guard isBlocked, !isRunning, let message else { return }
    writeLine(message.text)
    isAskedFor = true
  }

  private func finishLine() {
    guard let question = current else { return askDuringWait() }
    current = nil
    next = question
    if isTooLong {
      question.wipe()
      return writeLine(LineError.tooLong(limit: question.text.capacity).sentence)
    }
    isGoingAnotherWay = false
    if let way = question.otherWay, question.holds(way.answer) {
      isGoingAnotherWay = true
      next = nil
      return way.go()
    }
    if question.text.isEmpty, let offer = question.offer {
      question.answer(offer)
    } else {
      question.didChange(question.text)
    }
    question.didLeave()
    if !question.text.isEmpty { question.isGoingBack = false }
    if question.text.isEmpty && !question.isValid {
      next = question.afterEmptyLine()
      if question.isGoingBack { writeLine(translated("Press Enter once more to go back.")) }
      guard next === question, !question.isGoingBack else { return }
      question.didMiss()
      if let message = question.message { writeLine(message) }
    } else if question.isValid {
      if let note = question.note { writeLine(note) }
      if let hint = question.message { writeLine(translated("{sentence}.", ["sentence": hint])) }
      next = nil
      question.offerAnswer()
      question.didAnswer()
    }
  }
}

extension Message {
  fileprivate var isCountdown: Bool {
    if case .blocked = self { true } else { false }
  }

  /// The refusal with which the countdown began; nil if there is none.
  fileprivate var refusalBefore: Message? {
    if case .blocked(let refusal?, _) = self { .refused(refusal) } else { nil }
  }
}
