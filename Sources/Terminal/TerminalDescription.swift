internal import CNcurses
internal import Glibc

/// What terminfo(5) says of a kind of terminal, looked at before ncurses makes anything of it: a screen of the size that
/// stands there, and a table of all colours.
nonisolated struct TerminalDescription {
  /// The size to assume of a terminal that does not tell its own.
  let size: Size
  /// How many colours there are. None where there are more than a palette has: those are mixed, not numbered.
  let colours: ColourDepth

  /// Whether dim text is shown so that it can be read. The Linux console has one dark gray for all of it.
  let dims: Bool

  private static let palette = 256
  private static let longest = 1000

  /// Reads it for the terminal on a descriptor.
  init(of name: String, on descriptor: Int32) throws(TerminalError) {
    // Nothing here needs names beyond those of X/Open, and ncurses 6.4 crashes at damaged ones.
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
