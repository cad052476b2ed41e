internal import Glibc
internal import Unix

/// The controlling terminal as a pair of open files, both closed on exec. Input does not block, and serves the rescue in
/// a signal handler too; output does, as ncurses would spin otherwise.
nonisolated struct TerminalDevice {
  let input: Int32
  let output: Int32

  /// Opens the controlling terminal, wherever the standard descriptors lead.
  init() throws(TerminalError) {
    input = open("/dev/tty", O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard input >= 0 else { throw .noControllingTerminal }
    output = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard output >= 0 else {
      Glibc.close(input)
      throw .noControllingTerminal
    }
  }

  /// Whether the terminal is ours to use. In the background it is somebody else's; one that does not tell is not.
  var isForeground: Bool {
    let owner = tcgetpgrp(output)
    return owner < 0 || owner == getpgrp()
  }

  /// Waits, stopped as every program that wants the terminal is, until a shell brings the process to the foreground.
  func awaitForeground() throws(TerminalError) {
    if isForeground { return }
    // To set the very settings that are set does nothing but ask for the terminal.
    try TerminalSettings(of: output).apply(to: output)
    guard isForeground else { throw .unusable(errno: EIO) }
  }

  /// The size that the terminal tells, or nil: a serial line knows none.
  var size: Size? {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Gives the terminal back: writes what takes it out of the program's modes, drops input that nobody read, and sets
  /// `found`. What fails is done once more, as after a crash.
  func giveBack(_ found: TerminalSettings, leave: [UInt8]) {
    let isOut = write(leave)
    TerminalRescue.dropInput(of: input)
    do throws(TerminalError) {
      try found.apply(to: output, flushing: true)
      if isOut { return }
    } catch {}
    TerminalRescue.giveBack()
  }

  /// Writes bytes; what a terminal that is gone does not take is lost.
  /// - Returns: Whether all were taken.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR && !ProcessSignals.isEnding { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  func close() {
    Glibc.close(input)
    Glibc.close(output)
  }
}
