internal import Glibc
public import Unix

/// The controlling terminal in the program's hands: raw, on its alternate screen, with paste and mouse reported. It is
/// given back exactly as it was found, on every way out.
///
/// Only one session exists at a time. While it is open, its loop receives the signals, and a crash gives the terminal
/// back too.
@MainActor public final class TerminalSession {
  private enum State {
    /// Raw, but nothing is drawn yet: the screen is as it was.
    case ready
    /// In the program's modes.
    case inside
    /// The screen is given back, the settings are not.
    case leaving(TerminalDevice.Leaving)
    /// Given back while the program is stopped.
    case away
    case closed
  }

  /// The loop on this terminal. An `EventSource` turns its input into events.
  public let loop: RunLoop
  let device: TerminalDevice
  let curses: Curses
  let typedAhead: TypedAhead
  private let modes: TerminalModes
  /// The settings as found, to be restored at the end.
  private var found: TerminalSettings
  private var state = State.ready
  private var hasDrawn = false
  /// Whether the content of the screen is unknown. `CursesScreen` then draws it again.
  var isScreenLost = false

  /// The size of the drawable area, in cells.
  public private(set) var size: Size
  /// The number of colours by the terminal's description.
  public var colours: ColourDepth { curses.colours }
  /// Whether the terminal uses UTF-8. If not, the screen shows ASCII for characters that can't be written.
  public let isUTF8: Bool

  /// Takes the terminal. A process started in the background stops here, until a shell brings it to the foreground.
  /// - Parameters:
  ///   - loop: The loop on this terminal, which receives the signals meanwhile.
  ///   - mouse: Whether the mouse is reported, if the terminal can. Selecting text in the terminal then needs Shift.
  ///   - typedAhead: Gets the keys that are typed while a terminal of an unknown type is asked for its kind. The
  ///     `EventSource` takes them; if this fails, they are there for a `LineTerminal`.
  public init(
    _ loop: RunLoop = RunLoop(signals: -1), mouse: Bool = true, typedAhead: TypedAhead = TypedAhead()
  ) throws(TerminalError) {
    self.loop = loop
    self.typedAhead = typedAhead
    TextLocale.adopt()
    isUTF8 = TextLocale.isUTF8
    // Before TERM: sshd sets no TERM where it gives no terminal, and setting it would not help.
    device = try TerminalDevice()
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    do throws(TerminalError) {
      try device.awaitForeground()
      found = try TerminalSettings(of: device.output)
    } catch {
      device.close()
      throw error
    }
    do throws(TerminalError) {
      try loop.receiveSignals()
      curses = try Self.curses(for: name, device, found, typedAhead)
      modes = TerminalModes(name: name, mouse: mouse)
      size = curses.drawable(device.size)
      found.arm(device.input, leave: [])
      try found.raw.apply(to: device.output)
    } catch {
      found.applyNow(to: device.output)
      TerminalRescue.disarm()
      loop.forgetTerminal(device.input)
      ProcessSignals.restore()
      device.close()
      throw error
    }
    curses.attach(to: device, size: size)
  }

  /// Starts ncurses for the terminal that `TERM` names. A terminal of a type that this machine lacks is asked for its kind,
  /// and drawn as most are if it answers.
  private static func curses(
    for name: String, _ device: TerminalDevice, _ found: TerminalSettings, _ typedAhead: TypedAhead
  ) throws(TerminalError) -> Curses {
    do {
      return try Curses(name: name)
    } catch .unknownTerminal {
      let unknown = name.isEmpty ? TerminalError.unnamedTerminal : .unknownTerminal(name: name)
      // An empty database has no description to draw with, so there is nothing to ask for.
      guard (try? TerminalDescription(of: TerminalDescription.substitute, on: device.output)) != nil else {
        throw unknown
      }
      found.arm(device.input, leave: [])
      try found.raw.apply(to: device.output)
      if typedAhead.isAnswered(by: device) { return try Curses(name: TerminalDescription.substitute) }
      throw unknown
    }
  }

  isolated deinit {
    close()
  }

  /// Gives the terminal back and restores the signals. Input not yet read is dropped, so that it does not reach the
  /// shell. An ending signal that came too late for the loop acts here. Closing twice does no harm.
  public func close() {
    if case .closed = state { return }
    leave()
    state = .closed
    curses.close()
    loop.forgetTerminal(device.input)
    device.close()
    ProcessSignals.restore()
  }

  /// Creates a decoder for this terminal's keys.
  func makeDecoder() -> KeyDecoder {
    let escapeDelay = EscapeDelay.milliseconds { getenv($0).map { String(cString: $0) } }
    var decoder = KeyDecoder(sequences: .terminfo(), charset: TextLocale.charset, escapeDelay: escapeDelay)
    decoder.expectsMouse = modes.reportsMouse
    return decoder
  }

  /// Gives the terminal back, stops, and takes it again when the program continues. If the shell changes the settings
  /// meanwhile, its changes are kept at the end.
  /// - Returns: False if the program was continued only to end.
  func suspend(wholeGroup: Bool) -> Bool {
    switch state {
    case .ready, .inside: leave()
    case .leaving, .away, .closed: return true
    }
    ProcessSignals.stop(wholeGroup: wholeGroup)
    return enter(reading: true)
  }

  /// Takes the terminal again after a stop without notice (SIGSTOP). It may still be in the program's modes, so the
  /// settings found before stay valid.
  func resume() -> Bool {
    switch state {
    case .ready, .inside, .away: enter(reading: false)
    case .leaving, .closed: false
    }
  }

  /// Asks for the size again. Returns true if it has changed.
  func updateSize() -> Bool {
    let now = curses.drawable(device.size)
    defer { size = now }
    return now != size
  }

  /// Returns whether the screen may be drawn; false while the terminal is in other hands. Called before each update.
  /// The first call also sets the program's modes.
  func mayDraw() -> Bool {
    switch state {
    case .inside: return true
    case .leaving, .away, .closed: return false
    case .ready:
      found.arm(device.input, leave: modes.leave)
      curses.emit(modes.enter)
      hasDrawn = true
      state = .inside
      return true
    }
  }

  /// Sets the program's modes again, and draws everything: after another program has written to the terminal.
  func repair() {
    guard case .inside = state else { return }
    curses.emit(modes.repair + (modes.reportsMouse && !takesMouse ? TerminalModes.mouseOff : []))
    isScreenLost = true
  }

  /// Whether the mouse is reported, where it can be. While it is not, it selects text in the terminal.
  public var takesMouse = true {
    didSet {
      guard takesMouse != oldValue, modes.reportsMouse, case .inside = state else { return }
      curses.emit(takesMouse ? TerminalModes.mouseOn : TerminalModes.mouseOff)
      curses.flush()
    }
  }

  /// Writes a question or another request to the terminal, unless that is in other hands, or would have to wait.
  /// - Returns: Whether it was written.
  @discardableResult
  public func ask(_ question: [UInt8]) -> Bool {
    guard case .inside = state, device.takesOutput else { return false }
    return device.write(question)
  }

  /// Gives the screen back, unless the terminal takes no output now. `close` gives the rest back, once the user has stopped
  /// typing. Call this before work that can be done in that time. Nothing is drawn after it.
  public func leaveScreen() {
    if device.takesOutput { beginLeaving() }
  }

  private func beginLeaving() {
    // In the background, the terminal already has its next user.
    guard device.isForeground else { return }
    switch state {
    case .ready:
      state = .leaving(device.leave([]))
    case .inside:
      curses.flush()
      let leaving = device.leave(modes.leave)
      // To leave an alternate screen twice would clear the user's own.
      if leaving.isOut { found.arm(device.input, leave: []) }
      state = .leaving(leaving)
    case .leaving, .away, .closed: break
    }
  }

  private func leave() {
    beginLeaving()
    switch state {
    case .leaving(let leaving): if device.isForeground { device.giveBack(found, after: leaving) }
    case .ready, .inside: break
    case .away, .closed: return
    }
    state = .away
    TerminalRescue.disarm()
  }

  private func enter(reading: Bool) -> Bool {
    do throws(TerminalError) {
      if ProcessSignals.isEnding { return false }
      try device.awaitForeground()
      if reading { found = try TerminalSettings(of: device.output) }
      found.arm(device.input, leave: hasDrawn ? modes.leave : [])
      try found.raw.apply(to: device.output)
      state = hasDrawn ? .inside : .ready
      if hasDrawn {
        device.write(modes.enter + (modes.reportsMouse && !takesMouse ? TerminalModes.mouseOff : []))
        isScreenLost = true
      }
      return true
    } catch {
      return false  // an ending signal came, or the terminal is gone; the loop will notice
    }
  }
}
