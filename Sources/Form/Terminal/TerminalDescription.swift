internal import CNcurses
internal import Glibc

/// The size and colours in a terminal's description (terminfo(5)), checked before ncurses reads it. ncurses would make
/// a screen of any size, and a table of any number of colours.
nonisolated struct TerminalDescription {
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

  /// Reads the description of `name`, for the terminal on a descriptor.
  init(of name: String, on descriptor: Int32) throws(TerminalError) {
    // No extended names are needed here, only those of X/Open, and ncurses 6.4 crashes at damaged ones.
    use_extended_names(false)
    var verdict: Int32 = 0
    guard setupterm(name, descriptor, &verdict) == OK else { throw .unknownTerminal(name: name) }
    defer { signin_forget_description() }
    let (columns, rows, colours) = (Int(tigetnum("cols")), Int(tigetnum("lines")), Int(tigetnum("colors")))
    guard signin_capability("cup") != nil, signin_capability("clear") != nil, max(columns, rows) <= Self.longest else {
      throw .unfitTerminal(name: name)
    }
    dims = !name.hasPrefix("linux")
    size = Size(columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24)
    self.colours = ColourDepth(count: colours > Self.palette ? 0 : colours)
  }
}
