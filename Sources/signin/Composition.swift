import Glibc
import Identity
import Programs
import Resources
import SignIn
import SignInUI
import Signals
import Unix
import Wire

/// The form's keeper, and the use cases that ask it. The keeper opens the store, in a process of its own.
@MainActor final class Composition {
  let settings: Settings
  /// Whether the form locks the terminal.
  var isLock: Bool { options.lock != nil }
  /// Whether the store exists, so far as the form can tell. Only the keeper looks into it.
  let hasStore: Bool
  /// A sentence that the user must still know after the form.
  var parting: String?
  /// Called when the keeper says whether there are accounts.
  var onWelcome: (Welcome) -> Void = { _ in }
  /// Called when the keeper refuses to work with the store at all.
  var onRefusal: (StoreError) -> Void = { _ in }

  let client: KeeperClient
  /// The session that a sign-in leaves at its terminal.
  let kept: KeptSession
  /// Serves the client where there is no terminal, or no longer one.
  private let loop: RunLoop
  private let options: FormOptions
  private let acceptedLengths = Property<PasswordPolicy?>(nil)
  private let newPolicy = Property<PasswordPolicy?>(nil)
  private let faults = Relay<StoreError>()
  /// The names that the keeper takes, once it has said so.
  private var logins = LoginKind.email

  /// Starts nothing yet.
  init(_ options: FormOptions, _ settings: Settings) throws(Failure) {
    self.options = options
    self.settings = settings
    kept = KeptSession(settings, isWanted: options.keepsSession)
    // The keeper reads the same files. Here a mistake in them is said before the screen is taken.
    _ = try settings.argon2id
    let path = try settings.storePath
    var status = stat()
    hasStore = stat(path, &status) == 0 || errno != ENOENT && errno != ENOTDIR
    RunLoop.useMainThreadAlone()
    RunLoop.prepare()
    loop = RunLoop(signals: -1)
    let keeper = EmbeddedKeeper(
      at: Installation.program(named: "signind"),
      ["--embedded", "--store", "sqlite:" + path] + (options.config.map { ["--config", $0] } ?? []))
    client = KeeperClient(loop, Hello(program: Program.version, source: .current(program: options.program)), keeper)
    client.onWelcome = { [unowned self] in
      acceptedLengths.send(PasswordPolicy(length: $0.acceptedLengths))
      newPolicy.send(PasswordPolicy(length: $0.newLengths))
      logins = $0.logins
      onWelcome($0)
    }
    client.onFault = { [unowned self] in
      // A form that once worked keeps the typed text, and says the reason when the user asks. A lock never gives up.
      if case .keeper = $0 { return faults.send($0) }
      if isLock { faults.send($0) } else if newPolicy.value == nil { onRefusal($0) }
    }
  }

  /// The dependencies of all scenes, with or without a screen.
  func dependencies(_ scheduler: LoopScheduler) -> SceneDependencies {
    var signInSettings = SignInViewModel.Settings()
    signInSettings.form.email = options.email
    signInSettings.form.timing = settings.timing
    signInSettings.form.showsHints = settings.hints == .on
    signInSettings.form.suggestsDomains = settings.hints != .off
    signInSettings.attempts = settings.attempts
    signInSettings.lock = options.lock
    let (signIn, kept) = (signIn, kept)
    return SceneDependencies(
      signIn: signIn, signUp: options.isPersonal && settings.signUp != .off ? signIn : nil,
      offersSignUp: settings.signUp == .on,
      rules: newPolicy.signal.map { policy in
        policy.map { NewPasswordRules(policy: $0, common: CommonPasswords(sortedLines: Passwords.common)) }
      },
      passwordLength: acceptedLengths.signal, faults: faults.signal,
      memory: options.isPersonal ? Environment.rememberedEmail.map(RememberedEmail.init(path:)) : nil,
      activity: options.isPersonal ? activity : nil, didSignIn: { kept.keep($0) }, settings: signInSettings,
      idleSeconds: options.idleSeconds(settings), scheduler: scheduler)
  }

  /// Signs in, as the options want it.
  var signIn: SigningInAtTerminal {
    let (opens, keeps, settings) = (options.opensSession, options.keepsSession, self.settings)
    return SigningInAtTerminal(client: client, requiresSecondStep: options.requiresSecondStep) {
      opens || keeps && KeptSession.canBeKept(settings)
    }
  }

  private var activity: SceneDependencies.Activity {
    let client = client
    return SceneDependencies.Activity(
      clock: SystemClock(), changePassword: RemotePasswordChange(client),
      secondStep: RemoteSigningIn.settingUpSecondStep(client),
      link: { [unowned self] in
        guard case .either = logins else { return nil }
        return LinkedName(client: client, logins: logins)
      }
    ) { _ in
      RemoteActivity(client)
    }
  }

  /// Waits until the keeper says that there is an account.
  func findAccounts() throws(Failure) {
    let client = client
    let welcome: Welcome
    do throws(StoreError) {
      welcome = try wait { () async throws(StoreError) in try await client.welcome() }
    } catch {
      throw Failure(error)
    }
    guard welcome.hasAccounts else { throw .noAccounts }
  }

  /// Does work that asks the keeper, where no terminal is waited for.
  func wait<Value, Problem: Error>(
    for work: @escaping @MainActor () async throws(Problem) -> Value
  ) throws(Problem) -> Value {
    client.move(to: loop)
    return try loop.run(work)
  }

  /// Ends the keeper before this program becomes another one.
  func endKeeper() { client.end(within: 1000, else: .kill) }

  /// Waits a little for the end of the keeper, which ends by itself when this program exits. Nothing is lost if it is
  /// still at work. See Decisions/0060-close-the-store.md.
  func leaveKeeper() { client.end(within: 50, else: .leave) }
}
