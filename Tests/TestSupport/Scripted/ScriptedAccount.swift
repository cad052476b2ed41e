public import Identity
internal import SSHKeys
import Synchronization

/// An account that is read as the test says.
public final class ScriptedAccount: ReadingAccount {
  private struct State {
    var result: Result<AccountOverview, StoreError>
    var readings = 0
    var activity = ScriptedActivity()
  }

  private let state: Mutex<State>

  /// An account that is read like that.
  public init(_ result: Result<AccountOverview, StoreError>) {
    state = Mutex(State(result: result))
  }

  /// Its log.
  public var activity: ScriptedActivity {
    get { state.withLock { $0.activity } }
    set { state.withLock { $0.activity = newValue } }
  }

  public func page(of search: AttemptSearch, before id: AttemptID?) async throws(StoreError) -> AttemptPage {
    try await activity.page(of: search, before: id)
  }

  public func previousSignIn() async throws(StoreError) -> PreviousSignIn? { try await activity.previousSignIn() }

  /// What the next reading finds.
  public var result: Result<AccountOverview, StoreError> {
    get { state.withLock { $0.result } }
    set { state.withLock { $0.result = newValue } }
  }

  /// How often it was read.
  public var readings: Int { state.withLock { $0.readings } }

  public func overview() async throws(StoreError) -> AccountOverview {
    try state.withLock { state in
      state.readings += 1
      return state.result
    }.get()
  }
}

extension AccountOverview {
  /// An account with a session of its own, and other sessions at these places, of which the first was opened last. Its
  /// password was set 41 days before `now`.
  /// - Parameters:
  ///   - now: The time of the reading.
  ///   - others: The terminals, hosts and programs of the other sessions, each opened an hour before the one before it.
  ///   - codes: The recovery codes left, two days after two-step sign-in was turned on; nil if it is off.
  ///   - keys: The names of its keys, added a day before and used an hour before; nil if the service knows none.
  ///   - hasCodes: Whether a device makes codes, too.
  public static func sample(
    at now: Timestamp, others: [(tty: String, host: String, program: String)] = [], codes: Int? = nil,
    keys: [String]? = nil, hasCodes: Bool? = true
  ) -> AccountOverview {
    func session(_ number: Int, _ source: AttemptSource) -> Session {
      let opened = now.advanced(by: .seconds(-3600 * number))
      return Session(
        id: SessionID(), email: email("ada@lovelace.example"), opened: opened, lastUsed: now,
        lifetime: SessionLifetime(), uid: 1000, place: SessionPlace(source))
    }
    let own = session(0, .at("here"))
    let all = others.enumerated().map { number, place in
      session(
        number + 1, AttemptSource(tty: place.tty, uid: 1000, host: place.host, program: place.program))
    }
    return AccountOverview(
      sessions: [own] + all, own: own.id,
      twoStep: codes.map {
        TwoStep(since: now.advanced(by: .seconds(-2 * 86_400)), recoveryCodes: $0, hasCodes: hasCodes)
      },
      passwordSet: now.advanced(by: .seconds(-41 * 86_400)),
      keys: keys.map { names in
        names.map {
          AccountKey(
            .sample, name: $0, added: now.advanced(by: .seconds(-86_400)), lastUsed: now.advanced(by: .seconds(-3600)))
        }
      })
  }
}
