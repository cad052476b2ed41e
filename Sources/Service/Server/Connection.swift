import Identity
import Secrets
import Unix
import Messages

/// One form, or one administrator's program, at the other end of a socket. It does the steps of its
/// ``ConnectionState``: sends, receives, and starts jobs on other threads.
@MainActor final class Connection {
  private let loop: RunLoop
  private let workers: WorkThreads
  private let dependencies: UseCaseDependencies
  private let deadlines: AccountServer.Deadlines
  private let admission: AdmissionControl
  private let socket: SeqpacketSocket
  let entrance: AccountServer.Entrance
  /// The process at the other end.
  private let peer: PeerProcess
  /// Its user, with whose other connections this one counts.
  let uid: UInt32
  private let onGone: (Connection) -> Void

  private var state: ConnectionState
  private var handler: RequestHandler?
  private var outbox: Outbox
  /// The sign-ins that are not over, by the number of their request.
  private var signIns: [UInt16: any SignInConversation] = [:] {
    didSet { dismissWorkers() }
  }
  /// Those of them that have a worker.
  private var workersHired: Set<UInt16> = []
  /// The secrets of a conversation that lacks another one.
  private var secrets: [SealedPassword] = []
  /// The jobs that can be cancelled, by the number of their request.
  private var tasks: [UInt16: Task<Void, Never>] = [:]
  /// All jobs under way.
  private var jobs = 0
  private var deadline: Timers.ID?
  private var isOver = false
  /// Whether it ends as soon as its work is done.
  private var isDraining = false
  private var watched: (reads: Bool, writes: Bool)?

  /// Maximum messages received per iteration, so one form cannot starve the others.
  private static let mostAtOnce = 32

  /// - Parameter onGone: Called once, when the connection is over and its last job is done.
  init(
    _ socket: SeqpacketSocket, _ peer: PeerProcess, at entrance: AccountServer.Entrance,
    _ dependencies: UseCaseDependencies,
    _ loop: RunLoop,
    _ workers: WorkThreads, _ deadlines: AccountServer.Deadlines, _ admission: AdmissionControl,
    onGone: @escaping (Connection) -> Void
  ) {
    (self.socket, self.peer, self.dependencies, self.loop, self.workers) = (socket, peer, dependencies, loop, workers)
    uid = admission.person(peer.uid)
    (self.deadlines, self.admission, self.onGone) = (deadlines, admission, onGone)
    self.entrance = entrance
    state = ConnectionState(entrance, signUp: dependencies.rules.signUp, logins: dependencies.rules.logins)
    outbox = entrance == .administration ? Outbox(mostBytes: .max) : Outbox()
  }

  /// Begins to listen.
  func start() {
    watch(writes: false)
    setDeadline(deadlines.hello)
  }

  /// Ends the connection in order: pending replies are sent first.
  func stop() { end(tells: true) }

  /// Takes no more requests, and ends the connection once those that are under way are answered.
  func drain() {
    guard !isOver else { return }
    isDraining = true
    clearDeadline()
    watch(writes: !outbox.isEmpty)
    leaveIfDone()
  }

  // MARK: Receiving

  private func watch(writes: Bool) {
    let events = (reads: mayRead, writes: writes)
    if let watched, watched == events { return }
    watched = events
    loop.watch(socket.descriptor, reads: events.reads, writes: writes) { [weak self] _ in self?.turn() }
  }

  /// Whether to receive more: a program that does not read its replies is not read either. Lists for administrators have
  /// any length, so there the next request waits until the answer is read.
  private var mayRead: Bool {
    !isDraining && (entrance == .administration ? outbox.isEmpty : !outbox.isFull)
  }

  private func turn() {
    flush()
    for _ in 0..<Self.mostAtOnce where !isOver && mayRead {
      switch socket.receive() {
      case .nothing: return
      case .end: end(tells: false)
      case .malformed: perform(state.protocolError())
      case .secret(let prefix, let text): take(text, prefix)
      case .message(let message):
        switch Envelope<Request>.read(message) {
        case .message(let message): take(message.body, message.number)
        case .unknown(let number): perform(state.takeUnknown(number))
        case .malformed: perform(state.protocolError(ProtocolVersion(greeting: message)))
        }
      }
    }
  }

  private func take(_ request: Request, _ number: UInt16) {
    let step = state.take(request, number)
    if case .hello(let hello) = request, case .run = step { return greet(hello, number) }
    perform(step)
  }

  /// Looks at the processes above the peer first. A user may have made many of them, so it takes a turn like a job.
  private func greet(_ hello: Hello, _ number: UInt16) {
    clearDeadline()
    jobs += 1
    Task(executorPreference: workers) { [peer, uid, queue = entrance == .signIn ? admission.storeQueue : nil] in
      let turn = await queue?.begin(uid) { _ in }
      let mayNameHost = peer.mayNameHost
      if let turn { await queue?.end(turn) }
      await self.meet(hello, mayNameHost: mayNameHost, number)
    }
  }

  private func meet(_ hello: Hello, mayNameHost: Bool, _ number: UInt16) {
    jobs -= 1
    guard !isOver else { return leaveIfDone() }
    let source = AttemptSource(claimed: hello.source, uid: uid, mayNameHost: mayNameHost)
    // The threads must stay free for the attempts that this one waits for.
    let turn = ThrottleWait { [loop] pause in await loop.wait(pause) }
    handler = RequestHandler(
      useCases: UseCases(
        dependencies, source: source, bearer: dependencies.rules.bearer(peer.uid, of: uid), turn: turn),
      load: { [admission] in await admission.currentLoad })
    start(.greet(entrance), number)
  }

  private func take(_ text: GuardedText, _ prefix: SecretPrefix) {
    defer { text.wipe() }
    let step = state.take(prefix)
    switch step {
    case .run(.verify, let number):
      start(.verify, number, token: text.withUTF8 { SecureToken(base64URL: $0) })
    case .run(let job, let number):
      guard let password = try? text.sealed() else { return perform(state.protocolError()) }
      let all = secrets + [password]
      secrets = []
      start(job, number, all)
    case .keepSecret:
      guard let password = try? text.sealed() else { return perform(state.protocolError()) }
      secrets.append(password)
    default: perform(step)
    }
  }

  // MARK: Doing

  private func perform(_ step: ConnectionState.Step) {
    switch step {
    case .nothing, .keepSecret: break
    case .run(let job, let number): start(job, number)
    case .awaitMore: setDeadline(deadlines.answer)
    case .awaitAnswer(let reply, let number):
      let time = reply.takesTime ? deadlines.keeping : deadlines.answer
      setDeadline(time)
      send([reply.limited(to: time)], number)
    case .answer(let reply, let number): send([reply], number)
    case .drop(let reply, let number):
      if !state.isWaiting {
        dropSecrets()
        clearDeadline()
      }
      leave(number)
      send([reply], number)
    case .cancel(let number): tasks[number]?.cancel()
    case .reply(let replies, let number):
      send(replies, number)
      if entrance == .administration { setDeadline(deadlines.keeping) }
    case .sendSignedIn(let signedIn, let isNew, let number):
      send([.ended(.signedIn(signedIn.email, signedIn.session, isNew: isNew))], number, tokenOf: signedIn)
    case .revoke(let session, let reply, let number): revoke(session, reply, number)
    case .disconnect(let last, let number):
      if let last { send([last], number) } else { admission.note(offenceOf: uid) }
      end(tells: true)
    }
  }

  private func start(
    _ job: Job, _ number: UInt16, _ secrets: [SealedPassword] = [], token: SecureToken? = nil
  ) {
    guard let handler else { return }
    guard admits(job) else {
      for secret in secrets { secret.wipe() }
      return perform(state.refused(number))
    }
    if case .converse(let begin, let member) = job {
      if job.needsWorker { workersHired.insert(number) }
      signIns[number] = handler.conversation(begin, member, secrets.first)
    }
    switch job {
    case .converse, .goOn, .administer: clearDeadline()
    case .greet, .page, .previousSignIn, .account, .signOut, .endSession, .verify: break
    }
    jobs += 1
    let turns = RequestHashQueue(admission, uid) { [weak self] place in
      self?.send([.queued(place: place)], number)
    }
    let queue = job.takesTurn ? admission.storeQueue : nil
    tasks[number] = Task(executorPreference: workers) { [signIn = signIns[number], uid] in
      let turn = await queue?.begin(uid) { _ in }
      let result: JobResult
      if queue != nil && turn == nil {
        result = .replies([.unavailable(.notNow)])  // cancelled before its turn
      } else {
        result = await HashTurn.$ofTask.withValue(turns) { await handler.result(of: job, secrets, token, signIn) }
      }
      if let turn { await queue?.end(turn) }
      await self.finished(number, job, result)
    }
  }

  /// Whether the limits allow for the job. An answer that may be verified is counted until the job is done.
  private func admits(_ job: Job) -> Bool {
    if case .converse = job, !admission.admits(conversationOf: uid) { return false }
    if job.needsWorker, !admission.admits(workerOf: uid) { return false }
    if !job.verifies || admission.admits(answerOf: uid) { return true }
    if job.needsWorker { admission.forget(workerOf: uid) }
    return false
  }

  private func dismissWorkers() {
    for number in workersHired where signIns[number] == nil {
      workersHired.remove(number)
      admission.forget(workerOf: uid)
    }
  }

  private func finished(_ number: UInt16, _ job: Job, _ result: JobResult) {
    if job.verifies { admission.forget(answerOf: uid) }
    admission.note(result, of: job)
    tasks[number] = nil
    switch (job, result) {
    case (_, .step): break
    // The member has gone, so the conversation was not asked.
    case (.goOn, .replies): leave(number)
    default: signIns[number] = nil
    }
    perform(state.finished(number, result))
    jobs -= 1
    leaveIfDone()
  }

  /// Releases a conversation that has no job.
  private func leave(_ number: UInt16) {
    guard let signIn = signIns.removeValue(forKey: number) else { return }
    jobs += 1
    Task(executorPreference: workers) {
      await UseCases.leave(signIn)
      await self.left()
    }
  }

  private func left() {
    jobs -= 1
    leaveIfDone()
  }

  private func revoke(_ session: Session, _ reply: Reply?, _ number: UInt16) {
    guard let handler else { return }
    jobs += 1
    Task(executorPreference: workers) {
      await handler.revoke(session)
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
    let count = outbox.isEmpty ? Outbox.mostAtOnce : 1
    for reply in replies { outbox.add(.message(reply.message(number))) }
    if let session = signedIn?.session, let token = signedIn?.token { outbox.add(.token(token, of: session, number)) }
    flush(atMost: count)
  }

  private func flush(atMost count: Int = Outbox.mostAtOnce) {
    guard !isOver else { return }
    switch outbox.flush(to: socket, atMost: count) {
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
    for number in signIns.keys where tasks[number] == nil { leave(number) }
    signIns = [:]
    loop.unwatch(socket.descriptor)
    if tells { socket.finish() }
    for task in tasks.values { task.cancel() }
    if let session = outbox.unsentSession { revoke(session, nil, 0) }
    leaveIfDone()
  }

  private func leaveIfDone() {
    if isDraining, !isOver, jobs == 0, outbox.isEmpty { return end(tells: true) }
    guard isOver, jobs == 0 else { return }
    jobs = -1  // once
    socket.close()
    onGone(self)
  }

  private func dropSecrets() {
    for secret in secrets { secret.wipe() }
    secrets = []
  }

  private func setDeadline(_ delay: Duration) {
    clearDeadline()
    deadline = loop.timers.add(after: delay) { [weak self] in self?.end(tells: true) }
  }

  private func clearDeadline() {
    if let deadline { loop.timers.cancel(deadline) }
    deadline = nil
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
