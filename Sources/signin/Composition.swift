import Identity
import IdentitySQLite
import Programs
import Resources
import Secrets
import Unix

/// The store of the form, and the use cases that work on it.
struct Composition {
  let store: any AccountStore & SessionStore & AttemptLog
  let presence: StorePresence
  let settings: Settings
  private let argon2id: Argon2id
  private let closing: @Sendable () async -> Void

  /// Inspects the store's file. The store itself opens in the background, with its first operation.
  init(_ settings: Settings) throws(Failure) {
    self.settings = settings
    argon2id = try settings.argon2id
    let file = StoreFile(path: try settings.storePath)
    do {
      presence = try file.inspect()
    } catch {
      throw Failure(error)
    }
    let store = SQLiteStore(file: file, retention: settings.retention, journal: settings.journal)
    self.store = store
    closing = { await store.close() }
  }

  /// Closes the store before the program exits or executes a command, and does `work` meanwhile. Waits at most 50 ms:
  /// nothing is lost if a busy store stays open. See Decisions/0060-close-the-store.md.
  func close(while work: () -> Void = {}) {
    let closing = LastWork(closing)
    work()
    closing.wait(atMost: 50)
  }

  private var authenticator: PasswordAuthenticator { PasswordAuthenticator(accounts: store, argon2id: argon2id) }

  func signIn(from source: AttemptSource, opensSession: Bool) -> SignInUseCase {
    SignInUseCase(
      authenticator: authenticator, attempts: store, sessions: store, source: source, throttle: settings.throttle,
      session: opensSession ? .open(settings.session) : .none)
  }

  func addAccount(_ condition: AdditionCondition, from source: AttemptSource) -> AddAccountUseCase {
    AddAccountUseCase(accounts: store, source: source, argon2id: argon2id, rules: rules, condition)
  }

  func changePassword(from source: AttemptSource) -> ChangePasswordUseCase {
    ChangePasswordUseCase(
      authenticator: authenticator, attempts: store, accounts: store, source: source, throttle: settings.throttle,
      argon2id: argon2id, rules: rules)
  }

  var rules: NewPasswordRules {
    NewPasswordRules(policy: settings.passwordPolicy, common: CommonPasswords(sortedLines: Passwords.common))
  }
}
