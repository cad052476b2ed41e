import Identity
import Secrets
package import Unix

/// One form, or one administrator's program, at the other end of a channel. It does the steps of its
/// ``ConnectionState``: sends, receives, and starts jobs on other threads.
@MainActor package final class Connection {
  private let loop: RunLoop
  private let workers: WorkThreads
  private let configuration: AccountService.Configuration
  private let deadlines: Deadlines?
  private let limits: any ConnectionLimits
  private let channel: any ServiceChannel
  package let entrance: Entrance
  /// Its user, with whose other connections this one counts.
  package let uid: UInt32
  private let onGone: (Connection) -> Void

  private var state: ConnectionState
  /// Nil before the welcome.
  private var service: AccountService?
  /// The requests that have a job, or a sign-in that is not over: a few dozen at most.
  private var requests: [OpenRequest] = []
  /// The secrets of a conversation that lacks another one.
  private var secrets: [SealedPassword] = []
  /// All jobs under way.
  private var jobs = 0
  private var deadline: Timers.ID?
  private var isOver = false
  /// Whether it ends as soon as its work is done.
  private var isDraining = false
  private var watched: (reads: Bool, writes: Bool)?
  /// Whether its person has sent too much, so that nothing is received for a while.
  private var isPaused = false

  private struct OpenRequest {
    let number: UInt16
    /// Its sign-in, until that is over.
    var signIn: (any SignInConversation)?
    /// Whether the sign-in has a worker.
    var hasWorker = false
    /// Its job; nil while its user must answer.
    var job: Task<Void, Never>?
  }

  /// Maximum replies sent per iteration, so one reader cannot starve the others.
  private static let mostRepliesAtOnce = 64

  /// - Parameters:
  ///   - deadlines: How long the other end may take; nil for as long as it likes.
  ///   - onGone: Called once, when the connection is over and its last job is done.
  package init(
    _ channel: any ServiceChannel, at entrance: Entrance, _ configuration: AccountService.Configuration,
    _ loop: RunLoop, _ workers: WorkThreads, _ deadlines: Deadlines?, _ limits: any ConnectionLimits,
    onGone: @escaping (Connection) -> Void
  ) {
    (self.channel, self.configuration, self.loop, self.workers) = (channel, configuration, loop, workers)
    (self.entrance, self.deadlines, self.limits, self.onGone) = (entrance, deadlines, limits, onGone)
    uid = limits.person(behind: channel.peer.uid)
    state = ConnectionState(entrance, signUp: configuration.rules.signUp, logins: configuration.rules.logins)
  }

  /// Begins to listen.
  package func start() {
    watch(writes: false)
    setDeadline(deadlines?.hello)
  }

  /// Ends the connection in order: pending replies are sent first.
  package func stop() { end(tells: true) }

  /// Takes no more requests, and ends the connection once those that are under way are answered.
  package func drain() {
    guard !isOver else { return }
    isDraining = true
    clearDeadline()
    watch(writes: !channel.isEmpty)
    leaveIfDone()
  }

  // MARK: Receiving

  private func watch(writes: Bool) {
    let events = (reads: mayRead, writes: writes)
    if let watched, watched == events { return }
    watched = events
    // Without both, a poll would only report the end, again and again.
    if !events.reads && !events.writes { return channel.unwatch() }
    channel.watch(reads: events.reads, writes: writes) { [weak self] in
      if let self { limits.lineUp(self) }
    }
  }

  /// Whether to receive more: a program that does not read its replies is not read either. Lists for administrators have
  /// any length, so there the next request waits until the answer is read.
  private var mayRead: Bool {
    !isDraining && !isPaused && (entrance == .administration ? channel.isEmpty : !channel.isFull)
  }

  /// Sends what waits, and receives one message. Returns its bytes; nil if there is none, or it is not received yet.
  package func turn() -> Int? {
    if !channel.isEmpty { flush() }
    guard !isOver, mayRead else { return nil }
    let (arrival, bytes) = channel.receive(upTo: state.longestMessage)
    switch arrival {
    case .nothing: return nil
    case .end:
      end(tells: false)
      return nil
    case .malformed(let version): perform(state.protocolError(version))
    case .unknown(let number): perform(state.takeUnknown(number))
    case .request(let request, let number): perform(state.take(request, number))
    case .secret(let prefix, let password, let token): take(prefix, password, token)
    }
    // What ended the connection was work, too.
    return bytes
  }

  /// Whether it receives what arrives.
  package var isReading: Bool { !isOver && mayRead }

  /// Receives nothing until ``resume()``.
  package func pause() {
    isPaused = true
    if !isOver { watch(writes: !channel.isEmpty) }
  }

  /// Receives again.
  package func resume() {
    isPaused = false
    if !isOver { watch(writes: !channel.isEmpty) }
  }

  private func take(_ prefix: SecretPrefix, _ password: SealedPassword?, _ token: SecureToken?) {
    let step = state.take(prefix)
    switch step {
    case .run(.verify, let number):
      start(.verify, number, token: token)
    case .run(let job, let number):
      guard let password else { return perform(state.protocolError()) }
      let all = secrets + [password]
      secrets = []
      start(job, number, all)
    case .keepSecret:
      guard let password else { return perform(state.protocolError()) }
      secrets.append(password)
    default: perform(step)
    }
  }

  // MARK: Doing

  private func perform(_ step: ConnectionState.Step) {
    switch step {
    case .nothing, .keepSecret: break
    case .run(let job, let number): start(job, number)
    case .awaitMore: setDeadline(deadlines?.answer)
    case .awaitAnswer(let reply, let number):
      let time = reply.takesTime ? deadlines?.keeping : deadlines?.answer
      setDeadline(time)
      send([time.map { reply.limited(to: $0) } ?? reply], number)
    case .answer(let reply, let number): send([reply], number)
    case .drop(let reply, let number):
      if !state.isWaiting {
        dropSecrets()
        clearDeadline()
      }
      if let request = removeRequest(number) { leave(request) }
      send([reply], number)
    case .cancel(let number): requests.first { $0.number == number }?.job?.cancel()
    case .reply(let replies, let number):
      send(replies, number)
      if entrance == .administration { setDeadline(deadlines?.keeping) }
    case .sendSignedIn(let signedIn, let isNew, let number):
      send([.ended(.signedIn(signedIn.email, signedIn.session, isNew: isNew))], number, tokenOf: signedIn)
    case .revoke(let session, let reply, let number): revoke(session, reply, number)
    case .disconnect(let last, let number):
      if let last { send([last], number) } else { limits.note(offenceOf: uid) }
      end(tells: true)
    }
  }

  private func start(
    _ job: Job, _ number: UInt16, _ secrets: [SealedPassword] = [], token: SecureToken? = nil
  ) {
    guard limits.admit(job, of: uid) else {
      release(secrets)
      return perform(state.refused(number))
    }
    var request = removeRequest(number) ?? OpenRequest(number: number)
    if case .converse(let begin, let member) = job {
      request.signIn = service?.conversation(begin, member, secrets.first)
      request.hasWorker = job.needsWorker
    }
    switch job {
    case .greet, .converse, .goOn, .administer: clearDeadline()
    case .member, .verify, .findOwner: break
    }
    jobs += 1
    let work = work(job, secrets, token, request.signIn)
    request.job = Task(executorPreference: workers) { [limits, channel, uid] in
      let result = await limits.perform(job, of: uid, work) { [weak self] place in
        self?.send([.queued(place: place)], number)
      }
      await self.finished(number, job, result.fitting(channel))
    }
    requests.append(request)
  }

  private func removeRequest(_ number: UInt16) -> OpenRequest? {
    requests.firstIndex { $0.number == number }.map { requests.remove(at: $0) }
  }

  /// The work of a job, whose secrets are wiped in the end if they are copies.
  private func work(
    _ job: Job, _ secrets: [SealedPassword], _ token: SecureToken?, _ signIn: (any SignInConversation)?
  ) -> @Sendable () async -> JobResult {
    guard case .greet(let hello, _) = job else {
      let isBeginning = if case .converse = job { signIn != nil } else { false }
      return { [service, areCopies = channel.copiesSecrets] in
        let result = await service?.result(of: job, secrets, token, signIn) ?? .replies([.unavailable(.notNow)])
        // Before its first question, a sign-in keeps the password for that. It is overwritten when the sign-in lets go of it.
        if areCopies, !(isBeginning && result.isNotice) { for secret in secrets { secret.wipe() } }
        return result
      }
    }
    // The threads must stay free for the attempts that this one waits for.
    let turn = ThrottleWait { [loop] pause in await loop.wait(pause) }
    return { [configuration, limits, peer = channel.peer, uid] in
      let service = AccountService(
        configuration, source: peer.source(of: hello, countingWith: uid),
        bearer: peer.process == nil ? .anybody : configuration.rules.bearer(peer.uid), signs: hello.signs == true,
        turn: turn
      ) { await limits.currentLoad }
      await self.meet(service)
      return await service.result(of: job, [], nil, nil)
    }
  }

  private func meet(_ service: AccountService) { self.service = service }

  private func finished(_ number: UInt16, _ job: Job, _ result: JobResult) {
    limits.note(result, of: job, of: uid)
    if var request = removeRequest(number) {
      request.job = nil
      switch (job, result) {
      case (_, .step) where !isOver: requests.append(request)
      // Its form or its member has gone, so the conversation was not asked.
      case (_, .step), (.goOn, .replies): leave(request)
      default: dismissWorker(of: request)
      }
    }
    perform(state.finished(number, result))
    jobs -= 1
    leaveIfDone()
  }

  /// Releases a conversation that has no job.
  private func leave(_ request: OpenRequest) {
    dismissWorker(of: request)
    guard let signIn = request.signIn else { return }
    jobs += 1
    Task(executorPreference: workers) {
      await AccountService.leave(signIn)
      await self.left()
    }
  }

  private func dismissWorker(of request: OpenRequest) {
    if request.hasWorker { limits.dismissWorker(of: uid) }
  }

  private func left() {
    jobs -= 1
    leaveIfDone()
  }

  private func revoke(_ session: Session, _ reply: Reply?, _ number: UInt16) {
    guard let service else { return }
    jobs += 1
    Task(executorPreference: workers) {
      // If this fails, nothing is lost: nobody has the session's token.
      try? await service.end(session)
      await self.revoked(reply, number)
    }
  }

  private func revoked(_ reply: Reply?, _ number: UInt16) {
    if let reply { send([reply], number) }
    left()
  }

  // MARK: Sending

  private func send(_ replies: [Reply], _ number: UInt16, tokenOf signedIn: SignedIn? = nil) {
    guard !isOver else { return }
    // Queued replies leave in iterations of their own.
    let count = channel.isEmpty ? Self.mostRepliesAtOnce : 1
    for reply in replies { channel.add(reply, number) }
    if let session = signedIn?.session, let token = signedIn?.token { channel.add(token, of: session, number) }
    flush(atMost: count)
  }

  private func flush(atMost count: Int = Connection.mostRepliesAtOnce) {
    guard !isOver else { return }
    switch channel.flush(atMost: count) {
    case .empty:
      watch(writes: false)
      leaveIfDone()
    case .waiting: watch(writes: true)
    case .overfull, .broken: end(tells: true)
    }
  }

  // MARK: Ending

  /// - Parameter tells: Whether the form sees the end at once, or when the last job is done.
  private func end(tells: Bool) {
    guard !isOver else { return }
    isOver = true
    state.close()
    clearDeadline()
    dropSecrets()
    requests.filter { $0.job == nil }.forEach(leave)
    requests.removeAll { $0.job == nil }
    channel.unwatch()
    if tells { channel.finish() }
    for request in requests { request.job?.cancel() }
    if let session = channel.unsentSession { revoke(session, nil, 0) }
    leaveIfDone()
  }

  private func leaveIfDone() {
    if isDraining, !isOver, jobs == 0, channel.isEmpty { return end(tells: true) }
    guard isOver, jobs == 0 else { return }
    jobs = -1  // once
    channel.close()
    onGone(self)
  }

  private func dropSecrets() {
    release(secrets)
    secrets = []
  }

  private func release(_ secrets: [SealedPassword]) {
    if channel.copiesSecrets { for secret in secrets { secret.wipe() } }
  }

  private func setDeadline(_ delay: Duration?) {
    clearDeadline()
    guard let delay else { return }
    deadline = loop.timers.add(after: delay) { [weak self] in self?.end(tells: true) }
  }

  private func clearDeadline() {
    if let deadline { loop.timers.cancel(deadline) }
    deadline = nil
  }
}

extension Connection: Hashable {
  package nonisolated static func == (left: Connection, right: Connection) -> Bool { left === right }

  package nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension JobResult {
  /// Whether a conversation goes on without an answer.
  fileprivate var isNotice: Bool {
    switch self {
    case .step(.tell), .step(.wait): true
    default: false
    }
  }
}

extension Reply {
  /// Whether its user must put something away before the conversation goes on.
  fileprivate var takesTime: Bool {
    switch self {
    case .tell(.recoveryCodes): true
    case .ask(let question): question.challenges.contains { if case .confirmation = $0.kind { true } else { false } }
    default: false
    }
  }

  /// The same, with the time that the server waits for the answer.
  fileprivate func limited(to time: Duration) -> Reply {
    guard case .ask(var question) = self else { return self }
    question.timeLimit = time
    return .ask(question)
  }
}
