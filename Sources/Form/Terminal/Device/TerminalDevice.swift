internal import Glibc
internal import Unix

/// The controlling terminal as two open files, both closed on exec. Input does not block; the rescue uses it too, in a
/// signal handler. Output blocks, because ncurses would spin otherwise.
nonisolated struct TerminalDevice {
  let input: Int32
  let output: Int32

  /// Opens the controlling terminal, no matter where the standard descriptors lead.
  init() throws(TerminalError) {
    input = open("/dev/tty", O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard input >= 0 else { throw .noControllingTerminal }
    output = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard output >= 0 else {
      Glibc.close(input)
      throw .noControllingTerminal
    }
  }

  /// Whether this process may use the terminal. In the background, another process owns it. A terminal without an owner
  /// counts as ours.
  var isForeground: Bool {
    let owner = tcgetpgrp(output)
    return owner < 0 || owner == getpgrp()
  }

  /// Waits until a shell brings the process to the foreground. Until then the process is stopped, like any background
  /// program that asks for the terminal.
  func awaitForeground() throws(TerminalError) {
    if isForeground { return }
    // This only asks for the terminal. Settings that were read before are perhaps those of a shell at its prompt.
    while tcdrain(output) != 0 {
      guard errno == EINTR && !ProcessSignals.isEnding else { throw .unusable(errno: errno) }
    }
    guard isForeground else { throw .unusable(errno: EIO) }
  }

  /// The size that the terminal reports, cut to the maximum of a screen; nil if it reports none, as on a serial line.
  /// An SSH client reports any size.
  var size: Size? {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
    let longest = TerminalDescription.longest
    return Size(columns: min(Int(window.ws_col), longest), rows: min(Int(window.ws_row), longest))
  }

  /// The program has left its modes, and waits for the user's last keys.
  struct Leaving {
    /// Whether the terminal took all bytes that end the modes.
    let isOut: Bool
    fileprivate let begin: Int64
  }

  /// Whether it takes output. A stalled connection takes none, and a write would wait for it.
  var takesOutput: Bool {
    var terminal = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    return poll(&terminal, 1, 0) > 0
  }

  /// Begins to give the terminal back: writes `bytes`, which end the program's modes, and drops unread input.
  func leave(_ bytes: [UInt8]) -> Leaving {
    let isOut = write(bytes)
    return Leaving(isOut: isOut, begin: TerminalRescue.beginDropping(input))
  }

  /// Gives the terminal back: drops input until the user has stopped typing, and sets `found`. If a step fails, everything
  /// is done once more, as after a crash.
  func giveBack(_ found: TerminalSettings, after leaving: Leaving) {
    TerminalRescue.endDropping(input, since: leaving.begin)
    do throws(TerminalError) {
      try found.apply(to: output, flushing: true)
      if leaving.isOut { return }
    } catch {}
    TerminalRescue.giveBack()
  }

  /// Writes bytes. If the terminal is gone, the rest is lost.
  /// - Returns: Whether all bytes were written.
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
