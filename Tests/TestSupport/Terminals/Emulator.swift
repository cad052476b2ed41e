public import Testing

/// A terminal emulator of Debian, set to be a terminal of some type.
public struct Emulator: Sendable, CustomTestStringConvertible {
  /// The abilities of a terminal beyond showing text and sending keys.
  public struct Abilities: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Reports clicks to a program that asks.
    public static let mouse = Abilities(rawValue: 1)
    /// Brackets pastes for a program that asks.
    public static let bracketedPaste = Abilities(rawValue: 2)
    /// Sends ESC for Alt, by itself or for a program that asks.
    public static let alt = Abilities(rawValue: 4)
    /// Has an alternate screen, and restores the first one with its content.
    public static let otherScreen = Abilities(rawValue: 8)
  }

  /// Its name in TERM.
  public let term: String
  /// Its abilities as that type.
  public let abilities: Abilities
  /// The command line up to the program to run.
  let command: [String]
  /// The class of its window.
  let windowClass: String
  /// The number of points between the window's edge and its cells.
  let border: Int

  /// One line in a list of tests.
  public var testDescription: String { "\(term), by \(command[0])" }

  /// xterm, as itself or as one of DEC's terminals.
  public static func xterm(_ term: String, _ abilities: Abilities, options: [String] = []) -> Emulator {
    // Without a pause two drags of the mouse would be a double click.
    let command = ["xterm", "-fa", "DejaVu Sans Mono", "-fs", "8", "-xrm", "*multiClickTime: 0", "-geometry", "80x24"]
    return Emulator(
      term: term, abilities: abilities, command: command + ["-tn", term] + options + ["-e"], windowClass: "XTerm",
      border: 2)
  }

  /// PuTTY's terminal. With the option for a Linux console's function keys it sends the console's sequences.
  private static func pterm(_ term: String, _ abilities: Abilities, options: [String] = []) -> Emulator {
    let command = ["pterm", "+sb", "-fn", "client:DejaVu Sans Mono 8", "-geometry", "80x24"]
    return Emulator(
      term: term, abilities: abilities, command: command + ["-xrm", "TerminalType: \(term)"] + options + ["-e"],
      windowClass: "Pterm", border: 1)
  }

  /// rxvt-unicode, without the extension that presses arrow keys when the mouse is dragged over a shell's line.
  public static let rxvtUnicode = Emulator(
    term: "rxvt-unicode-256color", abilities: [.mouse, .bracketedPaste, .alt, .otherScreen],
    command: [
      "urxvt", "+sb", "-pe", "default,-readline", "-fn", "xft:DejaVu Sans Mono:size=8", "-geometry", "80x24", "-e",
    ], windowClass: "URxvt", border: 2)

  /// PuTTY's terminal with the keys of the Linux console.
  public static let linux = pterm("linux", [.mouse, .bracketedPaste, .alt], options: ["-xrm", "LinuxFunctionKeys: 1"])

  /// GNU screen, in an xterm. A session that loses its terminal ends.
  public static let screen: Emulator = {
    let outer = xterm("xterm-256color", [])
    let script = #"echo "autodetach off" >screenrc; SCREENDIR=$HOME exec screen -U -c screenrc -m "$@""#
    return Emulator(
      term: "screen", abilities: [.bracketedPaste], command: outer.command + ["sh", "-c", script, "sh"],
      windowClass: outer.windowClass, border: outer.border)
  }()

  /// All types of terminals that these emulators can be.
  public static let all = [
    xterm("xterm-256color", [.mouse, .bracketedPaste, .alt, .otherScreen]),
    xterm("xterm", [.mouse, .bracketedPaste, .alt, .otherScreen]),
    xterm("vt220", .bracketedPaste, options: ["-ti", "vt220"]),
    xterm("vt100", .bracketedPaste, options: ["-ti", "vt100"]),
    rxvtUnicode, screen, linux, pterm("ansi", .alt),
  ]
}
