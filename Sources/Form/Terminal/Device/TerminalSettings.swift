internal import Glibc
internal import Unix

/// The line settings of a terminal (termios).
nonisolated struct TerminalSettings {
  private(set) var termios: termios
  /// Whether bytes go over a wire.
  private let isSerialLine: Bool

  /// Reads the settings of a terminal.
  init(of descriptor: Int32) throws(TerminalError) {
    var termios = Glibc.termios()
    guard tcgetattr(descriptor, &termios) == 0 else { throw .unusable(errno: errno) }
    self.init(termios, isSerialLine: Self.isSerialLine(descriptor))
  }

  init(_ termios: termios, isSerialLine: Bool) {
    (self.termios, self.isSerialLine) = (termios, isSerialLine)
  }

  // TIOCGDEV of ioctl_tty(2), which the importer can't see.
  private static let getDevice: UInt = 0x8004_5432
  private static let console = 4
  private static let firstSerialOfConsole = 64
  private static let pseudoTerminals = 136...143

  /// Whether a terminal is neither one of the machine's consoles nor a pseudo-terminal, by the number of its device.
  private static func isSerialLine(_ descriptor: Int32) -> Bool {
    var device: UInt32 = 0
    guard ioctl(descriptor, getDevice, &device) == 0 else { return false }
    let (major, minor) = (Int(device >> 8 & 0xFFF), Int(device & 0xFF))
    return !pseudoTerminals.contains(major) && (major != console || minor >= firstSerialOfConsole)
  }

  /// The same settings, with nothing between keyboard and program: no line editing, no echo, no signals from keys, no
  /// translation; on a serial line with its flow control, size of characters and parity, elsewhere with none and eight bits.
  var raw: TerminalSettings {
    var raw = self
    raw.termios.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | INLCR | IGNCR | ICRNL)
    if !isSerialLine {
      raw.termios.c_iflag &= ~tcflag_t(ISTRIP | IXON | IXOFF)
      raw.termios.c_cflag = raw.termios.c_cflag & ~tcflag_t(CSIZE | PARENB) | tcflag_t(CS8)
    }
    raw.termios.c_oflag &= ~tcflag_t(OPOST)
    raw.termios.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    raw.readEachByte()
    return raw
  }

  private mutating func readEachByte() {
    withUnsafeMutableBytes(of: &termios.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
  }

  /// Applies the settings once all output is written. With `flushing`, unread input is dropped. In the background this
  /// stops the process, like any program that asks for the terminal. It fails if an ending signal comes meanwhile.
  func apply(to descriptor: Int32, flushing: Bool = false) throws(TerminalError) {
    var settings = termios
    while tcsetattr(descriptor, flushing ? TCSAFLUSH : TCSADRAIN, &settings) != 0 {
      guard errno == EINTR && !ProcessSignals.isEnding else { throw .unusable(errno: errno) }
    }
  }

  /// Applies the settings without waiting for output.
  func applyNow(to descriptor: Int32) {
    var settings = termios
    while tcsetattr(descriptor, TCSANOW, &settings) != 0 && errno == EINTR {}
  }

  /// The visible part of the input.
  enum Echo {
    case everything, lineEnds, nothing
    /// The program edits the line, and shows it.
    case byProgram
  }

  /// Returns the same settings as a shell leaves a terminal: the kernel turns keys into signals, and edits lines unless
  /// `echo` is the program's.
  /// - Parameter signals: False if keys send no signals.
  func lines(echo: Echo, signals: Bool = true) -> TerminalSettings {
    var lines = self
    lines.termios.c_iflag &= ~tcflag_t(INLCR | IGNCR)
    lines.termios.c_iflag |= tcflag_t(ICRNL)
    // Backspace removes a whole character.
    if case .utf8 = TextLocale.charset { lines.termios.c_iflag |= tcflag_t(IUTF8) }
    lines.termios.c_oflag |= tcflag_t(OPOST | ONLCR)
    lines.termios.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    // With ECHOCTL, Esc echoes as ^[ and not as the byte.
    lines.termios.c_lflag |= tcflag_t(ICANON | ISIG | IEXTEN | ECHOE | ECHOK | ECHOCTL)
    if !signals { lines.termios.c_lflag &= ~tcflag_t(ISIG) }
    switch echo {
    case .everything: lines.termios.c_lflag |= tcflag_t(ECHO)
    case .lineEnds: lines.termios.c_lflag |= tcflag_t(ECHONL)
    case .nothing: break
    case .byProgram: return lines.unedited
    }
    return lines
  }

  /// The keys that edit a line.
  var keys: EditedLine.Keys {
    withUnsafeBytes(of: termios.c_cc) {
      EditedLine.Keys(
        backspace: $0[Int(VERASE)], line: $0[Int(VKILL)], word: $0[Int(VWERASE)], endOfInput: $0[Int(VEOF)])
    }
  }

  /// The same without line editing: what was typed of an unfinished line can be read.
  var unedited: TerminalSettings {
    var unedited = self
    unedited.termios.c_lflag &= ~tcflag_t(ICANON)
    unedited.readEachByte()
    return unedited
  }

  /// Makes these settings what a crash leaves behind, after it has written `leave`.
  func arm(_ descriptor: Int32, leave: [UInt8]) {
    TerminalRescue.arm(descriptor, found: termios, leave: leave)
  }
}
