public import Identity
public import SSHKeys
import Secrets
public import Signals

/// The events of a step of a conversation.
public protocol ChallengeViewModelInputs: FormInputs {
  /// The view loaded and bound its outputs.
  func viewDidLoad()
  /// The fields of the question, in form order: `didChange`, `didLeave`, `didReturn`.
  var fields: [FieldInputs] { get }
  /// The button was pressed.
  func didTapSubmit()
  /// The user wants to answer in another way, one of those that the question offers.
  func didTapMethod(_ method: ProofMethod)
  /// The box that says that the recovery codes are kept was ticked or cleared.
  func didTapKept()
  /// The user wants the recovery codes, or the secret for a device, on the clipboard.
  func didTapCopy()
  /// The user wants the recovery codes in a file.
  func didTapSave()
  /// Esc was pressed: leaves the conversation.
  func didTapCancel()
  /// F2 was pressed: shows the answers, or hides them again.
  func didTapReveal()
  /// Caps Lock went on or off. Reported only where that can be known.
  func didChangeCapsLock(isOn: Bool)
  /// The program is about to be suspended or to exit.
  func willSuspend()
}

/// The state of a step of a conversation, and where it leads.
public protocol ChallengeViewModelOutputs: FormOutputs {
  /// Show this step. The next one has a view model of its own.
  var step: ConversationStep { get }
  /// The purpose of the conversation.
  var purpose: Conversation.Purpose { get }
  /// Show whose step this is: an email or a user name.
  var account: String { get }
  /// Show these notices above the fields.
  var notices: [Message] { get }
  /// Show these keys of the agent: one of them is to be added.
  var keys: [PublicKeyLine] { get }
  /// Say that the agent has so many more, of which none can be chosen.
  var otherKeyCount: Int { get }
  /// Whether a key signs as soon as the step is shown. Meanwhile the user can still answer in another way.
  var isSigning: Bool { get }
  /// Whether the step leads on at once, because a signature did not count. The next one says why.
  var isPassedOver: Bool { get }
  /// The kinds of the fields, in form order.
  var kinds: [ChallengeField] { get }
  /// The fields: `status` is the colour of a border, `message` an error.
  var fields: [FieldOutputs] { get }
  /// Give the field at this place the focus.
  var focusedField: Signal<Int> { get }
  /// Enable or disable the button.
  var isSubmitEnabled: Signal<Bool> { get }
  /// Show how long the answer has been under way; nil when none is. Discard keys meanwhile.
  var progress: Signal<SubmissionProgress?> { get }
  /// Show why the question is asked again, or the answer can't be sent; nil for nothing.
  var message: Signal<Message?> { get }
  /// Show the seconds left to answer; nil while there are many, or no limit.
  var secondsLeft: Signal<Int?> { get }
  /// Tick or clear the box that says that the recovery codes are kept.
  var isKept: Signal<Bool> { get }

  /// Put these lines on the clipboard: the recovery codes, or the secret for a device.
  var copied: Signal<[String]> { get }
  /// Write these recovery codes into a file.
  var saved: Signal<[String]> { get }
  /// Say this: the form can't be submitted yet.
  var reminder: Signal<Message> { get }

  /// Go on with the next step of the conversation.
  var nextStep: Signal<Conversation> { get }
  /// Go back, or on: the conversation is over.
  var ended: Signal<(SignInOutcome, Conversation)> { get }
  /// Go back, and say this: the user left the conversation.
  var dismissed: Signal<Message?> { get }
  /// Go back: the user has not answered in time.
  var ranOutOfTime: Signal<Void> { get }
}

/// A step without its view.
public protocol ChallengeViewModelType {
  /// The events that the view reports.
  var inputs: any ChallengeViewModelInputs { get }
  /// The state that the view shows.
  var outputs: any ChallengeViewModelOutputs { get }
}

/// One step of a conversation: a question with its fields, a notice, recovery codes to keep, or a wait. A step that
/// needs no person proceeds without a key.
public final class ChallengeViewModel: ChallengeViewModelType, ChallengeViewModelOutputs {
  public let step: ConversationStep
  public let purpose: Conversation.Purpose
  public let account: String
  public let notices: [Message]
  public let keys: [PublicKeyLine]
  public let otherKeyCount: Int
  public let isSigning: Bool
  public let isPassedOver: Bool
  public let kinds: [ChallengeField]
  public let fields: [FieldOutputs]
  public let focusedField: Signal<Int>
  public let isSubmitEnabled: Signal<Bool>
  public let progress: Signal<SubmissionProgress?>
  public let message: Signal<Message?>
  public let secondsLeft: Signal<Int?>
  public let isKept: Signal<Bool>
  public let copied: Signal<[String]>
  public let saved: Signal<[String]>
  public let reminder: Signal<Message>
  public let nextStep: Signal<Conversation>
  public let ended: Signal<(SignInOutcome, Conversation)>
  public let dismissed: Signal<Message?>
  public let ranOutOfTime: Signal<Void>

  public let inputs: any ChallengeViewModelInputs
  public var outputs: any ChallengeViewModelOutputs { self }

  /// - Parameters:
  ///   - conversation: The conversation, at this step.
  ///   - accounts: What is known of the accounts before anybody asks.
  ///   - settings: Options set by an administrator or on the command line.
  ///   - scheduler: The clock of all timers.
  public init(
    _ conversation: Conversation, _ accounts: Accounts, _ settings: FormSettings, on scheduler: any Scheduler
  ) {
    let step = conversation.step
    let question = step.question
    let names = question.map { ChallengeField.fields(of: $0, keys: conversation.offers.keys.count) } ?? []
    let inputs = Inputs(names.count)
    self.step = step
    purpose = conversation.purpose
    account = conversation.login.typed
    notices =
      ((question?.challenges ?? []).lazy.compactMap(Message.init(reasonFor:)).first.map { [$0] } ?? [])
      + conversation.notices
      // A step without fields has no other place for it.
      + [names.isEmpty ? question.flatMap(Message.init(faultOf:)) : nil].compactMap(\.self)
    kinds = names
    keys = conversation.offers.keys
    otherKeyCount = conversation.offers.otherCount
    let signing = question.flatMap(KeySigning.init)
    isSigning = signing.map { !$0.isForNewKey } ?? false
    isPassedOver = signing.map { !$0.isForNewKey && $0.fault != nil && $0.otherWay != nil } ?? false
    secondsLeft = question?.timeLimit.map { scheduler.countdown(of: $0) } ?? .just(nil)

    // What was typed and ticked.
    let secretFields = Self.fields(names, inputs.fields, conversation.login, accounts)
    let answers = zip(names, inputs.fields).filter(\.0.isAnswer).map { $1.answers(to: $0) }
    let hasCodes = !step.recoveryCodes.isEmpty
    isKept = inputs.keptTaps.signal.scan(!hasCodes) { isKept, _ in !isKept }.held(!hasCodes)

    let codes = step.recoveryCodes
    let texts = step.offer.map { [$0.address ?? $0.secret] } ?? codes
    copied = inputs.copies.signal.filter { !texts.isEmpty }.map { texts }
    saved = inputs.saves.signal.filter { hasCodes }.map { codes }
    reminder = inputs.submits.signal.withLatest(from: isKept).filter { !$1 }.map { _ in .codesNotKept }

    // The last digit of a code, Enter and the button lead to an answer. So does a step that needs no person.
    let submitted = Signal.merge(
      inputs.submits.signal, kinds.count == 1 ? inputs.fields[0].completed(digits: kinds[0].digits) : .merge()
    ).shared()
    let form = Form<Int>(
      secretFields.enumerated().map { ($0, $1) }, submitted: submitted, hold: isKept.map { $0 ? .none : .closed })
    let ways = inputs.methodTaps.signal.filter { question?.methods.contains($0) == true }
      .map { DraftReply.answer(.method($0)) }
    let drafts = Signal<DraftReply>.merge(
      inputs.loads.signal.compactMap { DraftReply(ownAnswerTo: step, signing) },
      isSigning ? .merge() : ways,
      form.submitted(with: answers.isEmpty ? .just([]) : .combineLatest(answers)).map { .fields($0) })
    let submission = Submission(
      of: drafts, replacing: isSigning ? ways : .merge(), inputs, queue: accounts.queue, on: scheduler
    ) { [keys] draft throws(PasswordError) in
      try draft.reply(to: question, keys)
    } sending: { [signIn = conversation.signIn, agent = accounts.agent] reply in
      await reply.send(in: signIn, agent)
    }
    let answer = submission.answered

    // The fields, and the form around them.
    let secrets = SecretFieldEvents(inputs, form, submission, submitted: submitted, on: scheduler)
    fields = secretFields.enumerated().map { $1.outputs(secrets, settings).leading(on: form.leadsOn(from: $0)) }
    focusedField = .merge(
      inputs.loads.signal.compactMap { names.indices.first }, form.focus,
      submission.ended.compactMap { names.indices.first })
    isSubmitEnabled = form.isSubmitEnabled(unless: submission.isRunning)
    progress = submission.progress
    message = Signal<Message?>.merge(
      inputs.loads.signal.map { names.isEmpty ? nil : question.flatMap(Message.init(faultOf:)) },
      submission.started.map { nil },
      submission.unusable.map { .passwordUnusable($0) }
    ).shown(until: form.typed, behind: .just(nil))

    // Where the step leads. The asker keeps the time of an answer that is on its way, and an answer that is given up may
    // still change something.
    //
    // A step whose key did not count is left at once, so the next one says why.
    let fault = signing.flatMap { $0.isForNewKey ? nil : $0.fault }
    nextStep = answer.compactMap { answer in
      answer.step.open.map { conversation.going(on: $0, offering: answer.offers, showing: answer.notice ?? fault) }
    }
    ended = answer.compactMap { answer in answer.step.outcome.map { ($0, conversation.ending(for: answer.notice)) } }
    dismissed = .merge(submission.escaped.map { conversation.messageOfLeaving }, submission.abandoned.map { nil })
    ranOutOfTime = secondsLeft.withLatest(from: submission.isRunning).filter { $0 == 0 && !$1 }.map { _ in }
    self.inputs = inputs
  }

  private final class Inputs: FormEvents, ChallengeViewModelInputs {
    private let questions: [FieldInputs]
    override var fields: [FieldInputs] { questions }

    init(_ count: Int) {
      questions = (0..<count).map { _ in FieldInputs() }
    }

    let methodTaps = Relay<ProofMethod>()
    func didTapMethod(_ method: ProofMethod) { methodTaps.send(method) }

    let keptTaps = Relay<Void>()
    func didTapKept() { keptTaps.send() }

    let copies = Relay<Void>()
    func didTapCopy() { copies.send() }

    let saves = Relay<Void>()
    func didTapSave() { saves.send() }
  }

  /// Makes the fields of a question.
  private static func fields(
    _ names: [ChallengeField], _ inputs: [FieldInputs], _ login: Login, _ accounts: Accounts
  ) -> [any SecretField] {
    var current: Signal<GuardedText> = .merge()
    var new: NewPasswordField?
    return zip(names, inputs).map { name, inputs in
      switch name {
      case .password:
        let password = PasswordField(inputs, length: login.kind == .email ? accounts.passwordLength : .just(.any))
        current = password.text
        return password
      case .newPassword:
        let password = NewPasswordField(inputs, for: .just(login.email.text), unlike: current, by: accounts.rules)
        new = password
        return password
      case .repeatedPassword:
        guard let new else { preconditionFailure("The new password comes before its repetition.") }
        return RepeatedPasswordField(inputs, repeating: new)
      case .code(let digits):
        return AnswerField(inputs, isMasked: false, missing: .codeMissing, fault: .codeLength(digits)) { text in
          let verdicts = [text.verdict(asCodeOf: digits), text.verdictAsRecoveryCode]
          return [.valid, .incomplete].first(where: verdicts.contains) ?? .invalid
        }
      case .confirmation(let digits):
        return AnswerField(inputs, isMasked: false, missing: .codeMissing, fault: .codeLength(digits)) { text in
          text.verdict(asCodeOf: digits)
        }
      case .recoveryCode:
        let fault = Message.recoveryCodeLength(RecoveryCode.characterCount)
        return AnswerField(inputs, isMasked: false, missing: .recoveryCodeMissing, fault: fault) { text in
          text.verdictAsRecoveryCode
        }
      case .keyNumber(let count):
        return AnswerField(inputs, isMasked: false, missing: .keyNumber(count), fault: .keyNumber(count)) { text in
          text.number(upTo: count) == nil ? .invalid : .valid
        }
      case .prompt(_, let isSecret): return AnswerField(inputs, isMasked: isSecret, missing: nil)
      }
    }
  }
}

/// What the user wants to reply to a step.
private enum DraftReply {
  case fields([GuardedText])
  case answer(Answer)
  case signature(KeySigning)

  /// What a step needs that needs no key press; nil for nothing. A key that did not count is not asked again.
  init?(ownAnswerTo step: ConversationStep, _ signing: KeySigning?) {
    if let answer = step.ownAnswer {
      self = .answer(answer)
    } else if let signing, !signing.isForNewKey {
      guard signing.fault != nil else {
        self = .signature(signing)
        return
      }
      guard let way = signing.otherWay else { return nil }
      self = .answer(.method(way))
    } else {
      return nil
    }
  }

  /// Returns the answers to a question, or the request to proceed after recovery codes.
  /// - Parameter keys: The keys that the question can add.
  func reply(to question: Question?, _ keys: [PublicKeyLine]) throws(PasswordError) -> ChallengeReply? {
    switch self {
    case .answer(let answer): return .answer(answer)
    case .signature(let signing): return .signature(signing)
    case .fields(let texts) where !keys.isEmpty:
      guard var signing = question.flatMap(KeySigning.init) else { return nil }
      guard let number = texts.first.map({ $0.number(upTo: keys.count) }) ?? 1 else { return nil }
      signing.newKey = keys[number - 1]
      return .signature(signing)
    case .fields where question.flatMap(KeySigning.init)?.isForNewKey == false:
      // The button of a step that has no other way asks the key once more.
      return question.flatMap(KeySigning.init).map { .signature($0) }
    case .fields(let texts):
      guard let question, !question.challenges.isEmpty else { return .answer(.proceed) }
      var filled: [ChallengeReply.Filled] = []
      for (challenge, text) in zip(question.challenges, texts) {
        filled.append(try ChallengeReply.Filled(challenge, typed: text))
      }
      return .fields(filled)
    }
  }
}

extension GuardedText {
  /// The number that it says, from 1 to `most`, at most 99; nil for another text.
  fileprivate func number(upTo most: Int) -> Int? {
    let number = withUTF8 { utf8 -> Int? in
      guard (1...2).contains(utf8.count) else { return nil }
      return Int(String(decoding: utf8, as: UTF8.self))
    }
    return number.flatMap { (1...most).contains($0) ? $0 : nil }
  }
}

extension FieldInputs {
  /// What the field holds. Enter alone answers another program, before anything is typed.
  fileprivate func answers(to field: ChallengeField) -> Signal<GuardedText> {
    if case .prompt = field { changes.signal.startWith(GuardedText(capacity: 1)) } else { changes.signal }
  }

  /// The last of so many digits was typed.
  fileprivate func completed(digits: Int?) -> Signal<Void> {
    guard let digits else { return .merge() }
    return changes.signal.map { $0.digitCount == digits }.skipRepeats().filter { $0 }.map { _ in }
  }
}
