import Identity
import Secrets
import Unix
import Messages

/// One administrator's program at the other end of a socket. It does what its ``AdminDialogue`` says.
@MainActor final class Administration {
  private let loop: RunLoop
  private let workers: WorkThreads
  private let clerk: AdminClerk
  private let deadlines: Keeper.Deadlines
  private let queue: HashQueue
  private let link: Link
  private let onGone: (Administration) -> Void

  private var dialogue = AdminDialogue()
  private var outbox = Outbox(mostBytes: .max)
  /// The secrets of a request that lacks another one.
  private var secrets: [SealedPassword] = []
  private var task: Task<Void, Never>?
  private var deadline: Timers.ID?
  private var isOver = false

  /// The most messages received in a turn.
  private static let mostAtOnce = 32

  /// - Parameter onGone: Called once, when the connection is over and its last job is done.
  init(
    _ link: Link, _ peer: PeerProcess, _ office: Office, _ loop: RunLoop,
    _ workers: WorkThreads, _ deadlines: Keeper.Deadlines, _ queue: HashQueue,
    onGone: @escaping (Administration) -> Void
  ) {
    (self.link, self.loop, self.workers, self.deadlines, self.onGone) = (link, loop, workers, deadlines, onGone)
    self.queue = queue
    // The threads must stay free for the attempts that this one waits for.
    clerk = AdminClerk(office: office, uid: peer.uid, turn: Turn { [loop] pause in await loop.wait(pause) })
  }

  /// Begins to listen.
  func start() {
    flush()
    setDeadline(deadlines.hello)
  }

  /// Ends the connection. The store finishes a change that it has begun.
  func stop() { end() }

  // MARK: Receiving

  private func turn() {
    flush()
    // An answer that is not read yet holds up the next request.
    for _ in 0..<Self.mostAtOnce where !isOver && outbox.isEmpty {
      switch link.receive() {
      case .nothing: return
      case .end: end()
      case .malformed: perform(dialogue.offend())
      case .secret(let prefix, let text): take(text, prefix)
      case .message(let message):
        guard let header = MessageHeader(message), let request = AdminRequest(message) else {
          perform(dialogue.offend())
          return
        }
        perform(dialogue.take(request, header.sequence))
      }
    }
  }

  private func take(_ text: GuardedText, _ prefix: SecretPrefix) {
    defer { text.wipe() }
    let step = dialogue.take(prefix)
    switch step {
    case .keepSecret, .run:
      guard let password = try? text.sealed() else { return perform(dialogue.offend()) }
      secrets.append(password)
    case .awaitRest, .rest, .part: break
    }
    perform(step)
  }

  // MARK: Doing

  private func perform(_ step: AdminDialogue.Step) {
    switch step {
    case .rest, .keepSecret: break
    case .awaitRest: setDeadline(deadlines.answer)
    case .run(let job, let number): run(job, number)
    case .part(let word, let number):
      if let word { outbox.add(.message(word.message(number))) }
      flush()
      end()
    }
  }

  private func run(_ job: AdminJob, _ number: UInt16) {
    clearDeadline()
    let secrets = secrets
    self.secrets = []
    let turns = RequestTurns(queue, clerk.uid) { _ in }
    task = Task(executorPreference: workers) { [clerk] in
      let replies = await HashTurn.$ofTask.withValue(turns) { await clerk.replies(to: job, secrets) }
      await self.finished(replies, number)
    }
  }

  private func finished(_ replies: [AdminReply], _ number: UInt16) {
    task = nil
    guard !isOver else { return onGone(self) }
    let step = dialogue.finished(replies, number)
    if case .rest = step {
      setDeadline(deadlines.keeping)
      for reply in replies { outbox.add(.message(reply.message(number))) }
      flush()
    }
    perform(step)
  }

  // MARK: Sending

  private func flush() {
    guard !isOver else { return }
    switch outbox.flush(to: link) {
    case .empty: watch()
    case .waiting: watch(reads: false, writes: true)
    case .overfull, .broken: end()
    }
  }

  private func watch(reads: Bool = true, writes: Bool = false) {
    loop.watch(link.descriptor, reads: reads, writes: writes) { [weak self] _ in self?.turn() }
  }

  // MARK: Ending

  private func end() {
    guard !isOver else { return }
    isOver = true
    clearDeadline()
    for secret in secrets { secret.wipe() }
    secrets = []
    loop.unwatch(link.descriptor)
    link.close()
    guard let task else { return onGone(self) }
    task.cancel()
  }

  private func setDeadline(_ duration: Duration) {
    clearDeadline()
    deadline = loop.timers.add(after: duration) { [weak self] in
      guard let self else { return }
      deadline = nil
      perform(dialogue.offend())
    }
  }

  private func clearDeadline() {
    if let deadline { loop.timers.cancel(deadline) }
    deadline = nil
  }
}
