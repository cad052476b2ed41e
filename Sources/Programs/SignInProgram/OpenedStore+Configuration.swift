package import Identity
package import AccountService
package import ProgramSupport
package import Settings
import Resources
package import Unix
package import Workers

extension OpenedStore {
  /// All that an account service needs, for any rules.
  /// - Parameters:
  ///   - pool: Starts the workers that prove names.
  ///   - onStranger: Called when a worker proved somebody who has no account and gets none.
  package func configuration(
    _ settings: Settings, _ pool: WorkerPool, onStranger: @escaping @Sendable (Subject) -> Void
  ) throws(Failure) -> AccountService.Configuration {
    let argon2id = try settings.argon2id
    let common = WordList(sortedLines: Passwords.common)
    var rules = AccountService.Rules(
      program: Program.version, newPassword: NewPasswordRules(policy: settings.passwordPolicy, common: common),
      argon2id: argon2id, throttle: settings.throttle, session: settings.session,
      signUp: settings.signUp.condition, verifyUIDs: settings.uidsThatVerify, logins: settings.logins,
      approval: settings.approval)
    rules.takesSoftwareKeys = settings.takesSoftwareKeys
    let names = settings.logins.provider.map { provider in
      WorkerAuthenticator(
        of: provider, at: WorkerPlace(of: provider, arguments: settings.approvalArguments), pool,
        version: Program.version, title: settings.approval?.title)
    }
    return AccountService.Configuration(
      rules, store: ports,
      authenticator: AccountAuthenticator(accounts: ports, argon2id: argon2id, names: names),
      steps: steps(settings, rules), onStranger: onStranger,
      health: { [ports, keys] in await StoreHealth(of: ports, keys) }, hasStore: isPresent)
  }

  /// The second step comes before a new password, because a password alone does not prove enough to change it.
  private func steps(_ settings: Settings, _ rules: AccountService.Rules) -> AccountService.Steps {
    let clock = SystemClock()
    let issuer = Environment.serviceName
    let keyRules = KeyRules(service: issuer, takesSoftwareKeys: rules.takesSoftwareKeys)
    let secondStep = SecondFactorStep([
      KeyFactor(keyRules, store: ports), CodeFactor(store: ports, keys: keys, clock: clock),
      RecoveryCodeFactor(store: ports),
    ])
    let newPassword = NewPasswordStep(
      accounts: ports, argon2id: rules.argon2id, rules: rules.newPassword, age: settings.passwordAge, clock: clock)
    func setUp(_ need: SetUpStep.Need) -> SetUpStep {
      SetUpStep(need, issuer: issuer, store: ports, keys: keys, clock: clock)
    }
    var steps = AccountService.Steps()
    steps.signingIn = [secondStep] + (settings.require == .secondStep ? [setUp(.ifMissing)] : []) + [newPassword]
    steps.confirming = [secondStep]
    steps.settingUpSecondStep = setUp(.always)
    steps.addingKey = AddKeyStep(keyRules, store: ports)
    return steps
  }

  /// Closes the store, if that is possible within 4 s: a service that ends does not wait for a busy one. See
  /// Decisions/0103-one-process.md.
  @MainActor package func close(_ loop: RunLoop, _ workers: WorkThreads) {
    loop.run(atMost: .seconds(4)) { await withTaskExecutorPreference(workers) { await close() } }
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
