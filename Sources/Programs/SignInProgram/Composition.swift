import Glibc
import Identity
import Sentences
import ProgramSupport
import Settings
import Resources
import SignIn
import SignInUI
import Signals
import Unix
import AccountService
import Messages

/// The accounts behind the form, in this process or at a service, and the parts of the form that ask them.
@MainActor final class Composition {
  let settings: Settings
  /// Whether the form locks the terminal.
  var isLock: Bool { options.lock != nil }
  /// Whether the store exists, as far as the form knows. It is not opened for this, and a service has one.
  let hasStore: Bool
  /// Whether a service keeps the store. Its rules are its own, and come with its welcome.
  let isService: Bool
  /// The accepted logins, as far as the form knows before the welcome.
  var logins: LoginKind { logins(welcome.value) }
  /// The last message, to be printed after the form has closed.
  var parting: String?
  /// Called with the rules once it is known whether there are accounts; with nil if they can't be reached, before the form
  /// reports it.
  var onWelcome: (Welcome?) -> Void = { _ in }
  /// The last welcome; nil before the first one.
  private let welcome = Property<Welcome?>(nil)
  /// Called when the store can't be used at all.
  var onRefusal: (StoreError) -> Void = { _ in }
  /// Called when the user's session turns out to have ended, or its account to have another email; with who is signed in
  /// then. Nil while there is no form.
  var onSessionEnd: ((SignedIn?) -> Void)?

  let client: AccountClient
  /// The agent with the user's keys; nil if there is none.
  private let agent: AgentHere?
  /// The session that a sign-in leaves at its terminal.
  let kept: TicketKeeper
  /// The program's loop, with or without a terminal.
  let loop: RunLoop
  /// The sentences for the administrator.
  let reports = DeferredDiagnostics()
  let options: FormOptions
  private let faults = Relay<StoreError>()
  private let queue = Relay<Int>()
  private let ownersOfLock = Relay<EmailAddress>()
  private var memory: RememberedEmail?

  /// Starts nothing yet.
  init(_ options: FormOptions, _ settings: Settings, _ engine: OpenedStore.Engine) throws(Failure) {
    self.options = options
    self.settings = settings
    kept = TicketKeeper(settings, isWanted: options.keepsSession)
    do throws(SystemError) {
      try RunLoop.serveAllTasks()
    } catch {
      throw .noThread(error)
    }
    loop = RunLoop(signals: -1)
    agent = Environment.agentSocket.map { [loop] in AgentHere(at: $0, loop) }
    let hello = Hello(program: Program.version, source: .current(program: options.program), signs: agent != nil)
    switch try settings.storeAddress {
    case .file(let path):
      var status = stat()
      hasStore = stat(path, &status) == 0 || errno != ENOENT && errno != ENOTDIR
      isService = false
    case .postgreSQL: (hasStore, isService) = (true, false)
    case .service: (hasStore, isService) = (true, true)
    }
    if case .service(let socket) = try settings.storeAddress {
      let service = ServiceSocket(at: socket)
      var timeouts = AccountClient.Timeouts()
      // A script can't try again, so it waits while a service is restarted, which finishes for up to 20 s what it was asked.
      if options.readsPasswordFromStandardInput { timeouts.welcome = .seconds(30) }
      client = AccountClient(loop, hello, timeouts: timeouts) { [loop] () throws(StoreError) in
        SocketChannel(try service.seqpacketSocket(), loop)
      } orWait: { [loop] () throws(StoreError) in
        // As long as an administrator's program waits.
        let socket = try service.seqpacketSocket(waiting: 10)
        return { SocketChannel(socket, loop) }
      }
    } else {
      client = try .ofStore(settings, engine, loop, hello) { [reports] in reports.write($0) }
    }
    client.onWelcome = { [unowned self] in
      welcome.send($0)
      if isService, $0.isUIDShared ?? true { forgetPeople() }
      findLockOwner()
      onWelcome($0)
    }
    client.onSessionEnd = { [unowned self] token in
      guard let onSessionEnd else { return kept.forget() }
      Task { [client, kept] in
        // An account that has another email keeps its sessions.
        guard let token, let session = try? await client.verify(token) else {
          kept.forget()
          return onSessionEnd(nil)
        }
        onSessionEnd(SignedIn(email: session.email, session: session, token: token, login: nil))
      }
    }
    client.onQueue = { [unowned self] in queue.send($0) }
    client.onFault = { [unowned self] in
      // A form that once worked keeps the typed text, and reports the reason on the next request. A lock never exits.
      if $0.mayPass {
        onWelcome(nil)
        return faults.send($0)
      }
      if isLock { faults.send($0) } else if welcome.value == nil { onRefusal($0) }
    }
  }

  /// The dependencies of all scenes, with or without a screen.
  func dependencies(_ scheduler: LoopScheduler) -> SceneDependencies {
    var signInSettings = SignInViewModel.Settings()
    signInSettings.form.email = options.email
    signInSettings.form.timing = settings.validation == .live ? .live : .late
    signInSettings.form.showsHints = settings.hints == .on
    signInSettings.form.suggestsDomains = settings.hints != .off
    signInSettings.attempts = settings.attempts
    signInSettings.lock = options.lock?.login
    if case .name = logins, approval == nil, options.isPersonal && !isService {
      signInSettings.ownName = Environment.userName
    }
    var dependencies = SceneDependencies(accounts(scheduler), clock: SystemClock(), scheduler: scheduler)
    dependencies.onlyProvider = { [unowned self] in onlyProvider }
    dependencies.idleSeconds = options.idleSeconds(settings)
    if options.isPersonal {
      dependencies.saveCodes = { RecoveryCodeFile.write($0, of: $1) }
      dependencies.discardCodes = RecoveryCodeFile.remove
    }
    signInSettings.remembersEmail = options.remembers ? true : nil
    dependencies.settings = signInSettings
    if options.remembersLogin(settings) {
      memory = Environment.rememberedEmail.map { RememberedEmail(path: $0, isService ? .any : logins) }
      // The service answers after the box is visible; removing it then would be worse.
      memory?.didRefuse = { [reports] in
        reports.write(
          translated("Your login isn't remembered: many people share this uid (throttle.gate-uids)."))
      }
      dependencies.memory = memory
    }
    dependencies.didSignIn = { [kept] in kept.keep($0) }
    return dependencies
  }

  private func accounts(_ scheduler: LoopScheduler) -> Accounts {
    var accounts = Accounts(signIn: signIn, tally: AttemptTally(scheduler: scheduler))
    if options.isPersonal {
      if isService || settings.signUp != .off {
        accounts.signUp = client.signUp(session: opensSession)
        accounts.offersSignUp = known { [isService, settings] in
          $0.map { $0.signUp == .always } ?? (!isService && settings.signUp == .on)
        }
      }
      accounts.ownAccount = { [unowned self] in ownAccount(of: $0) }
    }
    accounts.logins = known { [unowned self] in logins($0) }
    accounts.approval = known { [unowned self] in approval($0) }
    accounts.passwordLength = known { $0.map { PasswordPolicy(length: $0.acceptedLengths) } }
    accounts.rules = known { $0.map { PasswordPolicy(length: $0.newLengths) } }.map { policy in
      policy.map {
        NewPasswordRules(
          policy: $0, common: WordList(sortedLines: Passwords.common), words: WordList(sortedLines: Passwords.words))
      }
    }
    accounts.agent = agent
    accounts.faults = faults.signal
    if case .email? = options.lock?.login { accounts.emailOfLock = ownersOfLock.signal.map(\.text) }
    accounts.queue = queue.signal
    return accounts
  }

  /// What is known by the last welcome, or before the first one; then whenever it changes.
  private func known<Value: Equatable>(_ value: @escaping (Welcome?) -> Value) -> Signal<Value> {
    welcome.signal.map(value).skipRepeats()
  }

  private func logins(_ welcome: Welcome?) -> LoginKind { welcome?.logins ?? settings.logins }

  /// Where people approve their sign-in; nil if nowhere.
  private var approval: ApprovalProvider? { approval(welcome.value) }

  private func approval(_ welcome: Welcome?) -> ApprovalProvider? { welcome.map(\.approval) ?? settings.approval }

  /// The provider at which people approve their sign-in, if there is no other way in, or none for the owner of a lock.
  var onlyProvider: ApprovalProvider? {
    guard let provider = approval else { return nil }
    if let lock = options.lock?.login { return lock.kind == .name(provider: provider.name) ? provider : nil }
    return logins == .name(provider: provider.name) ? provider : nil
  }

  /// The logins that somebody can type, with a password.
  var passwordLogins: LoginKind { approval == nil ? logins : .email }

  /// Signs in, as the options want it.
  var signIn: any SigningIn {
    if let lock = options.lock {
      return UnlockingAccount(client: client, account: lock.account) { [ownersOfLock] in ownersOfLock.send($0) }
    }
    return client.signIn(session: opensSession, requiresSecondStep: options.requiresSecondStep)
  }

  /// Whether a sign-in opens a session. That is decided when somebody signs in: the first frame does not wait for it.
  private var opensSession: @Sendable () -> Bool {
    let (opens, keeps, kept) = (options.opensSession, options.keepsSession, kept)
    return { opens || keeps && kept.canBeKept() }
  }

  /// The lock shows who can unlock it, or that nobody can.
  private func findLockOwner() {
    guard let lock = options.lock else { return }
    Task { [client, faults, ownersOfLock] in
      // If this fails, the next attempt asks again.
      guard let email = try? await client.currentEmail(of: lock.account) as EmailAddress?? else { return }
      if let email { ownersOfLock.send(email) } else { faults.send(.service(.accountGone)) }
    }
  }

  /// Many people share this uid, so nothing of one is kept for the next.
  private func forgetPeople() {
    kept.forbid()
    memory?.forbid()
  }

  private func ownAccount(of signedIn: SignedIn) -> OwnAccount {
    var link: LinkedName?
    if case .either = logins { link = LinkedName(proof: client.linking, logins: logins, approval: approval) }
    return OwnAccount(
      signedIn.email, reading: client, changePassword: client, hasPassword: logins.isPasswordOurs(signedIn),
      change: { [client] in client.changing($0) }, link: link)
  }

  /// Connects. A question for the session of this terminal may have connected before: its welcome counts, too.
  func start() {
    if let welcome = welcome.value { onWelcome(welcome) }
    client.start()
  }

  /// Waits until it is known whether there is an account.
  func findAccounts() throws(Failure) {
    let client = client
    let welcome = try waitForStore { () async throws(StoreError) in try await client.welcome() }
    guard !welcome.hasNobody else { throw .noAccounts }
  }

  /// Does work that asks the accounts, where no terminal is waited for.
  func waitForStore<Value>(
    _ work: @escaping @MainActor () async throws(StoreError) -> Value
  ) throws(Failure) -> Value {
    try usingStore { () throws(StoreError) in try loop.run(work) }
  }

  /// Closes the store before this program becomes another one. On a busy disk that takes seconds. See
  /// Decisions/0103-one-process.md.
  func close() { client.leave(within: .seconds(5)) }

  /// Waits a little for the store to close. Nothing is lost if it does not. See Decisions/0103-one-process.md.
  func leave() { client.leave(within: .milliseconds(50)) }
}

extension StoreError {
  /// Whether the service or its server can't be asked. It may be there for the next attempt.
  fileprivate var mayPass: Bool {
    switch self {
    case .service, .socket, .notStarted, .database, .provider: true
    case .unreachable, .damaged, .untrusted, .inputOutput, .notRecorded, .noThread, .hashing: false
    }
  }
}

extension LoginKind {
  /// Any text that can be a login somewhere: a service says only in its welcome which names it takes.
  fileprivate static let any = LoginKind.either(provider: "pam")
}

extension Welcome {
  /// Whether no user can sign in. A provider may have users without an account.
  var hasNobody: Bool { !hasAccounts && logins == .email }
}

/// Sentences on standard error that are no answer to the user. While there is a screen, they wait.
@MainActor final class DeferredDiagnostics {
  private var held: [String]?

  /// Writes a sentence, or keeps it until there is no screen.
  func write(_ sentence: String) {
    if held == nil { StandardStreams.writeDiagnostic(sentence) } else { held?.append(sentence) }
  }

  /// The screen is taken.
  func hold() { held = [] }

  /// The screen is given back.
  func release() {
    for sentence in held.take() ?? [] { StandardStreams.writeDiagnostic(sentence) }
  }
}
