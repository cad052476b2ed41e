internal import Glibc
internal import Unix

/// The line settings of a terminal (termios).
nonisolated struct TerminalSettings {
  private(set) var termios: termios

  /// Reads them.
  init(of descriptor: Int32) throws(TerminalError) {
    termios = Glibc.termios()
    guard tcgetattr(descriptor, &termios) == 0 else { throw .unusable(errno: errno) }
  }

  /// The same settings with all that stands between the keyboard and the program taken away: no line editing, no echo,
  /// no signals from keys, no flow control, no translation, eight bits.
  var raw: TerminalSettings {
    var raw = self
    raw.termios.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON | IXOFF)
    raw.termios.c_oflag &= ~tcflag_t(OPOST)
    raw.termios.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    raw.termios.c_cflag = raw.termios.c_cflag & ~tcflag_t(CSIZE | PARENB) | tcflag_t(CS8)
    withUnsafeMutableBytes(of: &raw.termios.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return raw
  }

  /// Sets them when all output is out; with `flushing` input that was not read yet is dropped.
  /// In the background this stops the process, as it does with every program that wants the terminal; it fails when an
  /// ending signal comes meanwhile.
  func apply(to descriptor: Int32, flushing: Bool = false) throws(TerminalError) {
    var settings = termios
    while tcsetattr(descriptor, flushing ? TCSAFLUSH : TCSADRAIN, &settings) != 0 {
      guard errno == EINTR && !ProcessSignals.isEnding else { throw .unusable(errno: errno) }
    }
  }
  /// What of the typing can be seen.
  enum Echo {
    case everything, lineEnds, nothing
  }

  /// The same settings with the kernel editing lines and making signals of keys, as a shell leaves a terminal.
  func lines(echo: Echo) -> TerminalSettings {
    var lines = self
    lines.termios.c_iflag &= ~tcflag_t(INLCR | IGNCR)
    lines.termios.c_iflag |= tcflag_t(ICRNL)
    // Backspace takes a whole character back.
    if TextLocale.isUTF8 { lines.termios.c_iflag |= tcflag_t(IUTF8) }
    lines.termios.c_oflag |= tcflag_t(OPOST | ONLCR)
    lines.termios.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    // With ECHOCTL the echo of Esc is ^[ and not the byte.
    lines.termios.c_lflag |= tcflag_t(ICANON | ISIG | IEXTEN | ECHOE | ECHOK | ECHOCTL)
    switch echo {
    case .everything: lines.termios.c_lflag |= tcflag_t(ECHO)
    case .lineEnds: lines.termios.c_lflag |= tcflag_t(ECHONL)
    case .nothing: break
    }
    return lines
  }

  /// Makes these settings, and bytes to be written before, what a crash leaves behind.
  func arm(_ descriptor: Int32, leave: [UInt8]) {
    TerminalRescue.arm(descriptor, found: termios, leave: leave)
  }
}
