internal import Glibc
public import Unix

/// The terminal in the program's hands: the controlling one, raw, on its other screen, with paste and mouse reported;
/// and, on every way out, given back exactly as it was found.
///
/// One at a time. While it is open signals are told to its loop, and a crash gives the terminal back too.
@MainActor public final class TerminalSession {
  private enum State {
    /// Raw, but nothing drawn yet: the screen is as it was.
    case ready
    /// In the program's modes.
    case inside
    /// Given back while the program is stopped.
    case away
    case closed
  }

  /// The loop on this terminal. An `EventSource` makes events of what comes.
  public let loop: RunLoop
  let device: TerminalDevice
  let curses: Curses
  private let modes: TerminalModes
  /// As the terminal was found, and shall be left.
  private var found: TerminalSettings
  private var state = State.ready
  private var hasDrawn = false
  /// What stands on the screen is unknown, until `CursesScreen` draws it anew.
  var isScreenLost = false

  /// The extent of what can be drawn on, in cells.
  public private(set) var size: Size
  /// How many colours it has, by its description.
  public var colours: ColourDepth { curses.colours }
  /// Whether the terminal is written and read in UTF-8. Elsewhere the screen shows ASCII for what cannot be written.
  public let isUTF8: Bool

  /// Takes the terminal. Started in the background the process is stopped here, until a shell brings it forward.
  /// - Parameter mouse: whether the mouse is to be reported, where the terminal can. The terminal's own selection of
  ///   text then needs Shift.
  public init(mouse: Bool = true) throws(TerminalError) {
    RunLoop.prepare()
    TextLocale.adopt()
    isUTF8 = TextLocale.isUTF8
    guard let name = getenv("TERM").map({ String(cString: $0) }), !name.isEmpty else { throw .unnamedTerminal }
    device = try TerminalDevice()
    do throws(TerminalError) {
      try device.awaitForeground()
      found = try TerminalSettings(of: device.output)
    } catch {
      device.close()
      throw error
    }
    do throws(TerminalError) {
      loop = try RunLoop.hearingSignals()
      curses = try Curses(name: name)
      modes = TerminalModes(name: name, mouse: mouse)
      size = curses.drawable(device.size)
      found.arm(device.input, leave: [])
      try found.raw.apply(to: device.output)
    } catch {
      TerminalRescue.disarm()
      ProcessSignals.restore()
      device.close()
      throw error
    }
    curses.attach(to: device, size: size)
  }

  isolated deinit {
    close()
  }

  /// Gives the terminal back, drops input not yet read so that it does not reach the shell, and restores the signals.
  /// An ending signal that came too late for the loop acts here. Closing twice does no harm.
  public func close() {
    guard state != .closed else { return }
    leave()
    state = .closed
    curses.close()
    device.close()
    ProcessSignals.restore()
  }

  /// A decoder for this terminal's keys.
  func makeDecoder() -> KeyDecoder {
    var decoder = KeyDecoder(sequences: .terminfo(), charset: TextLocale.charset)
    decoder.expectsMouse = modes.reportsMouse
    return decoder
  }

  /// Gives the terminal back, stops, and takes it again when the program is continued. What the shell has changed of the
  /// settings meanwhile is what will be left behind in the end.
  /// - Returns: false if it was continued only to end.
  func suspend(wholeGroup: Bool) -> Bool {
    guard state == .inside || state == .ready else { return true }
    leave()
    ProcessSignals.stop(wholeGroup: wholeGroup)
    return enter(reading: true)
  }

  /// Takes the terminal again after a stop that nobody announced (SIGSTOP): it may still be in the program's modes, so
  /// the settings found before stand.
  func resume() -> Bool {
    state != .closed && enter(reading: false)
  }

  /// Asks for the size once more; true if it has changed.
  func updateSize() -> Bool {
    let now = curses.drawable(device.size)
    defer { size = now }
    return now != size
  }

  /// To be called before each update of the screen: the first brings the program's modes with it. False while the
  /// terminal is in other hands.
  func mayDraw() -> Bool {
    if state == .ready {
      found.arm(device.input, leave: modes.leave)
      curses.emit(modes.enter)
      hasDrawn = true
      state = .inside
    }
    return state == .inside
  }

  private func leave() {
    guard state == .inside || state == .ready else { return }
    // In the background the terminal has its next user already.
    if device.isForeground {
      if state == .inside { curses.flush() }
      device.giveBack(found, leave: state == .inside ? modes.leave : [])
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
        device.write(modes.enter)
        isScreenLost = true
      }
      return true
    } catch {
      return false  // an ending signal came, or the terminal is gone: the loop will see it
    }
  }
}
