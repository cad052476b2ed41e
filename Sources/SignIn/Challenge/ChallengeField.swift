import Identity

/// A field of a question. A new password has two.
public struct ChallengeField: FieldName {
  /// The kind of text.
  public enum Kind: Sendable, Hashable {
    /// The password.
    case password
    /// A new password.
    case newPassword
    /// The new password, repeated.
    case repeatedPassword
    /// A code of that many digits, or a recovery code.
    case code(digits: Int)
    /// A code of that many digits.
    case confirmation(digits: Int)
    /// A recovery code.
    case recoveryCode
    /// The answer to another program, which asks in these words.
    case prompt(String, isSecret: Bool)

    /// The digits of a code; nil for anything else.
    var digits: Int? {
      switch self {
      case .code(let digits), .confirmation(let digits): digits
      case .password, .newPassword, .repeatedPassword, .recoveryCode, .prompt: nil
      }
    }
  }

  /// The place of its challenge in the question, from 0.
  public let index: Int
  /// The kind of text.
  public let kind: Kind

  /// The fields of a question, in form order.
  static func fields(of question: Question) -> [ChallengeField] {
    question.challenges.enumerated().flatMap { index, challenge in
      kinds(of: challenge.kind).map { ChallengeField(index: index, kind: $0) }
    }
  }

  private static func kinds(of challenge: Challenge.Kind) -> [Kind] {
    switch challenge {
    case .password: [.password]
    case .newPassword: [.newPassword, .repeatedPassword]
    case .code(let digits): [.code(digits: digits)]
    case .confirmation(_, let digits): [.confirmation(digits: digits)]
    case .recoveryCode: [.recoveryCode]
    case .prompt(let words, let isSecret): [.prompt(words, isSecret: isSecret)]
    }
  }

  /// Whether its text is the answer, not its repetition.
  var isAnswer: Bool { kind != .repeatedPassword }
}
