internal import CNcurses
internal import Glibc

/// ncurses, with its `SCREEN`.
///
/// ncurses starts on /dev/null and is attached to the terminal afterwards. So it sets none of the terminal's modes,
/// which `TerminalModes` sets and resets. A terminal that turns out to be unusable is never touched.
struct Curses {
  private let screen: OpaquePointer
  /// Only a handle for the descriptor: ncurses writes by itself, past stdio.
  private let stream: UnsafeMutablePointer<FILE>
  /// The number of bytes that ncurses collects before it writes. It is fixed at the start.
  private let bufferSize: Int
  /// The size to assume if the terminal reports none: from its description, or by convention.
  let assumedSize: Size
  /// The empty columns at the right edge. It is one if the description says that the terminal wraps right after the
  /// last column. Most terminals of such a type wait for the next character, and ncurses would lose track of their
  /// cursor.
  private let margin: Int
  /// The colours in the terminal's description.
  let colours: ColourDepth
  /// Whether the terminal shows readable dim text.
  let dims: Bool

  /// Loads the terminal's description and starts ncurses. Signals must have handlers by now, or ncurses sets its own.
  init(name: String) throws(TerminalError) {
    guard let stream = fopen("/dev/null", "we") else { throw .unusable(errno: errno) }
    // Ignore the variables LINES and COLUMNS.
    use_env(false)
    use_tioctl(true)
    do throws(TerminalError) {
      let description = try TerminalDescription(of: name, on: fileno(stream))
      guard let screen = newterm(description.name, stream, stream) else { throw .unknownTerminal(name: name) }
      (self.screen, assumedSize) = (screen, description.size)
      (colours, dims) = (description.colours, description.dims)
    } catch {
      fclose(stream)
      throw error
    }
    self.stream = stream
    margin = tigetflag("am") == 1 && tigetflag("xenl") != 1 ? 1 : 0
    bufferSize = (2 + assumedSize.rows) * (6 + assumedSize.columns)
    // Draw an update completely: looking for keys every few lines would cost a system call.
    typeahead(-1)
    // Until it returns from an `endwin`, ncurses writes at each move of the cursor, not once at the end.
    endwin()
    doupdate()
  }

  /// Attaches the output to the terminal. ncurses does not know what its screen shows.
  func attach(to device: TerminalDevice, size: Size) {
    lead(to: device)
    resize_term(Int32(size.rows), Int32(size.columns + margin))
    signin_lose_screen()
  }

  /// Returns the drawable size, from the size that the terminal reports, if any.
  func drawable(_ reported: Size?) -> Size {
    let size = reported ?? assumedSize
    return Size(columns: size.columns - margin, rows: size.rows)
  }

  /// Changes the size of the drawable area.
  func resize(_ size: Size) { signin_resize(Int32(size.rows), Int32(size.columns + margin)) }

  /// Adds bytes to the next write.
  func emit(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { signin_emit($0.baseAddress, $0.count) }
  }

  /// Writes the collected bytes.
  func flush() { signin_flush() }

  /// Overwrites the output buffer, which still holds the last output. The zeroes go to /dev/null.
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

  /// Ends ncurses. The terminal's modes stay as they are.
  func close() {
    delscreen(screen)
    fclose(stream)
  }

  private func lead(to device: TerminalDevice) {
    dup2(device.output, fileno(stream))
    _ = fcntl(fileno(stream), F_SETFD, FD_CLOEXEC)
  }
}
