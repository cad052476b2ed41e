public import AccountService
import Glibc
public import Identity
public import Secrets
import Synchronization
public import TestSupport
public import Unix

/// The store and the rules of an account service, in a test.
@MainActor open class ServiceFixture {
  public let clock = ManualClock()
  public let store: InMemoryStore
  public let gate = Gate()
  public let deadlines = Deadlines()
  private let ahead = Ahead()
  public var signUp: AdditionCondition? = .onlyFirst
  public var throttle = Throttle()
  public var verifyUIDs: Set<UInt32> = [geteuid()]
  public var hasStore: @Sendable () throws(StoreError) -> Bool = { true }
  /// Proves who it is, in place of the passwords of the store.
  public var authenticator: (any Authenticator)?
  /// The names under which people can sign in; nil for emails, and names if somebody proves them.
  public var logins: LoginKind?
  /// Proves names of the provider `test`.
  public var names: (@MainActor (RunLoop) -> any Authenticator)?
  public var steps = AccountService.Steps()
  public let strangers = UnlinkedSubjects()

  public static let cheap = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 1))
  public static let source = AttemptSource(tty: "pts/3", uid: 4242, host: "192.0.2.7", program: "menu")
  public static let hello = Request.hello(Hello(program: "test", source: source))
  public nonisolated static let ada = email("ada@lovelace.example")
  public nonisolated static let secret = "correct horse"

  public init() {
    store = InMemoryStore(clock: clock)
  }

  /// A reply that a test can't go on with.
  public struct Unexpected: Error {
    let reply: String

    public init(_ reply: Reply?) {
      self.reply = "\(reply, default: "the end")"
    }
  }

  /// A loop whose timers ``skip(_:)`` makes due.
  public func loop() -> RunLoop { RunLoop(signals: -1) { [ahead] in Timers.now + ahead.duration } }

  /// A loop whose timers only ``skip(_:)`` makes due.
  public func stillLoop() -> RunLoop { RunLoop(signals: -1) { [ahead] in ahead.duration } }

  /// Makes the timers of its loops due that would be due after that time. All tests share the main actor, so a short deadline
  /// would pass before the test has done what it is for.
  public func skip(_ duration: Duration) { ahead.duration += duration }

  /// How far the timers are ahead.
  private final class Ahead {
    var duration = Duration.zero
  }

  public func addAda() async throws { try await add(Self.ada) }

  public func add(_ email: EmailAddress) async throws {
    let hash = try Self.cheap.hash(try password(Self.secret))
    _ = try await store.add(email, hash, .always, from: .at("setup"))
  }

  public func dependencies(_ loop: RunLoop) -> AccountService.Configuration {
    let rules = AccountService.Rules(
      program: "server 1", newPassword: .sample(), argon2id: Self.cheap, throttle: throttle,
      session: SessionLifetime(), signUp: signUp, verifyUIDs: verifyUIDs,
      logins: logins ?? (names == nil ? .email : .either(provider: "test")))
    let authenticator =
      authenticator ?? AccountAuthenticator(accounts: store, argon2id: Self.cheap, names: names?(loop))
    return AccountService.Configuration(
      rules, store: store,
      authenticator: HeldAuthenticator(gate: gate, authenticator),
      steps: steps, onStranger: { [strangers] in strangers.take($0) }, hasStore: hasStore)
  }
}

/// The subjects without an account that an administrator was told of.
public final class UnlinkedSubjects: Sendable {
  private let subjects = Mutex<[Subject]>([])

  public var all: [Subject] { subjects.withLock { $0 } }

  func take(_ subject: Subject) { subjects.withLock { $0.append(subject) } }
}
