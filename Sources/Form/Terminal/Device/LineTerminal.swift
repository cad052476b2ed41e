internal import Text
internal import Glibc
public import Unix

/// The controlling terminal in line mode. No escape sequence is ever written, so the type of the terminal does not matter.
/// It is given back as it was found, on every way out.
///
/// An `EditedLine` is shown as it is typed. A hidden one stays in the kernel, which edits it (termios(3), ICANON). Ctrl-U, Ctrl-C
/// and Ctrl-Z work as in a shell. Backspace deletes whichever of its two bytes the terminal sends.
@MainActor public final class LineTerminal {
  /// An event from the user or about the program.
  public enum Event: Equatable, Sendable {
    /// A character of the line; never a control character.
    case character(Unicode.Scalar)
    /// The line is finished.
    case lineEnd
    /// Ctrl-D was pressed in place of a line.
    case endOfInput
    /// The program was stopped and continues. The last question may be out of sight.
    case continued
  }

  /// The loop on this terminal.
  public let loop: RunLoop
  /// Handles each event.
  public var onEvent: (Event) -> Void = { _ in }

  /// The most milliseconds between CR and LF. At 2,400 baud it is 4, and nobody notices the rest.
  private static let lineFeedTimeout: Int32 = 20

  /// Whether input is taken.
  private enum Attention {
    /// Input waits in the kernel until the first question: the user may type the answer ahead.
    case notYet
    case listening
    /// Input is dropped.
    case away
  }

  private let device: TerminalDevice
  private let input: TerminalInput
  private var characters = UTF8Decoder()
  private let charset: Charset
  /// The settings as found, to be restored at the end.
  private var found: TerminalSettings
  private var echo = TerminalSettings.Echo.byProgram
  private let line = EditedLine()
  /// Whether no character of the hidden line was handed on.
  private var isHiddenLineEmpty = true
  /// Whether a question waits for its answer.
  private var isAsked = false
  private var attention = Attention.notYet {
    didSet { if oldValue == .notYet { listen() } }
  }
  /// Whether input was dropped since the last question.
  private var hasDropped = false
  private var isAtLineStart = true
  private var isOpen = true
  private let takesSignals: Bool
  private let typedAhead: TypedAhead

  /// Takes the terminal. A process started in the background stops here, until a shell brings it to the foreground.
  /// - Parameters:
  ///   - loop: The loop on this terminal, which receives the signals meanwhile.
  ///   - signals: False if Ctrl-C, Ctrl-Z and Ctrl-\ send no signals.
  ///   - typedAhead: What a `TerminalSession` has read already. It answers the first questions.
  public init(
    _ loop: RunLoop = RunLoop(signals: -1), signals: Bool = true, typedAhead: TypedAhead = TypedAhead()
  ) throws(TerminalError) {
    self.loop = loop
    self.typedAhead = typedAhead
    takesSignals = signals
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
      try loop.receiveSignals()
      try take()
    } catch {
      TerminalRescue.disarm()
      loop.forgetTerminal(device.input)
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

  /// Gives the terminal back and restores the signals. Input not yet read is dropped, so that it does not reach the
  /// shell. Closing twice does no harm.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    if device.isForeground {
      startLine()
      giveBack()
    }
    TerminalRescue.disarm()
    loop.forgetTerminal(device.input)
    device.close()
    ProcessSignals.restore()
  }

  /// Writes a sentence on a line of its own.
  public func writeLine(_ sentence: String) {
    startLine()
    write(sentence)
    endLine()
  }

  /// Writes a prompt. The answer arrives as events.
  /// - Parameter echoes: Whether the answer is visible.
  public func ask(_ prompt: String, echoes: Bool) {
    let hasDropped = attention == .away && dropTyped()
    attention = .listening
    show(echoes ? .byProgram : .lineEnds)
    startLine()
    // Who types on, unseen, hears where the answer begins.
    if hasDropped { device.write([Self.bell]) }
    write(prompt)
    isAtLineStart = false
    if echoes {
      for scalar in line.scalars { write(String(scalar)) }
    } else {
      // A text for another question answers no hidden one.
      if isAsked { line.wipe() }
      isHiddenLineEmpty = line.scalars.isEmpty
      handOnLine()
    }
    isAsked = true
    guard !typedAhead.isEmpty else { return }
    _ = loop.timers.add(after: .zero) { [weak self] in self?.takeLineTypedAhead() }
  }

  private static let bell: UInt8 = 0x07

  /// Drops what was typed since input was dropped first.
  /// - Returns: Whether anything was.
  private func dropTyped() -> Bool {
    // The kernel counts an unfinished line only where it edits none.
    try? found.lines(echo: echo, signals: takesSignals).unedited.apply(to: device.output)
    var count: Int32 = 0
    let isTyped = ioctl(device.input, UInt(FIONREAD), &count) == 0 && count > 0
    tcflush(device.input, TCIFLUSH)
    try? found.lines(echo: echo, signals: takesSignals).apply(to: device.output)
    defer { hasDropped = false }
    let isAnyDropped = isTyped || hasDropped || !typedAhead.isEmpty
    typedAhead.drop()
    return isAnyDropped
  }

  /// Answers the question with the next line that was typed ahead. An unfinished one, if it is hidden, can't be edited any more.
  private func takeLineTypedAhead() {
    typedAhead.takeLine { bytes in
      if echo != .byProgram && bytes.last == UInt8(ascii: "\n") { endLine() }
      take(bytes)
    }
  }

  /// Hides and drops input until the next question. Only Enter and Ctrl-D are reported.
  public func ignoreInput() {
    attention = .away
    line.wipe()
    show(.nothing)
  }

  /// Watches the input. Before the first question, input waits in the kernel.
  private func listen() {
    loop.watch(device.input, reads: attention != .notYet) { [unowned self] in takeInput($0) }
  }
}

// MARK: Input

extension LineTerminal {
  private func takeInput(_ readiness: Int16) {
    // What was typed before goes first.
    guard typedAhead.isEmpty || attention == .away else {
      if !isAsked { takeLineTypedAhead() }
      return
    }
    switch input.read({ attention == .listening ? takeLine($0) : take($0) }) {
    case .bytes, .nothing: break
    case .end where readiness & Int16(POLLHUP) == 0: onEvent(.endOfInput)
    case .end, .gone: loop.stopWithoutTerminal()
    }
  }

  /// Takes one line, and keeps what is behind it for the next question.
  private func takeLine(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return take(bytes) }
    var rest = bytes[(end + 1)...]
    if rest.isEmpty { dropSecondEnd() } else if rest.first == UInt8(ascii: "\n") { rest = rest.dropFirst() }
    typedAhead.append(UnsafeMutableRawBufferPointer(rebasing: rest))
    take(UnsafeMutableRawBufferPointer(rebasing: bytes[...end]))
  }

  /// Drops the second half of an Enter key that sends CR LF, which the kernel makes two line ends. It would answer the next
  /// question. That has not been asked yet, so nobody answers it already; another line is kept for it.
  private func dropSecondEnd() {
    var terminal = pollfd(fd: device.input, events: Int16(POLLIN), revents: 0)
    var count: Int32 = 0
    guard poll(&terminal, 1, Self.lineFeedTimeout) > 0, ioctl(device.input, UInt(FIONREAD), &count) == 0, count > 0
    else { return }
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { line in
      let length = max(0, read(device.input, line.baseAddress, line.count))
      let line = UnsafeMutableRawBufferPointer(rebasing: line[..<length])
      if !line.elementsEqual("\n".utf8) { typedAhead.append(line) }
      line.wipe()
    }
  }

  private func take(_ bytes: UnsafeMutableRawBufferPointer) {
    let bytes = bytes.withoutKindOfTerminal()
    guard attention == .listening else {
      hasDropped = hasDropped || !bytes.isEmpty && !bytes.elementsEqual("\n".utf8)
      if bytes.last == UInt8(ascii: "\n") { onEvent(.lineEnd) }
      return
    }
    for byte in bytes[..<(echo == .byProgram ? bytes.count : bytes.applyBackspaces(charset))] {
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
    if echo == .byProgram { return edit(scalar) }
    if scalar == "\n" {
      isAtLineStart = true
      isAsked = false
      onEvent(.lineEnd)
    } else if scalar.properties.generalCategory != .control {
      isHiddenLineEmpty = false
      onEvent(.character(scalar))
    } else if isHiddenLineEmpty && line.feed(scalar, found.keys) == .endOfInput {
      // Typed before the kernel edited the line.
      onEvent(.endOfInput)
    }
  }

  private func edit(_ scalar: Unicode.Scalar) {
    switch line.feed(scalar, found.keys) {
    case .nothing: break
    case .insert(let scalar): if isAsked { write(String(scalar)) }
    case .delete(let columns):
      if isAsked { device.write(Array(String(repeating: "\u{8} \u{8}", count: columns).utf8)) }
    case .end:
      if isAsked { endLine() }
      isAsked = false
      handOnLine()
      onEvent(.lineEnd)
    case .endOfInput: onEvent(.endOfInput)
    }
  }

  private func handOnLine() {
    for scalar in line.scalars { onEvent(.character(scalar)) }
    line.wipe()
  }

  private func take(_ signals: ProcessSignals.Set) {
    if signals.contains(SIGTSTP) {
      giveBack()
      TerminalRescue.disarm()
      ProcessSignals.stop(wholeGroup: false)
    }
    if signals.contains(SIGTSTP) || signals.contains(SIGCONT) {
      // If an ending signal comes meanwhile, or the terminal is gone, the loop will notice.
      try? take(reading: signals.contains(SIGTSTP))
      line.wipe()
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
    // This fails only if the program is about to end.
    try? found.lines(echo: echo, signals: takesSignals).apply(to: device.output)
  }

  private func take(reading: Bool = false) throws(TerminalError) {
    try device.awaitForeground()
    if reading { found = try TerminalSettings(of: device.output) }
    // What a crash says begins behind the question.
    found.arm(device.input, leave: [UInt8(ascii: "\n")])
    try found.lines(echo: echo, signals: takesSignals).apply(to: device.output)
  }

  private func giveBack() {
    device.giveBack(found, after: device.leave([]))
  }
}
