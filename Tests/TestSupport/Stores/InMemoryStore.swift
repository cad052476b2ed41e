public import Identity
import Secrets
import Synchronization

/// All the stores in a few dictionaries: for tests that need a store, and as a second store that keeps the contract.
/// `failure` makes every operation fail.
public final class InMemoryStore: AccountStore, SessionStore, AttemptLog, ThrottleStore, SubjectStore, SecondStepStore,
  OwnerStore
{
  struct Sitting {
    var session: Session
    var digest: TokenDigest
  }

  struct State {
    var failure: StoreError?
    /// The operations that are done before ``failure``.
    var operationsLeft = 0
    var accounts: [EmailAddress: (account: Account, summary: AccountSummary)] = [:]
    var lastAccountID: Int64 = 0
    /// By the numbers of accounts.
    var recoveryCodes: [Int64: [RecoveryCodeDigest]] = [:]
    /// By the numbers of accounts.
    var keys: [Int64: [(key: AccountKey, counter: UInt32)]] = [:]
    /// The newest row of the log when an account was added.
    var since: [EmailAddress: AttemptID] = [:]
    var subjects: [Subject: Int64] = [:]
    var sittings: [Sitting] = []
    var attempts: [Attempt] = []
    var throttle = ThrottleState()
    var machineStart: MachineStart?
    var passwordLength: ClosedRange<Int>?
    let loginKey = LoginKey()
  }

  let clock: any WallClock
  private let state = Mutex(State())

  /// An empty store that reads `clock`.
  public init(clock: any WallClock) {
    self.clock = clock
  }

  /// The error that every operation throws from now on; nil for none.
  public var failure: StoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { ($0.failure, $0.operationsLeft) = (newValue, 0) } }
  }

  /// From now on so many operations are done, and then each throws that error.
  public func fail(_ error: StoreError, afterOperations count: Int) {
    state.withLock { ($0.failure, $0.operationsLeft) = (error, count) }
  }

  /// The number of attempts that are pending.
  public var pendingCount: Int { state.withLock { $0.throttle.pending.count } }

  /// One atomic step; throws ``failure`` instead if it is set.
  func step<R: Sendable>(_ body: (inout State, Timestamp) -> R) throws(StoreError) -> R {
    let result: Result<R, StoreError> = state.withLock { state in
      if let failure = state.failure {
        if state.operationsLeft == 0 { return .failure(failure) }
        state.operationsLeft -= 1
      }
      state.follow(clock.machineStart, at: clock.now())
      return .success(body(&state, clock.now()))
    }
    return try result.get()
  }
}
