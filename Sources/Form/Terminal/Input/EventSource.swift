internal import Glibc
internal import Unix

/// Turns the terminal's input and the signals into events, in the turns of its loop.
public final class EventSource {
  /// Handles each event.
  public var onEvent: (Event) -> Void = { _ in }

  private let session: TerminalSession
  private let input: TerminalInput
  private let capsLock: CapsLock?
  private var isCapsLockOn = false
  private var decoder: KeyDecoder
  /// When the terminal was asked.
  private var asked = Timers.now
  /// Ends the wait for the terminal's answer.
  private var answerLimit: Timers.ID?
  /// Ends the decoder's wait for more bytes.
  private var escapeTimer: Timers.ID?

  /// Creates a source for the loop of a terminal. The loop may go on for a moment without it, once the session is closed.
  public init(_ session: TerminalSession) {
    self.session = session
    input = TerminalInput(descriptor: session.device.input)
    capsLock = CapsLock(descriptor: session.device.input)
    decoder = session.makeDecoder()
    session.loop.watch(session.device.input) { [unowned self] in takeInput($0) }
    session.loop.onSignals = { [unowned self] in take($0) }
    guard !session.typedAhead.isEmpty else { return }
    _ = session.loop.timers.add(after: .zero) { [weak self] in self?.takeTypedAhead() }
  }

  /// Asks the terminal for its background, and for the width of ambiguous characters. The answers are events, if there are some.
  /// Call this when something is on the screen.
  /// - Parameter row: Where the width can be tried, see ``TerminalQuestion``; nil for nowhere.
  public func ask(forBackground background: Bool, widthIn row: Int?) {
    guard session.ask(TerminalQuestion.bytes(background: background, widthIn: row)) else { return }
    decoder.expectAnswer()
    asked = Timers.now
    answerLimit = session.loop.timers.add(after: .milliseconds(TerminalQuestion.timeout)) { [weak self] in
      self?.decoder.giveUpAnswer()
    }
  }

  /// Waits for an answer that is still on its way over a network, before the terminal is given back: it must not reach the next
  /// program. A terminal of this machine has answered by then. Keys are lost meanwhile, as all that follow.
  public func awaitAnswer() {
    let end = asked + .milliseconds(TerminalQuestion.farewell)
    while decoder.expectsAnswer, decoder.escapeDelay >= EscapeDelay.remote, Timers.now < end {
      var terminal = pollfd(fd: session.device.input, events: Int16(POLLIN), revents: 0)
      guard poll(&terminal, 1, Int32(TerminalQuestion.farewell)) > 0 else { break }
      guard input.read({ bytes in decoder.feed(UnsafeRawBufferPointer(bytes)) { _ in } }) == .bytes else { break }
    }
    decoder.giveUpAnswer()
  }

  /// Suspends the program as a shell expects of Ctrl-Z, once this turn is over. The program gives the terminal back,
  /// stops its process group, and goes on when a shell brings it to the foreground.
  public func suspend() {
    session.loop.afterTurn { [unowned self] in suspend(wholeGroup: true) }
  }
}

// MARK: Input

extension EventSource {
  private func takeTypedAhead() {
    session.typedAhead.take { bytes in decoder.feed(UnsafeRawBufferPointer(bytes)) { emit($0) } }
    awaitMore()
  }

  private func takeInput(_ readiness: Int16) {
    tellCapsLock()
    if !session.typedAhead.isEmpty { takeTypedAhead() }
    var outcome = TerminalInput.Outcome.gone
    if readiness & Int16(POLLIN) != 0 {
      outcome = input.read { bytes in decoder.feed(UnsafeRawBufferPointer(bytes)) { emit($0) } }
      awaitMore()
      if !decoder.expectsAnswer, let limit = answerLimit {
        session.loop.timers.cancel(limit)
        answerLimit = nil
      }
    }
    if outcome == .end || outcome == .gone || readiness & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
      session.loop.stopWithoutTerminal()
    }
  }

  private func emit(_ event: Event) {
    if !session.loop.isEnding { onEvent(event) }
  }

  private func tellCapsLock() {
    guard let capsLock, capsLock.isOn != isCapsLockOn else { return }
    isCapsLockOn.toggle()
    onEvent(.capsLock(isOn: isCapsLockOn))
  }

  /// Starts a timer that settles the decoder's pending bytes if no more bytes come.
  private func awaitMore() {
    if let escapeTimer { session.loop.timers.cancel(escapeTimer) }
    escapeTimer = decoder.timeout.map { milliseconds in
      session.loop.timers.add(after: .milliseconds(milliseconds)) { [weak self] in
        guard let self else { return }
        decoder.timedOut { self.emit($0) }
        awaitMore()
      }
    }
  }
}

// MARK: Signals

extension EventSource {
  private func take(_ signals: ProcessSignals.Set) {
    if signals.contains(SIGTSTP) { suspend(wholeGroup: false) }
    if signals.contains(SIGCONT) {
      if session.resume() { onEvent(.redraw) }
    }
    tellSize()
  }

  private func suspend(wholeGroup: Bool) {
    onEvent(.suspending)
    session.loop.onTurnEnd()
    awaitAnswer()
    guard session.suspend(wholeGroup: wholeGroup) else { return }
    onEvent(.redraw)
    tellSize()
    session.loop.onTurnEnd()
  }

  private func tellSize() {
    if session.updateSize() { onEvent(.resized(session.size)) }
  }
}
