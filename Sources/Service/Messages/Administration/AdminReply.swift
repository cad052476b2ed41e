public import Identity
public import Secrets

/// The answers of a service to an administrator's program. None has a place for a hash, a token or a secret.
public enum AdminReply: Sendable, Hashable {
  /// The answer to ``AdminRequest/hello(_:program:)``.
  case welcome(AdminWelcome)
  /// The account; nil if there is none.
  case account(KnownAccount?)
  /// Some accounts, by key.
  case accounts([AccountSummary])
  /// Some sessions, the latest opened first.
  case sessions([Session])
  /// Some rows of a page, newest first.
  case rows([Attempt])
  /// A part of what the throttle counts.
  case throttle(ThrottleState)
  /// Some positions of accounts that were not added, in rising order.
  case positions([Int])
  /// The end of a list; of a page, with the place where the next one begins.
  case end(next: AttemptID?)
  /// Whether the account was added.
  case addition(AccountAddition)
  /// Whether there was an account to change, or a link to end.
  case lookup(AccountLookup)
  /// Whether the account has another email.
  case renaming(AccountRenaming)
  /// Some subjects, by provider and name.
  case subjects([Subject])
  /// Whether the subject is linked to the account.
  case linking(SubjectLinking)
  /// The lengths of passwords that have ever been allowed.
  case lengths(ClosedRange<Int>)
  /// The session of a token; nil if it is no valid token.
  case session(Session?)
  /// The number of sessions ended, or of failures forgotten.
  case count(Int)
  /// The end of a change of password.
  case ended(Ending)
  /// It cannot be done, for the reason given.
  case unavailable(Unavailability)

  /// Whether more follows it for the same request.
  public var isPart: Bool {
    switch self {
    case .accounts, .sessions, .rows, .throttle, .positions, .subjects: true
    default: false
    }
  }
}

/// The service, as it introduces itself to administrators, and the rules that their programs follow.
public struct AdminWelcome: Sendable, Hashable {
  /// The version of the protocol in force.
  public let version: ProtocolVersion
  /// The keeper's own version.
  public let program: String
  /// Whether the store exists.
  public let hasStore: Bool
  /// The lengths allowed for a new password.
  public let newLengths: ClosedRange<Int>
  /// The cost of a new hash.
  public let hashCost: HashCost
  /// The rule for failures.
  public let throttle: Throttle

  /// An introduction.
  public init(
    version: ProtocolVersion = .current, program: String, hasStore: Bool, newLengths: ClosedRange<Int>,
    hashCost: HashCost, throttle: Throttle
  ) {
    self.version = version
    self.program = program
    self.hasStore = hasStore
    self.newLengths = newLengths
    self.hashCost = hashCost
    self.throttle = throttle
  }
}

// Lists in parts, each small enough for a message.

extension [AdminReply] {
  /// The replies that bring these accounts.
  public static func list(_ accounts: [AccountSummary]) -> [AdminReply] {
    accounts.chunks(of: 150).map { .accounts($0) } + [.end(next: nil)]
  }

  /// The replies that bring these sessions.
  public static func list(_ sessions: [Session]) -> [AdminReply] {
    sessions.chunks(of: 120).map { .sessions($0) } + [.end(next: nil)]
  }

  /// The replies that bring the page.
  public static func list(_ page: AttemptPage) -> [AdminReply] {
    page.attempts.chunks(of: 40).map { .rows($0) } + [.end(next: page.next)]
  }

  /// The replies that bring all that the throttle counts.
  public static func list(_ state: ThrottleState) -> [AdminReply] {
    let runs = state.runs.map { ($0.key, $0.value) }.chunks(of: 90).map { part in
      AdminReply.throttle(ThrottleState(runs: Dictionary(uniqueKeysWithValues: part)))
    }
    let pending = state.pending.map { ($0.key, $0.value) }.chunks(of: 90).map { part in
      AdminReply.throttle(ThrottleState(pending: Dictionary(uniqueKeysWithValues: part)))
    }
    return runs + pending + [.end(next: nil)]
  }

  /// The replies that bring these subjects.
  public static func list(_ subjects: [Subject]) -> [AdminReply] {
    subjects.chunks(of: 150).map { .subjects($0) } + [.end(next: nil)]
  }

  /// The replies that bring these positions.
  public static func list(_ positions: [Int]) -> [AdminReply] {
    positions.chunks(of: 15_000).map { .positions($0) } + [.end(next: nil)]
  }
}
