internal import CNcurses
internal import Glibc

/// ncurses, started on a terminal: the one place that knows its `SCREEN`.
struct Curses {
  private let device: TerminalDevice
  private let screen: OpaquePointer
  /// Only a handle for its descriptor: ncurses writes by itself, past stdio.
  private let stream: UnsafeMutablePointer<FILE>
  /// How many bytes of output ncurses collects before it writes; fixed when it starts.
  private let bufferSize: Int

  /// Loads the terminal's description and starts. Signals must have their handlers by now, or ncurses sets its own.
  init(name: String, on device: TerminalDevice) throws(TerminalError) {
    self.device = device
    guard let stream = fdopen(fcntl(device.output, F_DUPFD_CLOEXEC, 3), "w") else { throw .unusable(errno: errno) }
    // The size is the terminal's, not that of the variables LINES and COLUMNS.
    use_env(false)
    use_tioctl(true)
    guard let screen = newterm(name, stream, stream) else {
      fclose(stream)
      throw .unknownTerminal(name: name)
    }
    self.stream = stream
    self.screen = screen
    // An update is drawn whole: looking for keys before every few lines would cost a system call.
    typeahead(-1)
    bufferSize = (2 + Int(tigetnum("lines"))) * (6 + Int(tigetnum("cols")))
    guard signin_capability("cup") != nil, signin_capability("clear") != nil else {
      // What ncurses would write to begin with is not for this terminal.
      divert()
      close()
      throw .immovableCursor(name: name)
    }
  }

  /// The size by the description or by custom, for a terminal that does not tell its own.
  var assumedSize: Size { Size(columns: Int(tigetnum("cols")), rows: Int(tigetnum("lines"))) }

  /// Adds bytes to what is written next.
  func emit(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { signin_emit($0.baseAddress, $0.count) }
  }

  /// Writes what is collected.
  func flush() { signin_flush() }

  /// Overwrites the output buffer, in which what was written last still stands. The zeroes go to /dev/null.
  func scrub() {
    flush()
    guard divert() else { return }
    emit([UInt8](repeating: 0, count: bufferSize))
    flush()
    dup2(device.output, fileno(stream))
    _ = fcntl(fileno(stream), F_SETFD, FD_CLOEXEC)
  }

  /// Lets ncurses' output go to /dev/null; false if that is not to be had.
  @discardableResult
  private func divert() -> Bool {
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard null >= 0 else { return false }
    dup2(null, fileno(stream))
    Glibc.close(null)
    return true
  }

  /// Ends ncurses. The terminal's modes are not its business here.
  func close() {
    delscreen(screen)
    fclose(stream)
  }
}
