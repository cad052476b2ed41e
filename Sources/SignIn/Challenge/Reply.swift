import Identity
import Secrets

/// What the user does at a step.
enum Reply {
  /// The user filled in the fields of a question.
  case fields([Filled])
  /// Anything else.
  case answer(Answer)

  /// A challenge and its answer, as typed.
  struct Filled {
    let challenge: Challenge
    let password: SealedPassword

    init(_ challenge: Challenge, typed: GuardedText) throws(PasswordError) {
      self.challenge = challenge
      switch challenge.kind {
      case .code(let digits), .confirmation(_, let digits):
        password = try typed.digitCount == digits ? typed.sealedDigits() : typed.sealed()
      case .password, .newPassword, .recoveryCode, .prompt: password = try typed.sealed()
      }
    }
  }

  /// Sends the reply, and returns the step that needs the user again. Answers go one at a time; if the conversation asks
  /// for the others again, the user has typed them already.
  func send(in conversation: any SigningInUnderWay) async -> SignInStep {
    switch self {
    case .answer(let answer): return await conversation.next(answer)
    case .fields(let fields):
      var rest = fields[...]
      guard var current = rest.popFirst() else { return .ended(.cancelled) }
      var id = current.challenge.id
      while true {
        let step = await conversation.next(.secret(current.password, to: id))
        guard case .ask(let question) = step, question.fault == nil, let asked = question.challenges.first,
          let place = rest.firstIndex(where: { $0.challenge.kind == asked.kind })
        else { return step }
        (current, id) = (rest[place], asked.id)
        rest.remove(at: place)
      }
    }
  }
}
