internal import CUnix
public import Glibc

/// A pseudo-terminal with a command behind it. This program holds the end where a person would sit. See pty.h.
public final class PseudoTerminal {
  /// A change of the command.
  public enum Event: Hashable, Sendable {
    /// A signal stopped it.
    case stopped(by: Int32)
    /// It has ended.
    case ended(Ending)
    /// It could not be started. The number is an errno.
    case notStarted(errorNumber: Int32)
  }

  /// The end of a command.
  public enum Ending: Hashable, Sendable {
    /// It exited with that status.
    case exited(Int32)
    /// That signal ended it.
    case killed(by: Int32)
  }

  /// An order concerning the command.
  public enum Order: Hashable, Sendable {
    /// Continue it, in the foreground or the background of its terminal.
    case proceed(inForeground: Bool)
    /// Send its process group a signal.
    case signal(Int32)
  }

  /// The descriptor where the command's output arrives and its input goes. It does not block.
  public private(set) var master: Int32 = -1
  /// The descriptor that becomes readable when there is an event.
  public private(set) var events: Int32 = -1
  private var slave: Int32 = -1
  private var monitor: pid_t = 0

  /// Opens a pseudo-terminal.
  /// - Throws: If the system has none left.
  public init() throws(SystemError) {
    guard signin_pty_open(&master, &slave) == 0 else { throw SystemError(number: errno) }
  }

  deinit {
    hangUp()
    if slave >= 0 { close(slave) }
    if events >= 0 { close(events) }
    var status: Int32 = 0
    while monitor > 0 && waitpid(monitor, &status, 0) < 0 && errno == EINTR {}
  }

  /// Gives it the settings of another terminal.
  public func adopt(_ settings: termios) {
    var settings = settings
    tcsetattr(slave, TCSANOW, &settings)
  }

  /// Gives it the size of another terminal. If that is new, the program in its foreground gets SIGWINCH.
  public func adoptSize(of terminal: Int32) {
    var size = winsize()
    if ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 { _ = ioctl(master, UInt(TIOCSWINSZ), &size) }
  }

  /// Starts the command, once.
  /// - Parameters:
  ///   - command: The command, which finds its signals as `ProcessSignals` found them.
  ///   - streams: The standard descriptors that shall lead to the pseudo-terminal. The others stay as they are.
  ///   - inForeground: Whether it begins in the foreground of its terminal. In the background it is stopped when it
  ///     reads from the terminal.
  /// - Throws: If the system has no process left.
  public func start(_ command: ExecutableCommand, streams: [Int32], inForeground: Bool) throws(SystemError) {
    let bits = streams.reduce(Int32(0)) { $0 | 1 << $1 }
    events = command.withPointers { paths, arguments, environment in
      var start = signin_pty_command(
        paths: paths, arguments: arguments, environment: environment, terminal: slave, streams: bits,
        kept: command.kept ?? -1, foreground: inForeground ? 1 : 0)
      return signin_pty_start(&start, &monitor)
    }
    guard events >= 0 else { throw SystemError(number: errno) }
    close(slave)
    slave = -1
  }

  /// The next event; nil if there is none yet. If the monitor is gone, the command has got SIGHUP.
  public func nextEvent() -> Event? {
    var event = signin_pty_event()
    let count = recv(events, &event, MemoryLayout.size(ofValue: event), 0)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return nil }
    guard count == MemoryLayout.size(ofValue: event) else { return .ended(.killed(by: SIGHUP)) }
    switch Int(event.kind) {
    case SIGNIN_PTY_STOPPED: return .stopped(by: event.number)
    case SIGNIN_PTY_EXITED: return .ended(.exited(event.number))
    case SIGNIN_PTY_KILLED: return .ended(.killed(by: event.number))
    default: return .notStarted(errorNumber: event.number)
    }
  }

  /// Gives the monitor an order.
  public func send(_ order: Order) {
    var byte: UInt8 =
      switch order {
      case .proceed(inForeground: true): UInt8(SIGNIN_PTY_FOREGROUND)
      case .proceed(inForeground: false): UInt8(SIGNIN_PTY_BACKGROUND)
      case .signal(let number): UInt8(truncatingIfNeeded: number)
      }
    _ = Glibc.send(events, &byte, 1, Int32(MSG_NOSIGNAL))
  }

  /// Closes this end, as when a window is closed: the command gets SIGHUP.
  public func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }
}
