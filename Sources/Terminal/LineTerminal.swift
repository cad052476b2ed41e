internal import Characters
internal import Glibc
public import Unix

/// The controlling terminal as a typewriter: sentences go out, lines come in, and no escape byte is ever written, so that
/// nothing needs to be known about its kind. It is given back as it was found, on every way out.
///
/// The kernel edits the line (termios(3), ICANON): Backspace, Ctrl-U, Ctrl-C and Ctrl-Z are what they are in a shell.
@MainActor public final class LineTerminal {
  /// What somebody typed, or what became of the program.
  public enum Event: Equatable, Sendable {
    /// A character of the line; never a control character.
    case character(Unicode.Scalar)
    /// The line is finished.
    case lineEnd
    /// Ctrl-D instead of a line.
    case endOfInput
    /// The program was stopped and goes on: what was asked last may be out of sight.
    case continued
  }

  /// The loop on this terminal.
  public let loop: RunLoop
  /// Takes each event.
  public var onEvent: (Event) -> Void = { _ in }

  /// Whether what is typed is taken.
  private enum Attention {
    /// It waits in the kernel until something is asked: what is typed ahead is an answer, too.
    case notYet
    case listening
    /// It is dropped.
    case away
  }

  private let device: TerminalDevice
  private let input: TerminalInput
  private var characters = UTF8Decoder()
  private let charset: Charset
  /// As the terminal was found, and shall be left.
  private var found: TerminalSettings
  private var echo = TerminalSettings.Echo.everything
  private var attention = Attention.notYet {
    didSet { if oldValue == .notYet { listen() } }
  }
  private var isAtLineStart = true
  private var isOpen = true

  /// Takes the terminal. Started in the background the process is stopped here, until a shell brings it forward.
  public init() throws(TerminalError) {
    RunLoop.prepare()
    TextLocale.adopt()
    charset = TextLocale.charset
    device = try TerminalDevice()
    input = TerminalInput(descriptor: device.input)
    do throws(TerminalError) {
      try device.awaitForeground()
      found = try TerminalSettings(of: device.output)
    } catch {
      device.close()
      throw error
    }
    do throws(TerminalError) {
      loop = try RunLoop.hearingSignals()
      try take()
    } catch {
      TerminalRescue.disarm()
      ProcessSignals.restore()
      device.close()
      throw error
    }
    loop.onSignals = { [unowned self] in take($0) }
    listen()
  }

  isolated deinit {
    close()
  }

  /// Gives the terminal back, drops input not yet read so that it does not reach the shell, and restores the signals.
  /// Closing twice does no harm.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    if device.isForeground {
      startLine()
      giveBack()
    }
    TerminalRescue.disarm()
    device.close()
    ProcessSignals.restore()
  }

  /// Writes a sentence, on a line of its own.
  public func say(_ sentence: String) {
    startLine()
    write(sentence)
    endLine()
  }

  /// Writes a prompt; what is typed behind it comes as events.
  /// - Parameter echoes: Whether it can be read.
  public func ask(_ prompt: String, echoes: Bool) {
    if attention == .away { tcflush(device.input, TCIFLUSH) }
    attention = .listening
    show(echoes ? .everything : .lineEnds)
    startLine()
    write(prompt)
    isAtLineStart = false
  }

  /// From now on, until something is asked, what is typed is neither seen nor taken; only Ctrl-D is told.
  public func ignoreInput() {
    attention = .away
    show(.nothing)
  }

  /// What is typed before anything is asked waits in the kernel.
  private func listen() {
    loop.watch(device.input, reads: attention != .notYet) { [unowned self] in takeInput($0) }
  }
}

// MARK: Input

extension LineTerminal {
  private func takeInput(_ readiness: Int16) {
    switch input.read(take) {
    case .bytes, .nothing: break
    case .end where readiness & Int16(POLLHUP) == 0: onEvent(.endOfInput)
    case .end, .gone: loop.stopWithoutTerminal()
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) {
    guard attention == .listening else { return }
    for byte in bytes {
      switch charset {
      case .utf8:
        var step = characters.feed(byte)
        if step == .again { step = characters.feed(byte) }
        if case .scalar(let scalar) = step { take(scalar) }
      case .singleByte(let table):
        if let scalar = byte < 0x80 ? Unicode.Scalar(byte) : table[Int(byte) - 0x80] { take(scalar) }
      }
    }
  }

  private func take(_ scalar: Unicode.Scalar) {
    if scalar == "\n" {
      isAtLineStart = true
      onEvent(.lineEnd)
    } else if scalar.properties.generalCategory != .control {
      onEvent(.character(scalar))
    }
  }

  private func take(_ signals: ProcessSignals.Set) {
    if signals.contains(SIGTSTP) {
      giveBack()
      TerminalRescue.disarm()
      ProcessSignals.stop(wholeGroup: false)
      if let settings = try? TerminalSettings(of: device.output) { found = settings }
    }
    if signals.contains(SIGTSTP) || signals.contains(SIGCONT) {
      // An ending signal may come meanwhile, or the terminal be gone: the loop will see it.
      try? take()
      onEvent(.continued)
    }
  }
}

// MARK: Output and settings

extension LineTerminal {
  private func startLine() {
    if !isAtLineStart { endLine() }
  }

  private func endLine() {
    device.write([UInt8(ascii: "\n")])
    isAtLineStart = true
  }

  private func write(_ text: String) {
    device.write(TextLocale.bytes(of: Sanitiser.cleaned(text)))
  }

  private func show(_ echo: TerminalSettings.Echo) {
    guard echo != self.echo else { return }
    self.echo = echo
    // It fails only for who is about to end.
    try? found.lines(echo: echo).apply(to: device.output)
  }

  private func take() throws(TerminalError) {
    try device.awaitForeground()
    found.arm(device.input, leave: [])
    try found.lines(echo: echo).apply(to: device.output)
  }

  private func giveBack() {
    device.giveBack(found, leave: [])
  }
}
