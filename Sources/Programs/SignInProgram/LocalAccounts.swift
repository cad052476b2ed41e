package import Identity
package import Server
import Settings
package import Secrets
package import Unix
package import Messages

/// The accounts of a store of one's own. The store and the hashes work on threads of their own, all else in turns of the
/// program's loop. The store opens with the first request, which comes after the first frame.
@MainActor package final class LocalAccounts: AccountBackend {
  /// One thread for the store while the other one hashes.
  private static let threads = 2

  package var onWelcome: (Welcome) -> Void = { _ in }
  package var onQueue: (_ place: Int) -> Void = { _ in }
  package var onFault: (StoreError) -> Void = { _ in }
  package var onSessionEnd: () -> Void = {}

  private enum State {
    case closed
    case opening
    case open(Welcome)
  }

  private let loop: RunLoop
  private let useCases: UseCases
  private let close: @Sendable () async -> Void
  private var state = State.closed
  private var workers: WorkThreads?
  /// Those that wait for the welcome.
  private var waiting: [(number: Int, waits: CheckedContinuation<Result<Void, StoreError>, Never>)] = []
  private var lastWaiting = 0
  private(set) var member: Member?
  /// The work under way. Cancelling it ends it early; what has begun in the store is finished.
  private var tasks: [(number: Int, cancel: @Sendable () -> Void)] = []
  private var lastTask = 0
  private var isLeaving = false

  /// - Parameters:
  ///   - loop: The program's loop.
  ///   - useCases: What can be done with the store, which opens with its first operation.
  ///   - close: Closes the store.
  package init(_ loop: RunLoop, _ useCases: UseCases, close: @escaping @Sendable () async -> Void) {
    (self.loop, self.useCases, self.close) = (loop, useCases, close)
  }

  // MARK: Opening

  package func start() {
    guard case .closed = state, !isLeaving else { return }
    state = .opening
    do throws(SystemError) {
      if workers == nil { workers = try WorkThreads(count: Self.threads) }
    } catch {
      return answer(.failure(.hashing(.outOfMemory)))
    }
    Task {
      do throws(StoreError) {
        let welcome = try await work { useCases throws(StoreError) in try await useCases.welcome() }
        state = .open(welcome)
        onWelcome(welcome)
        answer(.success(()))
      } catch {
        answer(.failure(error))
      }
    }
  }

  /// Resumes those that wait for the welcome. After a failure, the next request tries again.
  private func answer(_ result: Result<Void, StoreError>) {
    let all = waiting
    waiting = []
    for one in all { one.waits.resume(returning: result) }
    if case .failure(let error) = result, !isLeaving {
      state = .closed
      onFault(error)
    }
  }

  /// Waits for the welcome. A task that is cancelled waits no longer.
  package func welcome() async throws(StoreError) -> Welcome {
    while true {
      if case .open(let welcome) = state { return welcome }
      lastWaiting += 1
      let number = lastWaiting
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { (waits: CheckedContinuation<Result<Void, StoreError>, Never>) in
          guard !Task.isCancelled, !isLeaving else { return waits.resume(returning: .failure(.service(.ended))) }
          waiting.append((number, waits))
          start()
        }
      } onCancel: {
        Task { @MainActor in self.giveUp(number) }
      }
      try result.get()
    }
  }

  private func giveUp(_ number: Int) {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: place).waits.resume(returning: .failure(.service(.ended)))
  }

  // MARK: Working

  /// Does `body` on the store's threads.
  private func work<Value: Sendable>(
    _ body: @escaping @Sendable (UseCases) async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    guard let workers else { throw .service(.ended) }
    let task = Task<Result<Value, StoreError>, Never>(executorPreference: workers) { [useCases] in
      do throws(StoreError) {
        return .success(try await body(useCases))
      } catch {
        return .failure(error)
      }
    }
    lastTask += 1
    let number = lastTask
    tasks.append((number, { task.cancel() }))
    defer {
      tasks.removeAll { $0.number == number }
      if isLeaving && tasks.isEmpty { loop.stop() }
    }
    return try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }.get()
  }

  /// Does `body` on the store's threads, once the store is open.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (UseCases) async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    _ = try await welcome()
    return try await work(body)
  }

  /// Does `body` for whoever has signed in, unless their session has ended.
  /// - Parameter first: Who had signed in when a conversation began, which is theirs alone; nil for whoever it is now.
  func performForMember<Value: Sendable>(
    _ first: Member? = nil, _ body: @escaping @Sendable (UseCases, Member) async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    guard let member, first.map({ $0.owner == member.owner }) ?? true else { throw .service(.sessionEnded) }
    do throws(StoreError) {
      return try await perform { useCases throws(StoreError) in
        guard try await useCases.knows(member) else { throw .service(.sessionEnded) }
        return try await body(useCases, member)
      }
    } catch {
      if case .service(.sessionEnded) = error, self.member?.owner == member.owner {
        self.member = nil
        onSessionEnd()
      }
      throw error
    }
  }

  // MARK: Signing in

  /// Settles the attempt of an abandoned conversation.
  func leave(_ conversation: any SignInConversation) {
    Task { try? await work { _ throws(StoreError) in await UseCases.leave(conversation) } }
  }

  package nonisolated func signIn(session: Bool, requiresSecondStep: Bool) -> any SigningIn {
    LocalSigningIn(accounts: self) {
      Begin(.signIn, $0, wantsSession: session, hasSecrets: $1, requiresSecondStep: requiresSecondStep)
    }
  }

  package nonisolated func signUp(session: Bool) -> any SigningUp {
    LocalSigningUp(accounts: self, wantsSession: session)
  }

  /// Takes the outcome of a sign-in. One that was cancelled meanwhile ends its session.
  func settled(_ outcome: SignInOutcome, by login: Login) async -> SignInOutcome {
    guard case .signedIn(let signedIn) = outcome else { return outcome }
    if Task.isCancelled {
      if let session = signedIn.session {
        // If this fails, nothing is lost: the session's token was not delivered.
        try? await work { useCases throws(StoreError) in try await useCases.end(session) }
      }
      return .cancelled
    }
    member = Member(signedIn, by: login)
    return .signedIn(signedIn.by(login))
  }

  // MARK: For whoever has signed in

  package var changePassword: any ChangingPassword { LocalPasswordChange(accounts: self) }

  package nonisolated func changing(_ change: OwnChange) -> any SigningIn {
    LocalSigningIn(accounts: self) { Begin(change, $0, hasSecrets: $1) }
  }

  package var account: any ReadingAccount { LocalAccount(accounts: self) }

  package var linking: any SigningIn {
    LocalSigningIn(accounts: self) { Begin(.link, $0, wantsSession: false, hasSecrets: $1) }
  }

  package var activity: any ReadingActivity { LocalActivity(accounts: self) }

  package func verify(_ token: SecureToken) async throws(StoreError) -> Session? {
    let digest = token.digest
    let session = try await perform { useCases throws(StoreError) in try await useCases.session(of: digest) }
    if let session { member = Member(of: session, digest) }
    return session
  }

  package func signOut() async throws(StoreError) {
    try await end { useCases, member throws(StoreError) in try await useCases.signOut(member) }
  }

  package func endSession() async throws(StoreError) {
    try await end { useCases, member throws(StoreError) in
      if let session = member.session { try await useCases.end(session) }
    }
  }

  /// A user who could not sign out is still signed in, unless another one has signed in.
  private func end(
    _ body: @escaping @Sendable (UseCases, Member) async throws(StoreError) -> Void
  ) async throws(StoreError) {
    guard let leaving = member.take() else { throw .service(.sessionEnded) }
    do throws(StoreError) {
      try await perform { useCases throws(StoreError) in try await body(useCases, leaving) }
    } catch {
      member = member ?? leaving
      throw error
    }
  }

  /// That change of the account was made by whoever has signed in.
  func changed(by member: Member, _ change: Begin.Purpose) {
    guard let present = self.member, present.owner == member.owner else { return }
    self.member = present.after(change, begunBy: member)
  }

  // MARK: Leaving

  package func hangUp() {
    guard !isLeaving else { return }
    isLeaving = true
    for task in tasks { task.cancel() }
    answer(.failure(.service(.ended)))
  }

  package func leave(within limit: Duration) {
    hangUp()
    defer { (state, isLeaving) = (.closed, false) }
    guard let workers = workers.take() else { return }
    var isLate = false
    let timer = loop.timers.add(after: limit) { [loop] in
      isLate = true
      loop.stop()
    }
    while !tasks.isEmpty && !isLate { _ = loop.run() }
    if !isLate {
      var isClosed = false
      let finish = { @MainActor [loop] in
        isClosed = true
        loop.stop()
      }
      Task(executorPreference: workers) { [close] in
        await close()
        await finish()
      }
      while !isClosed && !isLate { _ = loop.run() }
    }
    loop.timers.cancel(timer)
  }
}

extension SignedIn {
  /// The same, signed in by that login. An email counts as its owner first typed it.
  fileprivate func by(_ login: Login) -> SignedIn {
    let name = login == .email(email) ? nil : login
    guard let session, let token else { return SignedIn(email: email, login: name) }
    return SignedIn(email: email, session: session, token: token, login: name)
  }
}
