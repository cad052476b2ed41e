public import AccountService
import Identity

/// A request or a reply: a Swift enum, whose coding the compiler makes.
public protocol MessageBody: Codable, Sendable {
  /// The most elements of its lists, by the names of their fields. All other lists have up to 64.
  static var lists: [String: Int] { get }
  /// Whether the values are within limits that the types don't have.
  var isWithinLimits: Bool { get }
}

extension MessageBody {
  /// The datagram of this request or reply with that number.
  public func message(_ number: UInt16) -> [UInt8] { Envelope(number, self).bytes }

  /// Whether its datagram is short enough to be sent.
  var fitsIntoMessage: Bool { message(.max).count <= SecretPrefix.longestMessage }
}

extension Request: MessageBody {
  public static let lists = [
    "search": AttemptSearch.mostWords, "ranges": SearchedTimes.mostRanges, "accounts": AdminRequest.longestBatch,
  ]

  public var isWithinLimits: Bool { true }
}

extension Reply: MessageBody {
  /// The most items of a list in one message. Longer ones are divided before they are written.
  static let mostItems = 4096

  public static let lists = [
    "attempts": mostItems, "accounts": mostItems, "sessions": mostItems, "positions": mostItems,
    "subjects": mostItems, "others": AccountOverview.mostOthers, "picture": BitMatrix.sizeLimit,
    "gateUIDs": mostItems,
    // Keys and values.
    "runs": 2 * mostItems, "pending": 2 * mostItems, "pairs": 2 * mostItems,
  ]

  /// The most fields of a question. PAM asks for as many at once at most.
  private static let mostChallenges = 32
  /// The most digits of a code.
  private static let mostDigits = 16
  /// The most recovery codes of an account.
  private static let mostRecoveryCodes = 32

  public var isWithinLimits: Bool {
    switch self {
    case .ask(let question):
      (1...Self.mostChallenges).contains(question.challenges.count)
        && Set(question.challenges.map(\.id)).count == question.challenges.count
        && question.challenges.allSatisfy { challenge in
          switch challenge.kind {
          case .code(let digits), .confirmation(_, let digits): (1...Self.mostDigits).contains(digits)
          case .password, .newPassword, .recoveryCode, .signature, .newKey, .prompt: true
          }
        }
    case .tell(.recoveryCodes(let codes)): codes.count <= Self.mostRecoveryCodes
    case .queued(let place): place > 0
    case .rows(let attempts): attempts.allSatisfy { $0.times > 0 }
    case .previous(let previous): previous?.attempt.map { $0.times > 0 } ?? true
    case .account(let account):
      account.otherCount >= account.others.count && account.twoStep.map { $0.recoveryCodes >= 0 } ?? true
        && account.keys.map { $0.count <= AccountKey.most } ?? true
    case .administration(.accounts(let accounts)):
      accounts.allSatisfy { $0.recoveryCodes.map { $0 >= 0 } ?? true }
    case .administration(.rows(let attempts)): attempts.allSatisfy { $0.times > 0 }
    case .welcome, .worker, .tell, .wait, .proven, .expired, .refused, .failed, .ended, .endOfRows, .email, .verified,
      .done, .administration, .unavailable:
      true
    }
  }
}
