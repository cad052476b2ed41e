import Identity
import IdentitySQLite
import Programs
import Resources
import Secrets
import Sentences

/// The store, and the use cases that work on it.
struct Composition {
  let store: any AccountStore & SessionStore & AttemptLog & ThrottleStore & SubjectStore
  private let presence: StorePresence
  let settings: Settings
  private let argon2id: Argon2id

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
    store = SQLiteStore(file: file, retention: settings.retention, journal: settings.journal)
  }

  /// Whether the store exists, so that commands that only read do not create one.
  var hasStore: Bool { presence == .present }

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
      authenticator: PasswordAuthenticator(accounts: store, argon2id: argon2id), attempts: store, accounts: store,
      source: source, throttle: settings.throttle,
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
      StoreFile(path: try storePath)
    }
  }
}
