internal import CUnix
internal import Glibc

/// The program's one place to wait: a `poll` over its sources, the signals and the main actor's queue, until the next
/// timer. Between events the program sleeps; nothing wakes it.
///
/// Each turn hands on the events, runs the waiting tasks of the main actor, and calls `onTurnEnd`. There the screen is
/// drawn, once for all of them.
@MainActor public final class RunLoop {
  /// The reason why the loop ended.
  public enum Ending: Hashable, Sendable {
    /// `stop()` was called.
    case stopped
    /// A signal to end the program came. Give the terminal back, then call `ProcessSignals.die(by:)`.
    case signal(Int32)
    /// The terminal was closed. Other processes get SIGHUP then.
    case terminalGone
  }

  /// The timers, whose actions run in a turn of this loop.
  public let timers: Timers
  /// Handles the signals that do not end the program.
  public var onSignals: (ProcessSignals.Set) -> Void = { _ in }
  /// Called when a turn's events are done.
  public var onTurnEnd: () -> Void = {}
  /// Whether this turn is the last.
  public var isEnding: Bool { ending != nil }

  /// The descriptors of the signals, of the main queue's bell, and of the sources.
  private var polled: [pollfd]
  /// Handles the readiness of each source.
  private var takers: [(Int16) -> Void] = []
  private static let firstSource = 2
  private var ending: Ending?
  private var beforeWaiting: (() -> Void)?
  private var behindEvents: [() -> Void] = []
  /// How often poll(2) failed in a row.
  private var failures = 0

  /// Makes the loops of this process run the main actor's work, which other threads may add. Call this before the first
  /// task and the first loop.
  /// - Throws: If the system gives no descriptor that wakes a loop.
  public static func serveMainActor() throws(SystemError) {
    try MainQueue.shared.hangBell()
    MainQueue.shared.takeMainActor(alone: false)
  }

  /// Makes the loops of this process run the work of all tasks, but of those that prefer ``WorkThreads``. Call this
  /// before the first task and the first loop.
  /// - Throws: If the system gives no descriptor that wakes a loop.
  public static func serveAllTasks() throws(SystemError) {
    try MainQueue.shared.hangBell()
    MainQueue.shared.takeMainActor(alone: true)
  }

  /// Creates a loop, which does nothing until `run`.
  /// - Parameters:
  ///   - signals: The descriptor that becomes readable when a signal came, see `ProcessSignals.install()`. A negative
  ///     one reports nothing.
  ///   - clock: The time since some fixed moment, for the timers.
  public init(signals: Int32, clock: @escaping @MainActor () -> Duration = { Timers.now }) {
    timers = Timers(clock: clock)
    polled = [signals, MainQueue.shared.bell].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }

  /// Receives the signals from that descriptor from now on, see `ProcessSignals.install()`; a negative one reports nothing.
  public func receiveSignals(from descriptor: Int32) {
    polled[0] = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }

  /// Calls `take` with the result of poll(2) for a descriptor, in each turn that has one. Watching a descriptor again
  /// replaces its `take`.
  /// - Parameters:
  ///   - reads: Whether to wait for input.
  ///   - writes: Whether to wait until it takes output. Without both, only the end of the descriptor is reported.
  public func watch(
    _ descriptor: Int32, reads: Bool = true, writes: Bool = false, _ take: @escaping (Int16) -> Void
  ) {
    let events = (reads ? Int16(POLLIN) : 0) | (writes ? Int16(POLLOUT) : 0)
    let entry = pollfd(fd: descriptor, events: events, revents: 0)
    let sources = polled[Self.firstSource...]
    if let place = sources.firstIndex(where: { $0.fd == descriptor }) ?? sources.firstIndex(where: { $0.fd < 0 }) {
      polled[place] = entry
      takers[place - Self.firstSource] = take
    } else {
      polled.append(entry)
      takers.append(take)
    }
  }

  /// Stops watching a descriptor. Call this before the descriptor is closed.
  public func unwatch(_ descriptor: Int32) {
    guard let place = polled[Self.firstSource...].firstIndex(where: { $0.fd == descriptor }) else { return }
    // The entry stays, because a turn may be under way. poll(2) skips a negative descriptor.
    polled[place] = pollfd(fd: -1, events: 0, revents: 0)
    takers[place - Self.firstSource] = { _ in }
  }

  /// Runs on the main thread until the loop ends. It may be called again after `stopped`.
  public func run() -> Ending {
    defer { ending = nil }
    onTurnEnd()
    while true {
      if let work = beforeWaiting {
        beforeWaiting = nil
        work()
        if ending == nil { onTurnEnd() }
      }
      if let ending { return ending }
      let maySleep = behindEvents.isEmpty && MainQueue.shared.mayLoopSleep()
      let count = poll(&polled, nfds_t(polled.count), maySleep ? timers.nextTimeout : 0)
      let problem = errno
      MainQueue.shared.loopWoke()
      if count < 0 {
        giveUpIfHopeless(after: problem)
        for place in polled.indices { polled[place].revents = 0 }
      } else {
        failures = 0
      }
      if polled[0].revents != 0 || count < 0 { takeSignals() }
      // The machine has slept: a time limit that passed meanwhile comes before the key that woke the program.
      if ending == nil { timers.runDue(since: .seconds(10)) }
      for source in takers.indices where ending == nil {
        let readiness = polled[Self.firstSource + source].revents
        if readiness != 0 { takers[source](readiness) }
      }
      let works = behindEvents
      behindEvents = []
      for work in works { work() }
      timers.runDue()
      // This turn does the work that its events add.
      MainQueue.shared.run(hasRung: polled[1].revents != 0)
      if ending == nil { onTurnEnd() }
    }
  }

  /// Does `work` in turns of this loop, and returns its result. Nothing else may end the loop meanwhile.
  public func run<Value, Problem: Error>(
    _ work: @escaping @MainActor () async throws(Problem) -> Value
  ) throws(Problem) -> Value {
    var result: Result<Value, Problem>?
    Task {
      do throws(Problem) {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      stop()
    }
    while true {
      _ = run()
      if let result { return try result.get() }
    }
  }

  /// Does `work` in turns of this loop, and returns its result; nil if it takes longer than `limit`. It goes on then, but
  /// ends no loop. What else would end this one is ignored meanwhile.
  @discardableResult
  public func run<Value>(atMost limit: Duration, _ work: @escaping @MainActor () async -> Value) -> Value? {
    var (value, isOver) = (Value?.none, false)
    let timer = timers.add(after: limit) { [self] in
      isOver = true
      stop()
    }
    Task {
      let result = await work()
      guard !isOver else { return }
      (value, isOver) = (result, true)
      stop()
    }
    while !isOver { _ = run() }
    timers.cancel(timer)
    return value
  }

  /// Ends `run` once this turn's events are handed on.
  public func stop() { end(.stopped) }

  /// Ends `run` because the terminal is gone. A signal that has already come takes precedence.
  public func stopWithoutTerminal() {
    takeSignals()
    end(.terminalGone)
  }

  /// Runs `work` once, behind the events of a turn and before the timers that are due in it.
  public func afterEvents(_ work: @escaping () -> Void) { behindEvents.append(work) }

  /// Runs `work` once this turn is over, before the loop waits again.
  public func afterTurn(_ work: @escaping () -> Void) { beforeWaiting = work }

  /// Ends the loop after poll(2) has failed for a second. Otherwise it would spin for ever.
  private func giveUpIfHopeless(after problem: Int32) {
    guard problem != EINTR else { return }
    failures += 1
    usleep(1000)
    if failures >= 1000 { stop() }
  }

  private func takeSignals() {
    let signals = ProcessSignals.take()
    if let number = signals.ending { return end(.signal(number)) }
    onSignals(signals)
  }

  private func end(_ how: Ending) {
    if ending == nil { ending = how }
  }
}

extension RunLoop {
  /// Waits without a thread.
  public func wait(_ pause: Duration) async {
    await withCheckedContinuation { waiting in
      _ = timers.add(after: pause) { waiting.resume() }
    }
  }
}
