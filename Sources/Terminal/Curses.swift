internal import CNcurses
internal import Glibc

/// ncurses: the one place that knows its `SCREEN`.
///
/// It is started on /dev/null and led to the terminal afterwards. So it sets none of the terminal's modes, which are
/// `TerminalModes`' to set and to give back, and a terminal that turns out not to be usable was never touched.
struct Curses {
  private let screen: OpaquePointer
  /// Only a handle for its descriptor: ncurses writes by itself, past stdio.
  private let stream: UnsafeMutablePointer<FILE>
  /// How many bytes of output ncurses collects before it writes; fixed when it starts.
  private let bufferSize: Int
  /// The size by the terminal's description or by custom, for a terminal that does not tell its own.
  let assumedSize: Size
  /// How many columns at the right edge stay empty: one if the terminal's description says that it wraps as soon as the last
  /// is written. Most that go by such a name wait for the next character, and ncurses would take their cursor for elsewhere.
  private let margin: Int
  /// The colours by the terminal's description.
  let colours: ColourDepth
  /// Whether dim text is shown so that it can be read.
  let dims: Bool

  /// Loads the terminal's description and starts. Signals must have their handlers by now, or ncurses sets its own.
  init(name: String) throws(TerminalError) {
    guard let stream = fopen("/dev/null", "we") else { throw .unusable(errno: errno) }
    // Not by the variables LINES and COLUMNS.
    use_env(false)
    use_tioctl(true)
    do throws(TerminalError) {
      let description = try TerminalDescription(of: name, on: fileno(stream))
      guard let screen = newterm(name, stream, stream) else { throw .unknownTerminal(name: name) }
      (self.screen, assumedSize) = (screen, description.size)
      (colours, dims) = (description.colours, description.dims)
    } catch {
      fclose(stream)
      throw error
    }
    self.stream = stream
    margin = tigetflag("am") == 1 && tigetflag("xenl") != 1 ? 1 : 0
    bufferSize = (2 + assumedSize.rows) * (6 + assumedSize.columns)
    // An update is drawn whole: looking for keys before every few lines would cost a system call.
    typeahead(-1)
    // Until it has come back from an `endwin`, ncurses writes at each move of the cursor instead of once at the end.
    endwin()
    doupdate()
  }

  /// Leads its output to the terminal. What stands there is not known to it.
  func attach(to device: TerminalDevice, size: Size) {
    lead(to: device)
    resize_term(Int32(size.rows), Int32(size.columns + margin))
    signin_lose_screen()
  }

  /// The extent of what may be drawn on, from the size that the terminal tells, if it does.
  func drawable(_ told: Size?) -> Size {
    let size = told ?? assumedSize
    return Size(columns: size.columns - margin, rows: size.rows)
  }

  /// Takes another size of what is drawn on.
  func resize(_ size: Size) { signin_resize(Int32(size.rows), Int32(size.columns + margin)) }

  /// Adds bytes to what is written next.
  func emit(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { signin_emit($0.baseAddress, $0.count) }
  }

  /// Writes what is collected.
  func flush() { signin_flush() }

  /// Overwrites the output buffer, in which what was written last still stands. The zeroes go to /dev/null.
  func scrub(_ device: TerminalDevice) {
    flush()
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard null >= 0 else { return }
    dup2(null, fileno(stream))
    Glibc.close(null)
    emit([UInt8](repeating: 0, count: bufferSize))
    flush()
    lead(to: device)
  }

  /// Ends ncurses. The terminal's modes are not its business.
  func close() {
    delscreen(screen)
    fclose(stream)
  }

  private func lead(to device: TerminalDevice) {
    dup2(device.output, fileno(stream))
    _ = fcntl(fileno(stream), F_SETFD, FD_CLOEXEC)
  }
}
