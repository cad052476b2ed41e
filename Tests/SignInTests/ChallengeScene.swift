import Identity
import Secrets
import SignIn
import Signals
import TestSupport
import Testing

/// A step of a conversation, played by a test that also gives the next steps.
final class ChallengeScene: PlayedForm<ChallengeField> {
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
  let routes: Recorder<Route>
  let secondsLeft: Recorder<Int?>
  let isKept: Recorder<Bool>

  private let router = ChallengeRouter()

  init(_ step: ConversationStep, of conversation: Conversation? = nil, _ script: ScriptedConversation = .init()) {
    let scheduler = TestScheduler()
    self.script = script
    let viewModel = ChallengeViewModel(
      step, in: conversation ?? .sample(script), passwordLength: .just(PasswordPolicy()), rules: .just(.sample()),
      settings: FormSettings(), scheduler: scheduler, routing: router)
    inputs = viewModel.inputs
    outputs = viewModel.outputs
    routes = Recorder(router.route.signal)
    secondsLeft = Recorder(viewModel.outputs.secondsLeft)
    isKept = Recorder(viewModel.outputs.isKept)
    super.init(viewModel, viewModel, scheduler)
  }

  convenience init(asking kinds: Challenge.Kind...) { self.init(.ask(.asking(kinds))) }

  var names: [ChallengeField] { outputs.fields }
  var first: PlayedField { self[names[0]] }

  func type(_ text: String) { first.set(text) }
  func pressEnter() { inputs.returnTapped(in: names[0]) }

  /// The next conversation, as it was routed.
  var conversation: Conversation? { router.conversation }
}

extension Conversation {
  static func sample(
    _ script: ScriptedConversation, for purpose: Purpose = .signIn(remembersEmail: true)
  ) -> Conversation {
    let owner = TestSupport.email("ada@lovelace.example")
    return Conversation(script.begin(.email(owner), nil), of: .email(owner), for: purpose)
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

/// Records each route taken.
private final class ChallengeRouter: ChallengeRouting {
  let route = Relay<ChallengeScene.Route>()
  var conversation: Conversation?

  func didMeet(_ step: ConversationStep, in conversation: Conversation) {
    self.conversation = conversation
    let name =
      switch step {
      case .beginning: "beginning"
      case .ask: "ask"
      case .tell: "tell"
      case .wait: "wait"
      }
    route.send(.met(name, conversation.notices))
  }

  func didEnd(_ conversation: Conversation, with outcome: SignInOutcome) {
    route.send(.ended(conversation.message(endingWith: outcome)))
  }

  func didLeave(_ conversation: Conversation, saying message: Message?) {
    route.send(.left(message))
  }

  func didRunOutOfTime(in conversation: Conversation) {
    route.send(.outOfTime)
  }
}
