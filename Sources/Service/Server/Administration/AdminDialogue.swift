import Identity
import Secrets
import Messages

/// The rules of an administrator's connection: each message gives the next ``Step``. It is a pure value, and
/// ``Administration`` does what it says. One request is under way at a time.
struct AdminDialogue {
  /// The next thing to do.
  enum Step {
    /// Do the work of a request, which is complete.
    case run(AdminJob, UInt16)
    /// Wait for the rest of a request.
    case awaitRest
    /// Keep the secret: another one follows.
    case keepSecret
    /// Nothing.
    case rest
    /// End the connection, with a last word if there is one.
    case part(AdminReply?, UInt16)
  }

  private enum Phase {
    /// Nothing was said yet.
    case strange
    case open
    /// The request of that number has batches to come.
    case gathering(UInt16)
    /// The request of that number has secrets to come, of these kinds.
    case secrets(EmailAddress, AttemptSource, [SecretKind], UInt16)
    case working(AdminJob)
    case over
  }

  private var phase = Phase.strange
  /// The accounts of the batches so far.
  private var gathered: [NewAccount] = []

  /// The most accounts of one import, so that nobody fills the keeper's memory.
  static let mostAccounts = 1_000_000

  /// The program sent a request.
  mutating func take(_ request: AdminRequest, _ number: UInt16) -> Step {
    switch (phase, request) {
    case (.over, _): return .rest
    case (.strange, .hello(let version, _)):
      guard ProtocolVersion.common(version, .current) != nil else {
        return part(.unavailable(.version(.current)), number)
      }
      return run(.greet, number)
    case (.strange, _): return part(.unavailable(.notNow), number)
    case (.open, .batch(let accounts)): return gather(accounts, number)
    case (.gathering(number), .batch(let accounts)): return gather(accounts, number)
    case (.open, .addAll(let addition, let lengths, let source)),
      (.gathering(number), .addAll(let addition, let lengths, let source)):
      defer { gathered = [] }
      return run(.addAll(gathered, addition, allowing: lengths, source), number)
    case (.open, .changePassword(let email, let source)):
      phase = .secrets(email, source, [.password, .newPassword], number)
      return .awaitRest
    case (.open, .hello), (.gathering, _), (.secrets, _), (.working, _): return part()
    case (.open, _): return run(.answer(request), number)
    }
  }

  /// The program sent a secret.
  mutating func take(_ secret: SecretPrefix) -> Step {
    guard case .secrets(let email, let source, let kinds, secret.sequence) = phase, kinds.first == secret.kind,
      secret.challenge == nil
    else { return part() }
    guard kinds.count == 1 else {
      phase = .secrets(email, source, Array(kinds.dropFirst()), secret.sequence)
      return .keepSecret
    }
    return run(.changePassword(email, source), secret.sequence)
  }

  /// A message broke the protocol, or the program was too slow.
  mutating func offend() -> Step { part() }

  /// The work is done, with these replies. A program that got no welcome must leave.
  mutating func finished(_ replies: [AdminReply], _ number: UInt16) -> Step {
    guard case .working(let job) = phase else { return .rest }
    if case .greet = job, case .unavailable? = replies.last { return part(replies.last, number) }
    phase = .open
    return .rest
  }

  private mutating func gather(_ accounts: [NewAccount], _ number: UInt16) -> Step {
    gathered += accounts
    guard gathered.count <= Self.mostAccounts else { return part() }
    phase = .gathering(number)
    return .awaitRest
  }

  private mutating func run(_ job: AdminJob, _ number: UInt16) -> Step {
    phase = .working(job)
    return .run(job, number)
  }

  private mutating func part(_ word: AdminReply? = nil, _ number: UInt16 = 0) -> Step {
    if case .over = phase { return .rest }
    phase = .over
    gathered = []
    return .part(word, number)
  }
}

/// Work for the store, which an ``AdminDialogue`` wants done on a thread of its own.
enum AdminJob: Sendable, Equatable {
  /// Say welcome.
  case greet
  /// Do what a request of one message says.
  case answer(AdminRequest)
  /// Add the accounts of all batches in one step.
  case addAll([NewAccount], BulkAddition, allowing: ClosedRange<Int>, AttemptSource)
  /// Change a password. The current one and the new one are beside it.
  case changePassword(EmailAddress, AttemptSource)
}
