internal import Glibc

/// The program's one place to wait: a `poll` over its sources, the signals and the main actor's queue, until the next
/// timer. Between events it sleeps; nothing wakes it.
///
/// In each turn it hands on what came, lets the main actor's tasks run that were waiting, and calls `onTurnEnd`, where
/// the screen is presented once for all of it.
@MainActor public final class RunLoop {
  /// How it ended.
  public enum Ending: Hashable, Sendable {
    /// `stop()` was called.
    case stopped
    /// A signal asks the program to end: give the terminal back, and call `ProcessSignals.die(by:)`.
    case signal(Int32)
    /// The terminal was closed. Nobody sees it any more; SIGHUP is the signal that says so to others.
    case terminalGone
  }

  /// What is to happen later, in a turn of this loop.
  public let timers = Timers()
  /// Takes the signals that do not end the program.
  public var onSignals: (ProcessSignals.Set) -> Void = { _ in }
  /// Called when a turn's events are done.
  public var onTurnEnd: () -> Void = {}
  /// Whether this turn is the last.
  public var isEnding: Bool { ending != nil }

  /// The signals, the main queue, and the sources.
  private var polled: [pollfd]
  /// What takes the readiness of each source.
  private var takers: [(Int16) -> Void] = []
  private static let firstSource = 2
  private var ending: Ending?
  private var beforeWaiting: (() -> Void)?

  /// Readies what the system may refuse: to be called before the terminal is taken.
  public static func prepare() { MainQueue.prepare() }

  /// Makes a loop; it does nothing until `run`.
  /// - Parameter signals: What becomes readable when a signal came, see `ProcessSignals.install()`.
  public convenience init(signals: Int32) { self.init(signals: signals, mainQueue: MainQueue.descriptor) }

  /// A negative descriptor tells nothing.
  init(signals: Int32, mainQueue: Int32) {
    polled = [signals, mainQueue].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }

  /// Hands on what poll(2) says of a descriptor, in each turn in which it says anything. Watched again, a descriptor has
  /// another taker.
  /// - Parameter reads: Whether it is to be read. Otherwise only its end is told.
  public func watch(_ descriptor: Int32, reads: Bool = true, _ take: @escaping (Int16) -> Void) {
    let entry = pollfd(fd: descriptor, events: reads ? Int16(POLLIN) : 0, revents: 0)
    if let place = polled[Self.firstSource...].firstIndex(where: { $0.fd == descriptor }) {
      polled[place].events = entry.events
      takers[place - Self.firstSource] = take
    } else {
      polled.append(entry)
      takers.append(take)
    }
  }

  /// Runs on the main thread until something ends it. It may be called again after `stopped`.
  public func run() -> Ending {
    defer { ending = nil }
    onTurnEnd()
    while true {
      if let work = beforeWaiting {
        beforeWaiting = nil
        work()
      }
      if let ending { return ending }
      let count = poll(&polled, nfds_t(polled.count), timers.patience)
      if count < 0 {
        for place in polled.indices { polled[place].revents = 0 }
      }
      if polled[0].revents != 0 || count < 0 { takeSignals() }
      for source in takers.indices where ending == nil {
        let readiness = polled[Self.firstSource + source].revents
        if readiness != 0 { takers[source](readiness) }
      }
      timers.runDue()
      if polled[1].revents != 0 { MainQueue.drain() }
      if ending == nil { onTurnEnd() }
    }
  }

  /// Ends `run` when this turn's events are handed on.
  public func stop() { end(.stopped) }

  /// Ends `run` since the terminal is gone; by a signal that says more, if it is here already.
  public func stopWithoutTerminal() {
    takeSignals()
    end(.terminalGone)
  }

  /// Does something once this turn is over, before the loop waits again.
  public func afterTurn(_ work: @escaping () -> Void) { beforeWaiting = work }

  private func takeSignals() {
    let signals = ProcessSignals.take()
    if let number = signals.ending { return end(.signal(number)) }
    onSignals(signals)
  }

  private func end(_ how: Ending) {
    if ending == nil { ending = how }
  }
}
