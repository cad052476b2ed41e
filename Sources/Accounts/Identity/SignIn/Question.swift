internal import Secrets

/// A question of a conversation: one field or several. Answers come one at a time; a proof that needs the others too asks
/// for them again.
public struct Question: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// The fields, at least one.
  public var challenges: [Challenge]
  /// The other ways to answer. ``Answer/method(_:)`` asks for one of them.
  public var methods: [ProofMethod]
  /// The reason why this is asked again; nil the first time.
  public var fault: AnswerFault?
  /// How long the answer may take, from now on; nil if it does not matter.
  public var timeLimit: Duration?

  /// A question with the given properties.
  public init(
    _ challenges: [Challenge], methods: [ProofMethod] = [], fault: AnswerFault? = nil, timeLimit: Duration? = nil
  ) {
    self.challenges = challenges
    self.methods = methods
    self.fault = fault
    self.timeLimit = timeLimit
  }

  /// These fields, for the first time.
  public init(arrayLiteral challenges: Challenge...) { self.init(challenges) }

  /// Whether `answer` is one to this question, right or wrong.
  func takes(_ answer: Answer) -> Bool {
    switch answer {
    case .secret(let secret, let id):
      challenges.contains { $0.id == id && (!secret.isEmpty || $0.kind.takesEmptyAnswer) }
    case .method(let method): methods.contains(method)
    case .begin, .proceed: false
    }
  }

  /// The challenge, if there is only one and it asks for a password.
  var onlyPassword: ChallengeID? {
    if let first = challenges.first, challenges.count == 1, first.kind == .password { first.id } else { nil }
  }
}

/// A way to answer a question.
public enum ProofMethod: String, Sendable, Hashable, CaseIterable, Codable {
  /// By a code from the owner's device.
  case code
  /// By one of the account's recovery codes.
  case recoveryCode
  /// By a signature of one of the account's keys.
  case key
}

/// The reason why an answer was not taken, and the question is asked again.
public enum AnswerFault: Sendable, Hashable, Codable {
  /// The answer is wrong.
  case wrong
  /// The code was right, but it has been used.
  case used
  /// So many codes in a row were wrong that none is taken any more. A recovery code is.
  case codesLocked
  /// No code can be checked, because the key of their secrets is missing. A recovery code can.
  case codesUnavailable
  /// The code does not come from the secret on offer. It proves nothing, so it is no failed attempt.
  case unconfirmed
  /// The security key was not touched.
  case untouched
  /// The key needs no touch, and such keys don't count here.
  case softwareKey
  /// The account has the key already.
  case knownKey
  /// The new password breaks a rule.
  case violation(PasswordViolation)

  // The names of what has no label in Swift.
  private enum ViolationCodingKeys: String, CodingKey { case _0 = "rule" }

  /// Whether the answer counts as a failed attempt.
  var isFailure: Bool {
    switch self {
    case .wrong, .used: true
    case .codesLocked, .codesUnavailable, .unconfirmed, .untouched, .softwareKey, .knownKey, .violation: false
    }
  }
}
