import Identity
import IdentitySQLite
import Resources
import Secrets
import Sentences

/// The store, and the use cases that work on it.
struct Composition {
  let store: any AccountStore & SessionStore & AttemptLog & ThrottleStore
  let presence: StorePresence
  let settings: Settings
  private let argon2id: Argon2id
  private let closing: @Sendable () async -> Void

  /// Inspects the store's file. The store itself opens in the background, with its first operation.
  init(_ settings: Settings) throws(Failure) {
    self.settings = settings
    argon2id = try settings.argon2id
    let file = try settings.storeFile
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

  /// Whether the store exists, so that commands that only read do not create one.
  var hasStore: Bool { presence == .present }

  private var authenticator: PasswordAuthenticator { PasswordAuthenticator(accounts: store, argon2id: argon2id) }

  func signIn(from source: AttemptSource, opensSession: Bool) -> SignInUseCase {
    SignInUseCase(
      authenticator: authenticator, attempts: store, sessions: store, source: source, throttle: settings.throttle,
      session: opensSession ? .open(settings.session) : .none)
  }

  func addAccount(_ condition: AdditionCondition, from source: AttemptSource) -> AddAccountUseCase {
    AddAccountUseCase(accounts: store, source: source, argon2id: argon2id, rules: rules, condition)
  }

  func importAccounts(from source: AttemptSource) -> ImportAccountsUseCase {
    ImportAccountsUseCase(accounts: store, source: source, argon2id: argon2id, rules: rules)
  }

  func resetPassword(from source: AttemptSource) -> ResetPasswordUseCase {
    ResetPasswordUseCase(accounts: store, source: source, argon2id: argon2id, rules: rules)
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

extension Settings {
  /// The file of the store.
  var storeFile: StoreFile {
    get throws(Failure) {
      guard let url = store else { return StoreFile(path: try Environment.store()) }
      guard url.hasPrefix("sqlite:"), url.utf8.count > 7 else {
        throw Failure(.configuration, translated("“{url}” isn't a store. Use sqlite:PATH.", ["url": url]))
      }
      return StoreFile(path: String(url.dropFirst(7)))
    }
  }
}
