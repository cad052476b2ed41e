import Store
import Identity
import SQLiteStore
import ProgramSupport
import Settings
import Resources
import Secrets
import Sentences
import AccountService
import Messages

/// The store, and the use cases that work on it: a file that this program opens, or the store of a service.
struct StoreAccess {
  /// The ports of a store that commands need. No hash comes out of it.
  typealias Store = AccountAdministration & SubjectAdministration & SessionStore & AttemptReading & ThrottleStore

  let store: any Store
  /// Whether the store exists, so that commands that only read do not create one.
  let hasStore: Bool
  /// Whether an option, the environment or a file names the store.
  private let isNamed: Bool
  /// The rule for failures.
  let throttle: Throttle
  /// Whether keys without a touch count as a second step; nil if the service does not say.
  let takesSoftwareKeys: Bool?
  /// The file of the store; nil if a service keeps it.
  private let file: StoreFile?
  private let argon2id: Argon2id
  /// Changes a password for its owner. The program that has the hashes verifies the current one.
  let changingPassword: @Sendable (AttemptSource) -> any ChangingPassword
  /// The rule for the length of a new password.
  let policy: PasswordPolicy

  /// Inspects the store's file. The store itself opens in the background, with its first operation. A service is
  /// connected to at once: its rules are in force, not those of these settings.
  init(_ settings: Settings) throws(Failure) {
    isNamed = settings.origin(of: "store") != nil
    switch try settings.storeAddress {
    case .file(let path):
      argon2id = try settings.argon2id
      let file = StoreFile(path: path)
      hasStore = try usingStore { () throws(StoreError) in try file.inspect() } == .present
      (throttle, policy, self.file) = (settings.throttle, settings.passwordPolicy, file)
      let opened = SQLiteStore(file: file, retention: settings.retention, journal: settings.journal)
      (store, takesSoftwareKeys) = (opened, settings.takesSoftwareKeys)
      changingPassword = { [argon2id, throttle, policy] in
        ChangePasswordUseCase(
          authenticator: AccountAuthenticator(accounts: opened, argon2id: argon2id), attempts: opened, accounts: opened,
          source: $0, throttle: throttle, argon2id: argon2id, rules: Self.rules(policy))
      }
    case .postgreSQL: throw .notAdministeredHere
    case .service(let socket):
      let remote = try RemoteStore.connected(beside: socket)
      let cost = remote.rules.hashCost
      guard let hashing = try? Argon2id(memoryKiB: cost.memoryKiB, passes: cost.passes) else {
        throw Failure(.service(.nonsense))
      }
      argon2id = hashing
      hasStore = remote.rules.hasStore
      (throttle, policy, file) = (remote.rules.throttle, PasswordPolicy(length: remote.welcome.newLengths), nil)
      (store, takesSoftwareKeys) = (remote, remote.rules.takesSoftwareKeys)
      changingPassword = remote.changingPassword
    }
  }

  /// The store of a list; nil if there is none yet, and the list is empty.
  /// - Throws: A failure if a missing file is named, which is perhaps mistyped. The first account makes the default one.
  func listedStore() throws(Failure) -> (any Store)? {
    if hasStore { return store }
    if isNamed, let file { throw .missingStore(at: file.path) }
    return nil
  }

  /// The store, if it can have the account of `email`.
  func existingStore(for email: EmailAddress) throws(Failure) -> any Store {
    guard hasStore else { throw .noAccount(of: email) }
    return store
  }

  /// Fails if no account has that email, which is perhaps mistyped.
  @discardableResult
  func account(of email: EmailAddress) throws(Failure) -> KnownAccount {
    let store = try existingStore(for: email)
    let known = try waitingForStore { () async throws(StoreError) in try await store.knownAccount(of: email) }
    guard let known else { throw .noAccount(of: email) }
    return known
  }

  /// Changes the account of `email`.
  /// - Parameters:
  ///   - name: The command, for the log.
  ///   - failure: What it means that there is nothing to change.
  func change(
    _ email: EmailAddress, _ change: AccountChange, as name: String, orThrow failure: @autoclosure () -> Failure
  ) throws(Failure) {
    let store = try existingStore(for: email)
    let lookup = try waitingForStore { () async throws(StoreError) in
      try await store.change(email, change, from: .current(program: "account " + name))
    }
    guard case .found = lookup else { throw failure() }
  }

  /// Fails before a password is asked for if there can be no store to keep it.
  func addAccount(_ condition: AdditionCondition, from source: AttemptSource) throws(Failure) -> AddAccountUseCase {
    try usingStore { () throws(StoreError) in try file?.requireMakeable() }
    return AddAccountUseCase(accounts: store, source: source, argon2id: argon2id, rules: rules, condition)
  }

  func importAccounts(from source: AttemptSource) -> ImportAccountsUseCase {
    ImportAccountsUseCase(accounts: store, source: source, argon2id: argon2id, rules: rules)
  }

  func resetPassword(from source: AttemptSource) -> ResetPasswordUseCase {
    ResetPasswordUseCase(accounts: store, source: source, argon2id: argon2id, rules: rules)
  }

  /// The rules for new passwords.
  var rules: NewPasswordRules { Self.rules(policy) }

  private static func rules(_ policy: PasswordPolicy) -> NewPasswordRules {
    NewPasswordRules(policy: policy, common: WordList(sortedLines: Passwords.common))
  }
}

extension Failure {
  /// There is no file at the path of the store.
  static func missingStore(at path: String) -> Failure {
    Failure(
      .configuration,
      translated("{path} doesn't exist yet. Create it with: signin account add EMAIL.", ["path": path]))
  }

  /// Only signin-postgresql opens a database.
  static let notAdministeredHere = Failure(
    .configuration,
    translated(
      "Accounts in PostgreSQL are administered through their service. Use --store service:/PATH, such as {store}.",
      ["store": StoreAddress.service(socket: StoreAddress.machineSocket).url]))
}
