import Identity
import Secrets
import TestSupport
import Testing

/// How attempts are settled, the same in all stores.
@Suite("Settling an attempt")
struct SettlingTransactionTests {
  private let now = Timestamp(milliseconds: 1_000_000)
  private let account = Account(
    id: 7, email: email("ann@example.com"), passwordHash: nil, isLocked: false, revision: 1)
  private var attempt: Attempt {
    Attempt(
      id: AttemptID(time: now, number: 1), time: now, email: account.email, outcome: .pending, source: .at("here"))
  }

  /// A transaction in which the attempt is pending, after two failures.
  private func transaction(of attempt: Attempt? = nil) -> PlayedTransaction {
    let attempt = attempt ?? self.attempt
    let transaction = PlayedTransaction()
    let run = FailureRun(failures: 2, since: now, last: now)
    transaction.state.runs = [attempt.throttleKey: run]
    transaction.state.pending = [attempt.id: PendingAttempt(key: attempt.throttleKey, charged: now)]
    return transaction
  }

  private func settle(_ settlement: Settlement, in transaction: PlayedTransaction) throws -> Settled {
    try transaction.settle(attempt, as: settlement, under: Throttle(), at: now)
  }

  @Test("as signed in clears the failures, and opens a session if one is wanted", arguments: [false, true])
  func signedIn(wantsSession: Bool) throws {
    let transaction = transaction()
    let new = NewSession(token: SecureToken().digest, lifetime: SessionLifetime(), uid: 1, place: nil)
    let settled = try settle(.signedIn(account, opening: wantsSession ? new : nil), in: transaction)
    #expect(settled == .signedIn(wantsSession ? transaction.session : nil))
    #expect(transaction.state.runs.isEmpty && transaction.state.pending.isEmpty)
    #expect(transaction.rows.map(\.outcome) == [.signedIn] && transaction.rows.map(\.email) == [nil])
  }

  @Test("as signed in is a refusal if the account has changed meanwhile, and the third one blocks")
  func changed() throws {
    let transaction = transaction()
    transaction.isUnchanged = false
    #expect(try settle(.signedIn(account, opening: nil), in: transaction) == .refused(blockedFor: 1))
    #expect(transaction.state.runs[attempt.throttleKey]?.failures == 3)
    #expect(transaction.rows.map(\.outcome) == [.refused])
  }

  @Test("by another provider is one of the account that the person is linked to")
  func linked() throws {
    let subject = Subject(provider: "pam", id: "ann")
    let transaction = transaction()
    transaction.holder = account.id
    #expect(try settle(.signedInAs(subject, account, opening: nil), in: transaction) == .signedIn(nil))
    #expect(transaction.rows.map(\.email) == [account.email])
    // and of nobody who is linked to another account, or whose account has changed
    for (holder, isUnchanged) in [(8, true), (nil, true), (account.id, false)] as [(Int64?, Bool)] {
      let transaction = self.transaction()
      (transaction.holder, transaction.isUnchanged) = (holder, isUnchanged)
      #expect(try settle(.signedInAs(subject, account, opening: nil), in: transaction) == .refused(blockedFor: 1))
      #expect(transaction.rows.map(\.outcome) == [.refused])
    }
  }

  @Test("of a name that nobody had when it was charged clears the failures of the account that has it now")
  func unknownName() throws {
    let unknown = EmailAddress(unknown: account.email, by: LoginKey())
    let attempt = Attempt(
      id: self.attempt.id, time: now, email: unknown, outcome: .pending, source: self.attempt.source)
    let transaction = transaction()
    transaction.state.pending = [:]
    let settled = try transaction.settle(attempt, as: .signedIn(account, opening: nil), under: Throttle(), at: now)
    #expect(settled == .signedIn(nil))
    #expect(transaction.state.runs.isEmpty)
  }

  @Test(
    "as anything else leaves a failure, but for answers that prove nothing",
    arguments: [
      (.refused, .refused(blockedFor: 1), .refused, 3), (.unconfirmed, .refused(blockedFor: 1), .unconfirmed, 3),
      (.cancelled, .cancelled, .cancelled, 3), (.passed, .passed, .passed, 2),
      (.notAccepted, .notAccepted, .notAccepted, 2),
    ] as [(Settlement, Settled, AttemptOutcome, Int)])
  func others(settlement: Settlement, settled: Settled, outcome: AttemptOutcome, failures: Int) throws {
    let transaction = transaction()
    #expect(try settle(settlement, in: transaction) == settled)
    #expect(transaction.state.runs[attempt.throttleKey]?.failures == failures)
    #expect(transaction.state.pending.isEmpty)
    #expect(transaction.rows.map(\.outcome) == [outcome])
  }
}

/// A store's transaction, of which a test decides what it finds.
private final class PlayedTransaction: SettlingTransaction {
  var state = ThrottleState()
  var holder: Int64?
  var isUnchanged = true
  let session = Session(
    id: SessionID(), email: email("ann@example.com"), opened: Timestamp(milliseconds: 0),
    lastUsed: Timestamp(milliseconds: 0), lifetime: SessionLifetime())
  /// The settled rows, and the email that each has from then on.
  private(set) var rows: [(outcome: AttemptOutcome, email: EmailAddress?)] = []

  func throttleState(about key: ThrottleKey, at now: Timestamp) -> ThrottleState { state }

  func keep(_ after: ThrottleState, insteadOf before: ThrottleState) { state = after }

  func holder(of subject: Subject) -> Int64? { holder }

  func recordSignIn(to account: Account, of email: EmailAddress, at now: Timestamp) -> Bool { isUnchanged }

  func open(_ new: NewSession, for account: Account, at now: Timestamp) -> Session { session }

  func settle(_ attempt: Attempt, as outcome: AttemptOutcome) { rows.append((outcome, nil)) }

  func settle(_ attempt: Attempt, as outcome: AttemptOutcome, of email: EmailAddress) { rows.append((outcome, email)) }
}
