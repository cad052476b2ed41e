internal import Glibc
public import Unix

/// Waits in front of a command that has a terminal of its own, and relays bytes, sizes and signals between that one and
/// the user's. The user's terminal is given back on every way out.
///
/// One `poll` waits for everything, so an idle relay has no wake-ups. sudo's `use_pty` is the model. See
/// Decisions/0091-own-terminal.md.
nonisolated public final class PtyRelay {
  /// The reason why a command cannot be started.
  public enum Refusal: Error, Hashable, Sendable {
    /// There is no terminal for it.
    case noTerminal(SystemError)
    /// The system cannot execute it.
    case notStarted(SystemError)
  }

  private let command: PseudoTerminal
  private let signals: RelayedSignals
  /// The user's terminal; nil if there is none, or it is gone. `input` serves both ways, because it does not block.
  private var user: TerminalDevice?
  /// The settings of the user's terminal, to be restored.
  private var found: TerminalSettings?
  private var turn: TerminalTurn?
  /// Whether the command asked for keys while another relay has them.
  private var awaitsTurn = false
  /// How often it has asked for that turn in vain.
  private var refusals = 0
  /// Whether this relay has the turn, and so restores the settings.
  private var hasTurn = false
  /// The milliseconds after which it asks for its turn again.
  private static let turnDelay: Int32 = 50
  /// How often it asks, in a second. The other one may wait for what this command writes, so then both have the keys.
  private static let mostRefusals = 20
  /// Whether the user's terminal is raw, and its keys go to the command.
  private var isTaken = false
  /// Whether the command needs keys. If a standard stream leads elsewhere, another program of a pipeline may be reading
  /// the terminal. Then the command begins in the background, and gets the keys when it asks for them.
  private var needsKeys = true
  private var toCommand = Backlog()
  private var toUser = Backlog()

  /// Runs a command, to its end.
  /// - Throws: The reason why it cannot be started. Nothing has run then.
  public static func run(_ command: ExecutableCommand) throws(Refusal) -> PseudoTerminal.Ending {
    let relay: PtyRelay
    do {
      relay = try PtyRelay()
    } catch {
      throw .noTerminal(error)
    }
    defer { relay.giveBack() }
    do {
      try relay.start(command)
      return try relay.wait()
    } catch {
      throw .notStarted(error)
    }
  }

  private init() throws(SystemError) {
    command = try PseudoTerminal()
    signals = try RelayedSignals()
    do throws(TerminalError) {
      let user = try TerminalDevice()
      let turn = TerminalTurn(at: user.input)
      let found = try TerminalSettings(of: user.output)
      // Another relay has made them raw. The command's terminal gets those of a shell.
      self.found = turn.take() ? found : found.lines(echo: .everything)
      turn.end()
      (self.user, self.turn) = (user, turn)
    } catch {}  // Without a terminal there is none to relay: the command has one that nobody looks at.
  }

  deinit { user?.close() }

  private func start(_ program: ExecutableCommand) throws(SystemError) {
    // A stream that leads to another terminal stays, like a file.
    let streams = (STDIN_FILENO...STDERR_FILENO).filter { tcgetsid($0) == getsid(0) }
    needsKeys = user == nil || streams.count == 3
    if let user, let found {
      command.adopt(found.termios)
      command.adoptSize(of: user.output)
    }
    let isForeground = needsKeys && user?.isForeground != false
    if isForeground { take() }
    awaitsTurn = false
    try command.start(program, streams: streams, inForeground: isForeground && (isTaken || user == nil))
    // A copy would keep a pipe open that the command closes.
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    for stream in [STDIN_FILENO, STDOUT_FILENO] where !streams.contains(stream) { dup2(nothing, stream) }
    close(nothing)
  }

  /// The descriptors and what to wait for.
  private var sources: [pollfd] {
    func source(_ descriptor: Int32, reads: Bool, writes: Bool = false) -> pollfd {
      pollfd(fd: descriptor, events: Int16((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), revents: 0)
    }
    return [
      source(signals.descriptor, reads: true), source(command.events, reads: true),
      source(command.master, reads: toUser.isEmpty, writes: !toCommand.isEmpty),
      source(user?.input ?? -1, reads: isTaken && toCommand.isEmpty, writes: !toUser.isEmpty),
    ]
  }

  private func wait() throws(SystemError) -> PseudoTerminal.Ending {
    while true {
      var sources = sources
      let count = poll(&sources, nfds_t(sources.count), awaitsTurn ? Self.turnDelay : -1)
      if awaitsTurn { proceed() }
      if count < 0 { continue }
      if sources[3].revents != 0 { moveUser(sources[3].revents) }
      if sources[2].revents != 0 { moveCommand() }
      if sources[0].revents != 0 {
        while let number = signals.next() { take(signal: number) }
      }
      if sources[1].revents != 0, let event = command.nextEvent() {
        switch event {
        case .stopped(let number): stop(by: number)
        case .ended(let ending):
          finishOutput()
          return ending
        case .notStarted(let number): throw SystemError(number: number)
        }
      }
    }
  }
}

// MARK: Bytes

nonisolated extension PtyRelay {
  private func moveUser(_ readiness: Int16) {
    if !toUser.isEmpty, let user, toUser.drain(to: user.input) == .gone { return loseUser() }
    guard isTaken, toCommand.isEmpty, let user else {
      if readiness & Int16(POLLHUP | POLLERR) != 0 { loseUser() }
      return
    }
    if toCommand.fill(from: user.input) == .gone { loseUser() }
  }

  private func moveCommand() {
    if !toCommand.isEmpty, toCommand.drain(to: command.master) == .gone { toCommand.drop() }
    if toUser.isEmpty, case .moved = toUser.fill(from: command.master), user == nil { toUser.drop() }
  }

  /// The user's terminal was closed. So the command's is closed, too.
  private func loseUser() {
    user?.close()
    user = nil
    isTaken = false
    TerminalRescue.disarm()
    toUser.drop()
    command.hangUp()
  }

  /// Shows the command's last output. Its descendants may write for ever, so the rest is limited to what a
  /// pseudo-terminal can hold (64 KiB, and 4 KiB of its line discipline). A signal ends it, too.
  private func finishOutput() {
    var rest = 1 << 18
    while let user {
      if toUser.isEmpty {
        guard rest > 0, case .moved(let count) = toUser.fill(from: command.master) else { return }
        rest -= count
      }
      switch toUser.drain(to: user.input) {
      case .moved: break
      case .gone: return loseUser()
      case .waiting:
        var sources = [
          pollfd(fd: user.input, events: Int16(POLLOUT), revents: 0),
          pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&sources, 2, -1)
        while let number = signals.next() {
          if ![SIGWINCH, SIGCONT, SIGTSTP].contains(number) { return }
        }
      }
    }
  }
}

// MARK: Signals and jobs

nonisolated extension PtyRelay {
  private func take(signal number: Int32) {
    switch number {
    case SIGWINCH: if let user { command.adoptSize(of: user.output) }
    // Stopped by SIGSTOP, or continued in the foreground by a shell.
    case SIGCONT: proceed()
    default: command.send(.signal(number))
    }
  }

  /// The command was stopped.
  private func stop(by number: Int32) {
    if number == SIGTTIN || number == SIGTTOU {
      needsKeys = true
      if user?.isForeground == true { return proceed() }
    }
    giveBack()
    signals.stop(by: number == SIGSTOP ? SIGTSTP : number)
    // A shell, or its user, may have changed the settings meanwhile.
    if let user, user.isForeground, let now = try? TerminalSettings(of: user.output) { found = now }
    proceed()
  }

  /// Continues the command, with the keys if this program has them.
  private func proceed() {
    let isForeground = user?.isForeground != false
    awaitsTurn = false
    if isForeground && needsKeys {
      take()
    } else {
      isTaken = false
      turn?.end()
    }
    // The command stays stopped until it has the keys that it asked for.
    if awaitsTurn { return }
    if let user { command.adoptSize(of: user.output) }
    command.send(.proceed(inForeground: isForeground && needsKeys))
  }

  /// Makes the user's terminal raw.
  private func take() {
    guard let user else { return }
    if !isTaken {
      hasTurn = turn?.take() != false
      if !hasTurn, refusals < Self.mostRefusals {
        (refusals, awaitsTurn) = (refusals + 1, true)
        return
      }
      refusals = 0
      if hasTurn, let now = try? TerminalSettings(of: user.output) { found = now }
    }
    guard let found else { return }
    found.arm(user.input, leave: [])
    found.raw.applyNow(to: user.output)
    isTaken = true
  }

  /// Restores the settings of the user's terminal, unless another program uses it.
  private func giveBack() {
    if isTaken, hasTurn, let user, user.isForeground { found?.applyNow(to: user.output) }
    isTaken = false
    TerminalRescue.disarm()
    turn?.end()
  }
}
