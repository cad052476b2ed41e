import Glibc
import Identity
import IdentitySQLite
import Keeper
import OneTimeCodes
import Programs
import Resources
import Sentences
import Unix
import Wire

/// The store and the rules that the settings name; or the reason why there are none, which the form is told.
struct Opened {
  let office: Result<Office, Unavailability>
  /// The store, to be closed in the end.
  private(set) var store: SQLiteStore?

  /// - Parameter crew: Starts the workers that prove names.
  init(_ options: KeeperOptions, _ crew: WorkerCrew) {
    do throws(Failure) {
      let settings = try Settings.ofKeeper(options: options.choices, file: options.config)
      let opened = OpenedStore(settings, at: try settings.storePath)
      let office = try opened.office(settings, crew, verifiers: [geteuid()]) { stranger in
        // Tells the administrator whom to link, by the text that `signin account link` takes.
        StandardStreams.writeDiagnostic(
          translated(
            "{subject} can't sign in: no account is linked to it. See signin account link.", ["subject": stranger.text])
        )
      }
      store = opened.store
      self.office = .success(office)
    } catch {
      // Where the form is on a screen, nobody sees this sentence.
      StandardStreams.writeDiagnostic(error.sentence)
      office = .failure(.settings)
    }
  }
}

/// A store at a path, for any rules.
struct OpenedStore {
  let store: SQLiteStore
  private let file: StoreFile

  init(_ settings: Settings, at path: String) {
    file = StoreFile(path: path)
    store = SQLiteStore(file: file, retention: settings.retention, journal: settings.journal)
  }

  /// All that a keeper needs.
  /// - Parameters:
  ///   - crew: Starts the workers that prove names.
  ///   - verifiers: The uids that may ask whose session a token is, besides root and those in the settings.
  ///   - onStranger: Called when a worker proved somebody who has no account and gets none.
  func office(
    _ settings: Settings, _ crew: WorkerCrew, verifiers: Set<UInt32> = [],
    onStranger: @escaping @Sendable (Subject) -> Void
  ) throws(Failure) -> Office {
    let argon2id = try settings.argon2id
    let common = CommonPasswords(sortedLines: Passwords.common)
    let rules = Office.Rules(
      program: Program.version, newPassword: NewPasswordRules(policy: settings.passwordPolicy, common: common),
      argon2id: argon2id, throttle: settings.throttle, session: settings.session,
      signUp: settings.signUp.condition, verifyUIDs: settings.uidsThatVerify.union(verifiers), logins: settings.logins)
    let names = settings.logins.provider.map { provider in
      WorkerAuthenticator(of: provider, at: WorkerPlace(of: provider), crew, version: Program.version)
    }
    return Office(
      rules, store: store,
      authenticator: EitherAuthenticator(
        passwords: PasswordAuthenticator(accounts: store, argon2id: argon2id), names: names),
      steps: steps(settings, rules, SealingKeyFile(of: file)), onStranger: onStranger
    ) { [file] () throws(StoreError) in try file.inspect() == .present }
  }

  /// The second step comes before a new password, because a password alone does not prove enough to change it.
  private func steps(_ settings: Settings, _ rules: Office.Rules, _ keys: SealingKeyFile) -> Office.Steps {
    let clock = SystemClock()
    let code = CodeStep(store: store, keys: keys, clock: clock)
    let newPassword = NewPasswordStep(
      accounts: store, argon2id: rules.argon2id, rules: rules.newPassword, age: settings.passwordAge, clock: clock)
    func setUp(_ need: SetUpStep.Need) -> SetUpStep {
      SetUpStep(need, issuer: Environment.host ?? "signin", store: store, keys: keys, clock: clock)
    }
    var steps = Office.Steps()
    steps.signingIn = [code] + (settings.require == .secondStep ? [setUp(.ifMissing)] : []) + [newPassword]
    steps.settingUpSecondStep = [code, setUp(.always)]
    steps.linking = [code]
    return steps
  }
}

extension SQLiteStore {
  /// Closes the store, if that is possible soon. See Decisions/0060-close-the-store.md.
  @MainActor func close(_ loop: RunLoop, _ workers: WorkThreads) {
    var isOver = false
    let end = { @MainActor in
      isOver = true
      loop.stop()
    }
    _ = loop.timers.add(after: .milliseconds(50), end)
    Task(executorPreference: workers) {
      await self.close()
      await end()
    }
    while !isOver { _ = loop.run() }
  }
}

extension SignUpRule {
  /// When an account may be added; nil for never.
  fileprivate var condition: AdditionCondition? {
    switch self {
    case .first: .onlyFirst
    case .on: .always
    case .off: nil
    }
  }
}
