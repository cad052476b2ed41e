internal import CNcurses
internal import Glibc

/// The size and colours in a terminal's description (terminfo(5)), checked before ncurses reads it. ncurses would make
/// a screen of any size, and a table of any number of colours.
nonisolated struct TerminalDescription {
  /// Its name in the database. It is not the terminal's if this machine lacks that, as a server does of a newer terminal.
  let name: String
  /// The size to assume if the terminal reports none.
  let size: Size
  /// The number of colours. None if there are more than a palette has: those are mixed, not numbered.
  let colours: ColourDepth

  /// Whether the terminal shows readable dim text. The Linux console shows all of it in one dark gray.
  let dims: Bool

  private static let palette = 256
  /// The most columns, and the most rows, that a screen has. A window of 65,535 by 65,535 cells would take 120 GB, and
  /// ncurses counts only to 32,767.
  static let longest = 1000

  /// The description of every terminal that this machine doesn't know, and that takes control sequences. All new ones
  /// imitate xterm.
  static let substitute = "xterm-256color"
  /// Terminals that imitate xterm, by the first part of their names.
  private static let imitators: Set<Substring> = [
    "xterm", "alacritty", "contour", "foot", "ghostty", "kitty", "rio", "st", "wezterm",
  ]

  /// Reads the description of the terminal `name` on a descriptor. Where this machine lacks it, an imitator of xterm gets
  /// xterm's.
  init(of name: String, on descriptor: Int32) throws(TerminalError) {
    do {
      try self.init(named: name, on: descriptor)
    } catch .unknownTerminal where Self.isImitator(name) {
      do { try self.init(named: Self.substitute, on: descriptor) } catch { throw .unknownTerminal(name: name) }
    }
  }

  private static func isImitator(_ name: String) -> Bool {
    name.hasSuffix("-256color") || name.split(separator: "-").first.map(imitators.contains) == true
  }

  private init(named name: String, on descriptor: Int32) throws(TerminalError) {
    // No extended names are needed here, only those of X/Open, and ncurses 6.4 crashes at damaged ones.
    use_extended_names(false)
    var verdict: Int32 = 0
    guard setupterm(name, descriptor, &verdict) == OK else { throw .unknownTerminal(name: name) }
    defer { signin_forget_description() }
    let (columns, rows, colours) = (Int(tigetnum("cols")), Int(tigetnum("lines")), Int(tigetnum("colors")))
    guard signin_capability("cup") != nil, signin_capability("clear") != nil, max(columns, rows) <= Self.longest else {
      throw .unfitTerminal(name: name)
    }
    self.name = name
    dims = !name.hasPrefix("linux")
    size = Size(columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24)
    self.colours = ColourDepth(count: colours > Self.palette ? 0 : colours)
  }
}
