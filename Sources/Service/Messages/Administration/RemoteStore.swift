public import AccountService
internal import Glibc
public import Identity
public import Secrets
import Unix

/// The accounts, sessions and log of a service, for an administrator's program. No hash comes out of it.
///
/// Each operation blocks its thread until the service has answered, like one of a store in a file. The service ends it
/// when this object goes, or the program ends.
public actor RemoteStore {
  /// How the service introduced itself.
  public nonisolated let welcome: Welcome
  /// The rules that administrators' programs follow.
  public nonisolated let rules: AdminRules
  private let client: AdminClient

  /// Says hello to a service, and waits for its welcome. Closes the connection in the end.
  /// - Parameters:
  ///   - program: The version of this program.
  ///   - timeout: The timeout of the welcome: nobody waits longer at a service that hangs.
  public init(
    _ socket: SeqpacketSocket, program: String, timeout: Duration = .seconds(5)
  ) async throws(StoreError) {
    client = AdminClient(socket)
    // Each request names a source of its own.
    let hello = Hello(program: program, source: AttemptSource(tty: "", uid: getuid(), host: "", program: ""))
    guard case .welcome(let welcome) = try client.ask(.hello(hello), within: .greeting(timeout)).last,
      let rules = welcome.administration
    else {
      throw .service(.nonsense)
    }
    if let fault = welcome.version.fault { throw .service(fault) }
    (self.welcome, self.rules) = (welcome, rules)
  }

  /// Asks how the service is. It tries its store first, so this takes as long as the store does.
  public func health() throws(StoreError) -> ServiceHealth {
    guard case .health(let health) = try ask(.health) else { throw .service(.nonsense) }
    return health
  }

  private func ask(_ request: AdminRequest) throws(StoreError) -> AdminReply {
    guard case .administration(let reply) = try client.ask(.administer(request)).last else {
      throw .service(.nonsense)
    }
    return reply
  }

  /// Asks for a list, and returns its parts and the place where the next page begins.
  private func list(
    _ request: AdminRequest, within timeout: AdminClient.Timeout = .ordinary
  ) throws(StoreError) -> (parts: [AdminReply], next: AttemptID?) {
    let answer = try client.ask(.administer(request), within: timeout)
    guard case .administration(.end(let next)) = answer.last else { throw .service(.nonsense) }
    return (answer.parts, next)
  }
}

extension RemoteStore: AccountAdministration {
  /// Returns the account of `email` without its secrets, or nil if there is none.
  public func knownAccount(of email: EmailAddress) async throws(StoreError) -> KnownAccount? {
    guard case .account(let account) = try ask(.account(email)) else { throw .service(.nonsense) }
    return account
  }

  /// Returns at most `limit` accounts by key, after the account of `email`.
  public func accounts(after email: EmailAddress?, limit: Int) async throws(StoreError) -> [AccountSummary] {
    try list(.accounts(after: email, limit: limit)).parts.flatMap { part in
      if case .accounts(let accounts) = part { accounts } else { [] as [AccountSummary] }
    }
  }

  /// Adds an account, unless `email` has one, or `condition` forbids it.
  public func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition, from source: AttemptSource
  ) async throws(StoreError) -> AccountAddition {
    let account = NewAccount(email: email, passwordHash: passwordHash)
    guard case .addition(let addition) = try ask(.add(account, condition, source)) else { throw .service(.nonsense) }
    return addition
  }

  /// Adds many accounts in one step. They travel in batches, and the service adds them after the last one. So if the
  /// connection breaks, it has added all or none.
  public func add(
    _ accounts: [NewAccount], _ addition: BulkAddition, allowing lengths: ClosedRange<Int>,
    from source: AttemptSource
  ) async throws(StoreError) -> [Int] {
    try AdminRequest.eachBatch(of: accounts) { batch throws(StoreError) in try client.send(.administer(batch)) }
    return try list(.addAll(addition, allowing: PasswordLengths(clamping: lengths), source), within: .long)
      .parts.flatMap { part in
        if case .positions(let positions) = part { positions } else { [] as [Int] }
      }
  }

  /// Changes the account of `email` and ends its sessions.
  public func change(
    _ email: EmailAddress, _ change: AccountChange, from source: AttemptSource
  ) async throws(StoreError) -> AccountLookup {
    guard case .lookup(let lookup) = try ask(.change(email, change, source)) else { throw .service(.nonsense) }
    return lookup
  }

  /// Returns the keys of the account of `email`.
  public func sshKeys(of email: EmailAddress) async throws(StoreError) -> [AccountKey] {
    guard welcome.version.minor >= 2 else { throw .service(.older) }
    return try list(.keys(email)).parts.flatMap { part in
      if case .keys(let keys) = part { keys } else { [] as [AccountKey] }
    }
  }

  /// Gives the account of `email` another one.
  public func rename(
    _ email: EmailAddress, to new: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> AccountRenaming {
    guard case .renaming(let renaming) = try ask(.rename(email, new, source)) else { throw .service(.nonsense) }
    return renaming
  }

  /// Records that passwords of `range` characters have been allowed, and returns the widest range ever allowed.
  public func widestPasswordLength(including range: ClosedRange<Int>) async throws(StoreError) -> ClosedRange<Int> {
    guard case .lengths(let lengths) = try ask(.allow(PasswordLengths(clamping: range))) else {
      throw .service(.nonsense)
    }
    return lengths.range
  }

  /// Changes a password for its owner. The service verifies the current one; one of an older version does so with the change.
  public nonisolated func changingPassword(from source: AttemptSource) -> any ChangingPassword {
    PasswordChange(store: self, source: source)
  }

  private struct PasswordChange: ChangingPassword {
    let store: RemoteStore
    let source: AttemptSource

    func changePassword(
      of email: EmailAddress, from old: SealedPassword, to new: SealedPassword
    ) async -> PasswordChangeOutcome {
      let begin = Begin(.changePassword, email, wantsSession: false, source: source)
      return await store.outcome(of: begin, [(.password, old), (.newPassword, new)])
    }

    func confirm(_ password: SealedPassword, of email: EmailAddress) async -> PasswordChangeOutcome {
      guard store.welcome.version.confirmsPasswords else { return .confirmed }
      let begin = Begin(.confirmPassword, email, wantsSession: false, source: source)
      return await store.outcome(of: begin, [(.password, password)])
    }
  }

  private func outcome(of begin: Begin, _ secrets: [(SecretKind, SealedPassword)]) -> PasswordChangeOutcome {
    do throws(StoreError) {
      let answer = try client.ask(.begin(begin), secrets)
      guard case .ended(let ending) = answer.last, let outcome = PasswordChangeOutcome(ending) else {
        throw .service(.nonsense)
      }
      return outcome
    } catch {
      return .unavailable(error)
    }
  }
}

extension RemoteStore: SubjectAdministration {
  /// Returns the subjects that the account of `email` is linked to, by provider and name.
  public func subjects(of email: EmailAddress) async throws(StoreError) -> [Subject] {
    try list(.subjects(email)).parts.flatMap { part in
      if case .subjects(let subjects) = part { subjects } else { [] as [Subject] }
    }
  }

  /// Links `subject` to the account of `email`.
  public func link(
    _ subject: Subject, to email: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> SubjectLinking {
    guard case .linking(let linking) = try ask(.link(subject, email, source)) else { throw .service(.nonsense) }
    return linking
  }

  /// Adds an account without a password, linked to `subject`. Administrators always may.
  public func add(
    _ email: EmailAddress, linkedTo subject: Subject, _ condition: AdditionCondition, from source: AttemptSource
  ) async throws(StoreError) -> AccountAddition {
    guard case .addition(let addition) = try ask(.addLinked(email, subject, source)) else { throw .service(.nonsense) }
    return addition
  }

  /// Ends the link of `subject` to the account of `email`, and the account's sessions.
  public func unlink(
    _ subject: Subject, of email: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> Bool {
    guard case .lookup(let lookup) = try ask(.unlink(subject, email, source)) else { throw .service(.nonsense) }
    return lookup == .found
  }
}

extension RemoteStore: SessionStore {
  /// Returns the session of the token of `digest` and marks it as used now. Nil if there is none, if it has expired, or if
  /// it isn't the bearer's to use. Administrators may ask about all sessions.
  public func verify(_ digest: TokenDigest, by bearer: TokenBearer) async throws(StoreError) -> Session? {
    guard case .session(let session) = try ask(.verify(digest)) else { throw .service(.nonsense) }
    return session.flatMap { bearer.mayUse($0) ? $0 : nil }
  }

  /// Returns the sessions that have not expired, the latest opened first: those of `email`, or all if it is nil.
  public func sessions(of email: EmailAddress?) async throws(StoreError) -> [Session] {
    try list(.sessions(email)).parts.flatMap { part in
      if case .sessions(let sessions) = part { sessions } else { [] as [Session] }
    }
  }

  /// Ends sessions, and returns the number of those that had not expired.
  @discardableResult
  public func revoke(_ selection: SessionSelection, from source: AttemptSource) async throws(StoreError) -> Int {
    guard case .count(let count) = try ask(.revoke(selection, source)) else { throw .service(.nonsense) }
    return count
  }
}

extension RemoteStore: AttemptReading {
  /// Returns at most `limit` of the attempts that match `query`, newest first, before `id`.
  public func page(
    of query: AttemptQuery, before id: AttemptID?, limit: Int
  ) async throws(StoreError) -> AttemptPage {
    let (parts, next) = try list(.page(query, before: id, limit: limit))
    let attempts = parts.flatMap { part in if case .rows(let rows) = part { rows } else { [] as [Attempt] } }
    return AttemptPage(attempts: attempts, next: next)
  }
}

extension RemoteStore: ThrottleStore {
  /// Returns all runs and pending attempts.
  public func throttleState() async throws(StoreError) -> ThrottleState {
    var state = ThrottleState()
    for case .throttle(let part) in try list(.throttleState).parts {
      state.runs.merge(part.runs) { first, _ in first }
      state.pending.merge(part.pending) { first, _ in first }
      state.pairs.merge(part.pairs) { first, _ in first }
    }
    return state
  }

  /// Forgets failures and pending attempts. Returns how many there were.
  public func clear(_ selection: ThrottleSelection) async throws(StoreError) -> Int {
    guard case .count(let count) = try ask(.clear(selection)) else { throw .service(.nonsense) }
    return count
  }
}
