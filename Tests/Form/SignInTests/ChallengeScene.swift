import Identity
import Secrets
import SignIn
import Signals
import TestSupport
import Testing

/// A step of a conversation, played by a test that also gives the next steps.
final class ChallengeScene: PlayedForm<Int> {
  enum Route: Equatable {
    /// The next step, with its notices.
    case met(String, [Message])
    case ended(Message?)
    /// Left, with a message.
    case left(Message?)
    case outOfTime
  }

  let script: ScriptedConversation
  let inputs: any ChallengeViewModelInputs
  let outputs: any ChallengeViewModelOutputs
  let fields: [PlayedField]
  let routes: Recorder<Route>
  let secondsLeft: Recorder<Int?>
  let isKept: Recorder<Bool>
  /// The next conversation, as it goes on.
  private(set) var conversation: Conversation?

  private let bag = DisposeBag()

  convenience init(
    _ step: ConversationStep, for purpose: Conversation.Purpose = .signIn(remembersEmail: true),
    _ script: ScriptedConversation = .init(), agent: ScriptedAgent? = nil
  ) {
    self.init(goingOn: .sample(script, for: purpose, at: step), script, agent: agent)
  }

  init(goingOn conversation: Conversation, _ script: ScriptedConversation, agent: ScriptedAgent? = nil) {
    let scheduler = TestScheduler()
    self.script = script
    var accounts = Accounts(signIn: script, tally: AttemptTally(scheduler: scheduler))
    accounts.passwordLength = .just(PasswordPolicy())
    accounts.rules = .just(.sample())
    accounts.agent = agent
    let viewModel: any ChallengeViewModelType = ChallengeViewModel(
      conversation, accounts, FormSettings(), on: scheduler)
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    self.inputs = inputs
    self.outputs = outputs
    fields = zip(inputs.fields, outputs.fields).map { PlayedField($0, $1) }
    routes = Recorder(
      .merge(
        outputs.nextStep.map { .met($0.step.caseName, $0.notices) },
        outputs.ended.map { outcome, conversation in .ended(conversation.message(endingWith: outcome)) },
        outputs.dismissed.map { .left($0) }, outputs.ranOutOfTime.map { .outOfTime }))
    secondsLeft = Recorder(outputs.secondsLeft)
    isKept = Recorder(outputs.isKept)
    super.init(outputs, focus: outputs.focusedField, scheduler)
    outputs.nextStep.subscribe { [unowned self] in self.conversation = $0 }.disposed(by: bag)
    inputs.viewDidLoad()
  }

  convenience init(asking kinds: Challenge.Kind...) { self.init(.ask(.asking(kinds))) }

  var first: PlayedField { fields[0] }

  func type(_ text: String) { first.type(text) }
  func pressEnter() { inputs.fields[0].didReturn() }
}

extension ConversationStep {
  fileprivate var caseName: String {
    switch self {
    case .beginning: "beginning"
    case .ask: "ask"
    case .tell: "tell"
    case .wait: "wait"
    }
  }
}

extension Conversation {
  fileprivate static func sample(
    _ script: ScriptedConversation, for purpose: Purpose, at step: ConversationStep
  ) -> Conversation {
    let owner = TestSupport.email("ada@lovelace.example")
    return Conversation(script.begin(.email(owner), nil), of: .email(owner), for: purpose, at: step)
  }
}

extension Question {
  /// A question of challenges with the numbers 1, 2 and so on.
  static func asking(
    _ kinds: [Challenge.Kind], methods: [ProofMethod] = [], fault: AnswerFault? = nil, timeLimit: Duration? = nil
  ) -> Question {
    let challenges = kinds.enumerated().map { Challenge($1, id: ChallengeID(UInt16($0 + 1))) }
    return Question(challenges, methods: methods, fault: fault, timeLimit: timeLimit)
  }
}
