public import Identity
import Secrets
public import Signals

/// The events of a step, besides those of every form.
public protocol ChallengeViewModelInputs: FormInputs<ChallengeField> {
  /// The user wants to answer in another way, one of those that the question offers.
  func methodTapped(_ method: ProofMethod)
  /// The box that says that the recovery codes are kept was ticked or cleared.
  func keptTapped()
}

/// The state of a step, besides that of every form.
public protocol ChallengeViewModelOutputs: FormOutputs<ChallengeField> {
  /// Show this step. The next one has a view model of its own.
  var step: ConversationStep { get }
  /// The purpose of the conversation.
  var purpose: Conversation.Purpose { get }
  /// Show these notices above the fields.
  var notices: [Message] { get }
  /// Show the seconds left to answer; nil while there are many, or no limit.
  var secondsLeft: Signal<Int?> { get }
  /// Tick or clear the box that says that the recovery codes are kept.
  var isKept: Signal<Bool> { get }
}

/// A step without its view.
public protocol ChallengeViewModelType {
  /// The events that the view reports.
  var inputs: any ChallengeViewModelInputs { get }
  /// The state that the view shows.
  var outputs: any ChallengeViewModelOutputs { get }
}

/// One step of a conversation: a question with its fields, a notice, recovery codes to keep, or a wait. A step that needs
/// no person goes on by itself.
public final class ChallengeViewModel: FormViewModel, ChallengeViewModelType, ChallengeViewModelInputs,
  ChallengeViewModelOutputs
{
  public let form: FormFlow<ChallengeField>
  public let step: ConversationStep
  public let purpose: Conversation.Purpose
  public let notices: [Message]
  public let secondsLeft: Signal<Int?>
  public let isKept: Signal<Bool>

  public var inputs: any ChallengeViewModelInputs { self }
  public var outputs: any ChallengeViewModelOutputs { self }

  private let countdown: Countdown?
  private let bag = DisposeBag()

  /// - Parameters:
  ///   - step: The step.
  ///   - conversation: The conversation, at this step.
  ///   - passwordLength: The lengths accepted for an existing password, in characters, once they are known.
  ///   - rules: The rules for a new password, once they are known.
  ///   - queue: The place in a queue that an answer gets.
  ///   - settings: Options set by an administrator or on the command line.
  ///   - scheduler: The clock of all timers.
  ///   - routing: Decides what comes after the step. Held weakly.
  public init(
    _ step: ConversationStep, in conversation: Conversation, passwordLength: Signal<PasswordPolicy?>,
    rules: Signal<NewPasswordRules?>, queue: Signal<Int> = .merge(), settings: FormSettings, scheduler: any Scheduler,
    routing: any ChallengeRouting
  ) {
    let underWay = conversation.underWay
    let submission = Submission(scheduler: scheduler, queue: queue) { (reply: Reply) in await reply.send(in: underWay) }
    let events = FormEvents<ChallengeField>(submission, settings, scheduler)
    let question = step.question
    let challenges = question?.challenges ?? []
    let fields = Fields(
      question.map(ChallengeField.fields(of:)) ?? [], events, conversation.login, passwordLength, rules)
    let answers = fields.names.filter(\.isAnswer).map { events.changes(of: $0) }
    let isKept = Property(step.recoveryCodes.isEmpty)
    // An answer that is given up ends the conversation, so Esc leaves whatever is under way. The form would give it up first.
    events.cancelled.signal.withLatest(from: submission.isUnderWay.signal)
      .subscribe { [weak routing] _, isUnderWay in
        routing?.didLeave(conversation, saying: isUnderWay ? nil : conversation.messageOfLeaving)
      }.disposed(by: bag)
    form = FormFlow(
      events, submission, scheduler, fields: fields.names, field: { fields[$0] },
      content: answers.isEmpty ? .just([]) : .combineLatest(answers),
      request: { texts throws(PasswordError) in try Self.reply(to: challenges, texts) },
      isHeld: isKept.signal.map { !$0 },
      failure: events.loaded.signal.map { question.flatMap(Message.init(faultOf:)) }
    ) {}
    self.step = step
    self.isKept = isKept.signal
    notices = (challenges.lazy.compactMap(Message.init(reasonFor:)).first.map { [$0] } ?? []) + conversation.notices
    purpose = conversation.purpose

    // The steps and answers that need no key: one that goes on by itself, and the last digit of a code.
    if let answer = step.ownAnswer {
      events.loaded.signal.subscribe { submission.start { .answer(answer) } }.disposed(by: bag)
    }
    if fields.names.count == 1, let name = fields.names.first, let digits = name.kind.digits {
      events.changes(of: name).map { $0.digitCount == digits }.skipRepeats().filter { $0 }
        .subscribe { _ in events.submitted.send() }.disposed(by: bag)
    }
    methodRelay.signal.withLatest(from: submission.isUnderWay.signal)
      .subscribe { method, isUnderWay in
        guard !isUnderWay, question?.methods.contains(method) == true else { return }
        submission.start { .answer(.method(method)) }
      }.disposed(by: bag)
    keptRelay.signal.withLatest(from: isKept.signal).map { !$1 }.bind(to: isKept).disposed(by: bag)

    // The time limit, and routing.
    countdown = question?.timeLimit.map { Countdown(of: $0, scheduler) }
    secondsLeft = countdown?.secondsLeft.signal ?? .just(nil)
    secondsLeft.withLatest(from: submission.isUnderWay.signal)
      .subscribe { [weak routing] seconds, isUnderWay in
        // The asker keeps the time of an answer that is on its way.
        if seconds == 0 && !isUnderWay { routing?.didRunOutOfTime(in: conversation) }
      }.disposed(by: bag)
    submission.answered.subscribe { [weak routing] answer in
      let conversation = conversation.after(step)
      if let next = answer.open {
        routing?.didMeet(next, in: conversation.going(on: next, after: step))
      } else if let outcome = answer.outcome {
        routing?.didEnd(conversation, with: outcome)
      }
    }.disposed(by: bag)
  }

  // MARK: Inputs

  private let methodRelay = Relay<ProofMethod>()
  public func methodTapped(_ method: ProofMethod) {
    methodRelay.send(method)
  }

  private let keptRelay = Relay<Void>()
  public func keptTapped() {
    keptRelay.send()
  }

  // MARK: Rules

  /// Returns the answers to a question, or the wish to go on after recovery codes.
  private static func reply(to challenges: [Challenge], _ texts: [GuardedText]) throws(PasswordError) -> Reply {
    if challenges.isEmpty { return .answer(.proceed) }
    var filled: [Reply.Filled] = []
    for (challenge, text) in zip(challenges, texts) { filled.append(try Reply.Filled(challenge, typed: text)) }
    return .fields(filled)
  }
}

/// The fields of a question.
private struct Fields {
  private let fields: [(name: ChallengeField, field: any FormField)]

  var names: [ChallengeField] { fields.map { $0.name } }

  subscript(name: ChallengeField) -> any FormField {
    guard let entry = fields.first(where: { $0.name == name }) else {
      preconditionFailure("Every field name needs a field.")
    }
    return entry.field
  }

  init(
    _ names: [ChallengeField], _ events: FormEvents<ChallengeField>, _ login: Login,
    _ passwordLength: Signal<PasswordPolicy?>, _ rules: Signal<NewPasswordRules?>
  ) {
    var fields: [(name: ChallengeField, field: any FormField)] = []
    var current: Signal<GuardedText> = .merge()
    var new: NewPasswordField?
    for name in names {
      let field: any FormField
      switch name.kind {
      case .password:
        let password = PasswordField(name, events, length: login.kind == .email ? passwordLength : .just(.any))
        current = password.text
        field = password
      case .newPassword:
        let password = NewPasswordField(name, events, for: .just(login.email.text), unlike: current, by: rules)
        new = password
        field = password
      case .repeatedPassword:
        guard let new else { preconditionFailure("The new password comes before its repetition.") }
        field = RepeatedPasswordField(name, events, repeating: new)
      case .code(let digits):
        field = AnswerField(name, events, isMasked: false, missing: .codeMissing) { text in
          text.digitCount == digits || text.mayBeRecoveryCode ? nil : .codeLength(digits)
        }
      case .confirmation(let digits):
        field = AnswerField(name, events, isMasked: false, missing: .codeMissing) { text in
          text.digitCount == digits ? nil : .codeLength(digits)
        }
      case .recoveryCode:
        field = AnswerField(name, events, isMasked: false, missing: .recoveryCodeMissing) { text in
          text.mayBeRecoveryCode ? nil : .recoveryCodeLength(RecoveryCode.characterCount)
        }
      case .prompt(_, let isSecret): field = AnswerField(name, events, isMasked: isSecret, missing: .answerMissing)
      }
      fields.append((name, field))
    }
    self.fields = fields
  }
}
