import Glibc
import Identity
import Programs
import Resources
import SignIn
import SignInUI
import Signals
import Unix
import Wire

/// The form's keeper, and the use cases that ask it. The keeper opens the store, in a process of its own: one that this
/// program starts, or a service.
@MainActor final class Composition {
  let settings: Settings
  /// Whether the form locks the terminal.
  var isLock: Bool { options.lock != nil }
  /// Whether the store exists, so far as the form can tell. Only the keeper looks into it, and a service has one.
  let hasStore: Bool
  /// Whether a service keeps the store. Its rules are its own, and come with its welcome.
  let isService: Bool
  /// The logins that are taken, so far as the form can tell before the welcome.
  var logins: LoginKind { takenLogins.value }
  /// A sentence that the user must still know after the form.
  var parting: String?
  /// Called when the keeper says whether there are accounts.
  var onWelcome: (Welcome) -> Void = { _ in }
  /// Called when the keeper refuses to work with the store at all.
  var onRefusal: (StoreError) -> Void = { _ in }
  /// Called when the keeper says that the user's session has ended.
  var onSessionEnd: () -> Void = {}
  /// Called when the keeper can't be reached, before the form says so.
  var onFault: () -> Void = {}

  let client: KeeperClient
  /// The session that a sign-in leaves at its terminal.
  let kept: KeptSession
  /// Serves the client where there is no terminal, or no longer one.
  private let loop: RunLoop
  private let options: FormOptions
  private let acceptedLengths = Property<PasswordPolicy?>(nil)
  private let newPolicy = Property<PasswordPolicy?>(nil)
  private let faults = Relay<StoreError>()
  private let takenLogins: Property<LoginKind>
  private let offersSignUp: Property<Bool>
  private let queue = Relay<Int>()

  /// Starts nothing yet.
  init(_ options: FormOptions, _ settings: Settings) throws(Failure) {
    self.options = options
    self.settings = settings
    kept = KeptSession(settings, isWanted: options.keepsSession)
    let keeper: any KeeperClient.Keeper
    let address = try settings.storeAddress
    switch address {
    case .file(let path):
      var status = stat()
      hasStore = stat(path, &status) == 0 || errno != ENOENT && errno != ENOTDIR
      keeper = try Self.embedded("signind", address, options, settings, absence: .missing)
      isService = false
    case .postgreSQL:
      (hasStore, isService) = (true, false)
      keeper = try Self.embedded("signind-postgresql", address, options, settings, absence: .missingForPostgreSQL)
    case .service(let socket):
      (hasStore, isService) = (true, true)
      keeper = ServiceKeeper(at: socket)
    }
    takenLogins = Property(settings.logins)
    offersSignUp = Property(!isService && settings.signUp == .on)
    RunLoop.serveAllTasks()
    loop = RunLoop(signals: -1)
    client = KeeperClient(loop, Hello(program: Program.version, source: .current(program: options.program)), keeper)
    client.onWelcome = { [unowned self] in
      acceptedLengths.send(PasswordPolicy(length: $0.acceptedLengths))
      newPolicy.send(PasswordPolicy(length: $0.newLengths))
      takenLogins.send($0.logins)
      offersSignUp.send($0.signUp == .always)
      onWelcome($0)
    }
    client.onSessionEnd = { [unowned self] in
      kept.forget()
      onSessionEnd()
    }
    client.onQueue = { [unowned self] in queue.send($0) }
    client.onFault = { [unowned self] in
      // A form that once worked keeps the typed text, and says the reason when the user asks. A lock never gives up.
      if $0.concernsKeeper {
        onFault()
        return faults.send($0)
      }
      if isLock { faults.send($0) } else if newPolicy.value == nil { onRefusal($0) }
    }
  }

  /// A keeper of this form alone.
  private static func embedded(
    _ program: String, _ address: StoreAddress, _ options: FormOptions, _ settings: Settings, absence: KeeperFault
  ) throws(Failure) -> EmbeddedKeeper {
    // The keeper reads the same files. Here a mistake in them is said before the screen is taken.
    _ = try settings.argon2id
    let accounts = options.choices.lazy.filter { $0.setting.name == "accounts" }.compactMap(\.optionText).first
    return EmbeddedKeeper(
      at: Installation.program(named: program),
      ["--embedded", "--store", address.url] + (options.config.map { ["--config", $0] } ?? [])
        + (accounts.map { ["--accounts", $0] } ?? []), absence: absence)
  }

  /// The dependencies of all scenes, with or without a screen.
  func dependencies(_ scheduler: LoopScheduler) -> SceneDependencies {
    var signInSettings = SignInViewModel.Settings()
    signInSettings.form.email = options.email
    signInSettings.form.timing = settings.validation == .live ? .live : .late
    signInSettings.form.showsHints = settings.hints == .on
    signInSettings.form.suggestsDomains = settings.hints != .off
    signInSettings.attempts = settings.attempts
    signInSettings.lock = options.lock
    if case .name = logins, options.isPersonal && !isService { signInSettings.ownName = Environment.userName }
    var dependencies = SceneDependencies(accounts(scheduler), clock: SystemClock(), scheduler: scheduler)
    dependencies.settings = signInSettings
    dependencies.idleSeconds = options.idleSeconds(settings)
    if options.isPersonal {
      dependencies.memory = Environment.rememberedEmail.map { RememberedEmail(path: $0, logins) }
    }
    dependencies.didSignIn = { [client, kept] in
      kept.keep($0)
      client.session = $0.token
    }
    return dependencies
  }

  private func accounts(_ scheduler: LoopScheduler) -> Accounts {
    let signIn = signIn
    var accounts = Accounts(signIn: signIn, tally: AttemptTally(scheduler: scheduler))
    if options.isPersonal {
      if isService || settings.signUp != .off {
        accounts.signUp = signIn
        accounts.offersSignUp = offersSignUp.signal
      }
      accounts.ownAccount = { [unowned self] in ownAccount(of: $0) }
    }
    accounts.logins = takenLogins.signal
    accounts.passwordLength = acceptedLengths.signal
    accounts.rules = newPolicy.signal.map { policy in
      policy.map { NewPasswordRules(policy: $0, common: CommonPasswords(sortedLines: Passwords.common)) }
    }
    accounts.faults = faults.signal
    accounts.queue = queue.signal
    return accounts
  }

  /// Signs in, as the options want it.
  var signIn: SigningInAtTerminal {
    let (opens, keeps, settings) = (options.opensSession, options.keepsSession, self.settings)
    return SigningInAtTerminal(client: client, requiresSecondStep: options.requiresSecondStep) {
      opens || keeps && KeptSession.canBeKept(settings)
    }
  }

  private func ownAccount(of signedIn: SignedIn) -> OwnAccount {
    var link: LinkedName?
    if case .either = logins { link = LinkedName(client: client, logins: logins) }
    return OwnAccount(
      signedIn.email, activity: RemoteActivity(client), changePassword: RemotePasswordChange(client),
      secondStep: RemoteSigningIn.settingUpSecondStep(client), link: link)
  }

  /// Waits until the keeper says that somebody can sign in.
  @discardableResult
  func findAccounts() throws(Failure) -> Welcome {
    let client = client
    let welcome: Welcome
    do throws(StoreError) {
      welcome = try wait { () async throws(StoreError) in try await client.welcome() }
    } catch {
      throw Failure(error)
    }
    guard !welcome.hasNobody else { throw .noAccounts }
    return welcome
  }

  /// Does work that asks the keeper, where no terminal is waited for.
  func wait<Value, Problem: Error>(
    for work: @escaping @MainActor () async throws(Problem) -> Value
  ) throws(Problem) -> Value {
    client.move(to: loop)
    return try loop.run(work)
  }

  /// Waits no longer than `limit` for an answer that nobody needs. Nil without one.
  @discardableResult
  func wait<Value, Problem: Error>(
    atMost limit: Duration, for work: @escaping @MainActor () async throws(Problem) -> Value
  ) -> Value? {
    client.move(to: loop)
    var value: Value?
    let timer = loop.timers.add(after: limit) { [loop] in loop.stop() }
    Task { [loop] in
      value = try? await work()
      loop.stop()
    }
    _ = loop.run()
    loop.timers.cancel(timer)
    return value
  }

  /// Ends the keeper before this program becomes another one. On a busy disk the keeper takes seconds to close the store.
  /// See Decisions/0060-close-the-store.md.
  func endKeeper() { client.end(within: 5000, else: .kill) }

  /// Waits a little for the end of the keeper, which ends by itself when this program exits. Nothing is lost if it is
  /// still at work. See Decisions/0060-close-the-store.md.
  func leaveKeeper() { client.end(within: 50, else: .leave) }
}

extension StoreError {
  /// Whether the keeper, and not its store, can't be asked. It may be there for the next attempt.
  fileprivate var concernsKeeper: Bool {
    switch self {
    case .keeper, .service, .server: true
    case .unreachable, .damaged, .untrusted, .inputOutput, .notRecorded, .hashing: false
    }
  }
}

extension Welcome {
  /// Whether nobody can sign in. A provider knows people who have no account yet.
  var hasNobody: Bool { !hasAccounts && logins == .email }
}
