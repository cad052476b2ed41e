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
    /// Given back while the program is stopped.
    case away
    case closed
  }

  /// The loop on this terminal. An `EventSource` turns its input into events.
  public let loop: RunLoop
  let device: TerminalDevice
  let curses: Curses
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
  /// - Parameter mouse: Whether the mouse is reported, if the terminal can. Selecting text in the terminal then needs
  ///   Shift.
  public init(mouse: Bool = true) throws(TerminalError) {
    TextLocale.adopt()
    isUTF8 = TextLocale.isUTF8
    // Before TERM: sshd sets no TERM where it gives no terminal, and setting it would not help.
    device = try TerminalDevice()
    let name: String
    do throws(TerminalError) {
      guard let term = getenv("TERM"), term[0] != 0 else { throw .unnamedTerminal }
      name = String(cString: term)
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

  /// Gives the terminal back and restores the signals. Input not yet read is dropped, so that it does not reach the
  /// shell. An ending signal that came too late for the loop acts here. Closing twice does no harm.
  public func close() {
    guard state != .closed else { return }
    leave()
    state = .closed
    curses.close()
    device.close()
    ProcessSignals.restore()
  }

  /// Creates a decoder for this terminal's keys.
  func makeDecoder() -> KeyDecoder {
    var decoder = KeyDecoder(sequences: .terminfo(), charset: TextLocale.charset)
    decoder.expectsMouse = modes.reportsMouse
    return decoder
  }

  /// Gives the terminal back, stops, and takes it again when the program continues. If the shell changes the settings
  /// meanwhile, its changes are kept at the end.
  /// - Returns: False if the program was continued only to end.
  func suspend(wholeGroup: Bool) -> Bool {
    guard state == .inside || state == .ready else { return true }
    leave()
    ProcessSignals.stop(wholeGroup: wholeGroup)
    return enter(reading: true)
  }

  /// Takes the terminal again after a stop without notice (SIGSTOP). It may still be in the program's modes, so the
  /// settings found before stay valid.
  func resume() -> Bool {
    state != .closed && enter(reading: false)
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
    // In the background, the terminal already has its next user.
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
      return false  // an ending signal came, or the terminal is gone; the loop will notice
    }
  }
}
