import Glibc
import Identity
import IdentitySQLite
import Keeper
import OneTimeCodes
import Programs
import Resources
import Sentences
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
      let argon2id = try settings.argon2id
      let file = StoreFile(path: try settings.storePath)
      let store = SQLiteStore(file: file, retention: settings.retention, journal: settings.journal)
      let common = CommonPasswords(sortedLines: Passwords.common)
      let rules = Office.Rules(
        program: Program.version, newPassword: NewPasswordRules(policy: settings.passwordPolicy, common: common),
        argon2id: argon2id, throttle: settings.throttle, session: settings.session,
        signUp: settings.signUp.condition, verifyUIDs: settings.uidsThatVerify.union([geteuid()]),
        logins: settings.logins)
      self.store = store
      office = .success(
        Office(
          rules, store: store,
          authenticator: EitherAuthenticator(
            passwords: PasswordAuthenticator(accounts: store, argon2id: argon2id),
            names: settings.logins.provider.map {
              WorkerAuthenticator(of: $0, at: WorkerPlace(of: $0), crew, version: Program.version)
            }),
          steps: Self.steps(settings, rules, store, SealingKeyFile(of: file)), onStranger: Self.report
        ) { () throws(StoreError) in try file.inspect() == .present })
    } catch {
      // Where the form is on a screen, nobody sees this sentence.
      StandardStreams.writeDiagnostic(error.sentence)
      office = .failure(.settings)
    }
  }
}

extension Opened {
  /// Tells the administrator whom to link, by the text that `signin account link` takes.
  @Sendable private static func report(_ stranger: Subject) {
    StandardStreams.writeDiagnostic(
      translated("{subject} was proven, but has no account.", ["subject": stranger.text]))
  }

  /// The second step comes before a new password, because a password alone does not prove enough to change it.
  private static func steps(
    _ settings: Settings, _ rules: Office.Rules, _ store: SQLiteStore, _ keys: SealingKeyFile
  ) -> Office.Steps {
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
    return steps
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
