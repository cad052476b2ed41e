public import Identity

/// A conversation with the keeper of the accounts, for the scenes that lead it on. Letting go of it ends it.
public struct Conversation {
  /// The purpose of a conversation.
  public enum Purpose {
    /// Somebody signs in. If it succeeds, the email is remembered, or forgotten.
    case signIn(remembersEmail: Bool)
    /// The owner of a locked terminal unlocks it.
    case unlock
    /// A signed-in user sets up two-step sign-in.
    case secondStep(SignedIn)
    /// A signed-in user links a user name to the account.
    case link(SignedIn)
  }

  /// The purpose.
  public let purpose: Purpose
  /// The login of the person.
  public let login: Login
  /// The notices for the person. They stay until an answer is given.
  public private(set) var notices: [Message] = []
  /// The first field of the question that was answered last; nil if nothing was asked.
  private var answered: Challenge.Kind?

  let underWay: any SigningInUnderWay

  /// - Parameters:
  ///   - underWay: The conversation.
  ///   - login: The login of the person.
  ///   - purpose: The purpose.
  public init(_ underWay: any SigningInUnderWay, of login: Login, for purpose: Purpose) {
    self.underWay = underWay
    self.login = login
    self.purpose = purpose
  }

  /// Why the conversation ends with a refusal. Nothing here tells a wrong email from a wrong password: only a right answer
  /// leads to a further question.
  public var refusal: BlockCause {
    switch (answered, purpose) {
    case (.code, _), (.recoveryCode, _): .wrongCode
    case (.password, .unlock), (.password, .secondStep), (.password, .link): .wrongPassword
    case (.password, .signIn): BlockCause(refusalOf: login)
    case (.confirmation, _), (.newPassword, _), (.prompt, _), (nil, _): .wrongAnswer
    }
  }

  /// Whether the last answer proved nothing. It is asked for again if it is wrong, so a refusal has another reason.
  var provesNothing: Bool {
    switch answered {
    case .confirmation, .newPassword: true
    case .code, .recoveryCode, .password, .prompt, nil: false
    }
  }

  /// Returns the conversation after an answer to `step`.
  func after(_ step: ConversationStep) -> Conversation {
    var conversation = self
    if let question = step.question { conversation.answered = question.challenges.first?.kind }
    return conversation
  }

  /// Returns the conversation as it goes on with `next`.
  /// - Parameter last: The step before.
  func going(on next: ConversationStep, after last: ConversationStep? = nil) -> Conversation {
    var conversation = self
    if case .ask = last { conversation.notices = [] }
    if case .tell(let notice) = next, let message = Message(notice) { conversation.notices.append(message) }
    return conversation
  }
}

/// The place where a conversation stands, unless it is over.
public enum ConversationStep: Sendable {
  /// Nothing has been said.
  case beginning
  /// The person must answer.
  case ask(Question)
  /// The person must be told.
  case tell(Notice)
  /// Something must happen elsewhere.
  case wait(Waiting)

  /// The question, if there is one.
  var question: Question? {
    if case .ask(let question) = self { question } else { nil }
  }

  /// The recovery codes to keep, if there are some.
  public var recoveryCodes: [String] {
    if case .tell(.recoveryCodes(let codes)) = self { codes } else { [] }
  }

  /// The secret to take to a device, if there is one.
  public var offer: CodeOffer? {
    for case .confirmation(let offer, _) in (question?.challenges ?? []).map(\.kind) { return offer }
    return nil
  }

  /// The answer that needs no person; nil if one is needed.
  var ownAnswer: Answer? {
    switch self {
    case .beginning: .begin
    case .tell(.recoveryCodes), .ask: nil
    case .tell, .wait: .proceed
    }
  }
}

extension SignInStep {
  /// The step, unless it is the end.
  var open: ConversationStep? {
    switch self {
    case .ask(let question): .ask(question)
    case .tell(let notice): .tell(notice)
    case .wait(let waiting): .wait(waiting)
    case .ended: nil
    }
  }

  /// The end, if it is one.
  var outcome: SignInOutcome? {
    if case .ended(let outcome) = self { outcome } else { nil }
  }
}
