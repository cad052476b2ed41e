internal import Glibc

/// The program's one place to wait: a `poll` over the terminal, the signals and the main actor's queue, until the next
/// timer. Between events it sleeps; nothing wakes it.
///
/// In each turn it hands on what came, lets the main actor's tasks run that were waiting, and calls `onTurnEnd`, where
/// the screen is presented once for all of it.
public final class EventLoop {
  /// How it ended.
  public enum Ending: Hashable, Sendable {
    /// `stop()` was called.
    case stopped
    /// A signal asks the program to end: close the session, and call `ProcessSignals.die(by:)`.
    case signal(Int32)
    /// The terminal was closed. Nobody sees the screen any more; SIGHUP is the signal that says so to others.
    case terminalGone
  }

  /// Takes each event.
  public var onEvent: (Event) -> Void = { _ in }
  /// Called when a turn's events are done.
  public var onTurnEnd: () -> Void = {}

  private let session: TerminalSession
  private let input: TerminalInput
  private let capsLock: CapsLock?
  private var isCapsLockOn = false
  private var decoder: KeyDecoder
  /// When the decoder's patience ends.
  private var deadline: Duration?
  private var ending: Ending?
  private var wantsSuspension = false

  /// Makes a loop on a terminal; it does nothing until `run`.
  public init(_ session: TerminalSession) {
    self.session = session
    input = TerminalInput(descriptor: session.device.input)
    capsLock = CapsLock(descriptor: session.device.input)
    decoder = session.makeDecoder()
  }

  /// Runs on the main thread until something ends it. It may be called again after `stopped`.
  public func run() -> Ending {
    ending = nil
    var sources = [session.device.input, session.signalDescriptor, MainQueue.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    onTurnEnd()
    while true {
      if wantsSuspension { suspend(wholeGroup: true) }
      if let ending { return ending }
      let count = poll(&sources, nfds_t(sources.count), session.timers.patience(until: deadline))
      if count < 0 {
        for index in sources.indices { sources[index].revents = 0 }
      }
      if sources[1].revents != 0 || count < 0 { takeSignals() }
      if sources[0].revents != 0 { takeInput(sources[0].revents) }
      settleInput()
      session.timers.runDue()
      if sources[2].revents != 0 { MainQueue.drain() }
      if ending == nil { onTurnEnd() }
    }
  }

  /// Ends `run` when this turn's events are handed on.
  public func stop() { end(.stopped) }

  /// Stops the program as a shell expects of Ctrl-Z, once this turn is over: it gives the terminal back, stops its
  /// process group, and goes on when it is brought forward again.
  public func suspend() { wantsSuspension = true }

  private func end(_ how: Ending) {
    if ending == nil { ending = how }
  }
}

// MARK: Input

extension EventLoop {
  private func takeInput(_ events: Int16) {
    tellCapsLock()
    var outcome = TerminalInput.Outcome.gone
    if events & Int16(POLLIN) != 0 {
      outcome = input.read { bytes in
        decoder.feed(bytes) { event in
          if ending == nil { onEvent(event) }
        }
      }
      deadline = decoder.timeout.map { Timers.now + .milliseconds($0) }
    }
    if outcome == .end || outcome == .gone || events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
      takeSignals()  // the hang-up's signal says more, if it is here already
      end(.terminalGone)
    }
  }

  private func tellCapsLock() {
    guard let capsLock, capsLock.isOn != isCapsLockOn else { return }
    isCapsLockOn.toggle()
    onEvent(.capsLock(isOn: isCapsLockOn))
  }

  private func settleInput() {
    guard let deadline, Timers.now >= deadline else { return }
    decoder.timedOut { event in
      if ending == nil { onEvent(event) }
    }
    self.deadline = decoder.timeout.map { Timers.now + .milliseconds($0) }
  }
}

// MARK: Signals

extension EventLoop {
  private func takeSignals() {
    let signals = ProcessSignals.take()
    if let number = signals.ending { return end(.signal(number)) }
    if signals.contains(SIGTSTP) { suspend(wholeGroup: false) }
    if signals.contains(SIGCONT) {
      if session.resume() { onEvent(.redraw) }
    }
    tellSize()
  }

  private func suspend(wholeGroup: Bool) {
    wantsSuspension = false
    onEvent(.suspending)
    onTurnEnd()
    guard session.suspend(wholeGroup: wholeGroup) else { return }
    onEvent(.redraw)
    tellSize()
    onTurnEnd()
  }

  private func tellSize() {
    if session.updateSize() { onEvent(.resized(session.size)) }
  }
}
