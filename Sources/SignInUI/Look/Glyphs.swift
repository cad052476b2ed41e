/// The characters that lines, marks and dots are drawn with.
public nonisolated struct Glyphs: Sendable {
  /// Those that a terminal can show.
  /// - Parameters:
  ///   - isUTF8: Whether it is written in UTF-8.
  ///   - terminal: What `TERM` calls it.
  public static func shown(isUTF8: Bool, terminal: String?) -> Glyphs {
    // linux, linux-16color and others of that family.
    isUTF8 ? terminal?.hasPrefix("linux") == true ? console : unicode : ascii
  }

  /// The characters of a box.
  struct Lines: Sendable {
    let horizontal: String
    let vertical: String
    let topLeft: String
    let topRight: String
    let bottomLeft: String
    let bottomRight: String
  }

  let frame: Lines
  let field: Lines
  /// The heavier lines of the field that has the focus.
  let focusedField: Lines
  let valid: String
  let invalid: String
  let mask: String
  /// Where text is cut on the left and on the right.
  let cutLeft: String
  let cutRight: String
  let spinner: [String]
  /// One step of a bar, reached and not.
  let barReached: String
  let barAhead: String

  /// For a locale in UTF-8.
  public static let unicode = Glyphs(
    frame: Lines(horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯"),
    field: Lines(horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘"),
    focusedField: Lines(horizontal: "━", vertical: "┃", topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛"),
    valid: "✓", invalid: "✗", mask: "•", cutLeft: "‹", cutRight: "›",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], barReached: "█", barAhead: "░")

  /// For the Linux console. The fonts of Debian have no tick and no braille there, draw thin, heavy, double and round
  /// lines all alike, and not all have a root sign: these are in each of them but the Ethiopian ones.
  public static let console = Glyphs(
    frame: unicode.field, field: unicode.field,
    focusedField: Lines(horizontal: "=", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘"),
    valid: ascii.valid, invalid: ascii.invalid, mask: unicode.mask, cutLeft: ascii.cutLeft, cutRight: ascii.cutRight,
    spinner: ascii.spinner, barReached: unicode.barReached, barAhead: unicode.barAhead)

  /// For any other locale.
  public static let ascii = Glyphs(
    frame: Lines(horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+"),
    field: Lines(horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+"),
    focusedField: Lines(horizontal: "=", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+"),
    valid: "v", invalid: "x", mask: "*", cutLeft: "<", cutRight: ">", spinner: ["|", "/", "-", "\\"],
    barReached: "#", barAhead: "-")
}
