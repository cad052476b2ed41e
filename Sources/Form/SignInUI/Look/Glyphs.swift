/// The characters that draw lines, marks and dots.
public nonisolated struct Glyphs: Sendable {
  /// The glyphs that a terminal can show.
  /// - Parameters:
  ///   - isUTF8: Whether the terminal uses UTF-8.
  ///   - terminal: The value of `TERM`.
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

  /// Thin lines.
  let frame: Lines
  /// Heavier lines, for the field that has the focus.
  let focusedField: Lines
  let valid: String
  let invalid: String
  /// Before the title of a scene.
  let title: String
  /// In a box that is ticked.
  let ticked: String
  /// Before a text that is suggested, and the key that takes it.
  let suggestion: String
  /// The Enter key, behind what it does; nil if there is no such character.
  let enter: String?
  let mask: String
  /// The marks for text cut on the left and on the right.
  let cutLeft: String
  let cutRight: String
  let spinner: [String]
  /// One step of a bar: reached, and still ahead.
  let barReached: String
  let barAhead: String
  /// Whether arrow keys are named by arrows.
  let hasArrows: Bool
  /// Before a line to type in.
  let prompt: String
  /// Before the selected row of a list.
  let selected: String
  /// Before the number of rows above or below the visible ones.
  let above: String
  let below: String
  /// Before a row of a list that is a change, not an attempt.
  let change: String
  /// Between two parts of a line.
  let separator: String
  /// The right and the left half of a filled cell, which round off a filled shape; nil if there are none.
  let halves: (right: String, left: String)?
  /// The lower half of a filled cell, for pictures; nil if there is none. Many fonts leave a hair line above the upper half,
  /// at which programs that scan the screen fail.
  let lowerHalf: String?

  /// The glyphs for a UTF-8 locale.
  public static let unicode = Glyphs(
    frame: Lines(horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯"),
    focusedField: Lines(horizontal: "━", vertical: "┃", topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛"),
    valid: "✓", invalid: "✗", title: "◆", ticked: "✓", suggestion: "→", enter: "⏎", mask: "•", cutLeft: "‹",
    cutRight: "›",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], barReached: "▰", barAhead: "▱",
    hasArrows: true, prompt: "›", selected: "▌", above: "↑", below: "↓", change: "•", separator: "·",
    halves: ("▐", "▌"), lowerHalf: "▄")

  /// The glyphs for the Linux console. Debian's console fonts have no tick and no braille, and not all have half blocks
  /// or a root sign. They draw thin, heavy, double and round lines alike. Every font except the Ethiopian ones has these glyphs.
  public static let console = Glyphs(
    frame: Lines(horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘"),
    focusedField: Lines(horizontal: "=", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘"),
    valid: ascii.valid, invalid: ascii.invalid, title: ascii.title, ticked: ascii.ticked, suggestion: ascii.suggestion,
    enter: nil, mask: unicode.mask, cutLeft: ascii.cutLeft, cutRight: ascii.cutRight,
    spinner: ascii.spinner, barReached: "█", barAhead: "░", hasArrows: false,
    prompt: ascii.prompt, selected: ascii.selected, above: unicode.above, below: unicode.below, change: unicode.change,
    separator: ascii.separator, halves: nil, lowerHalf: nil)

  /// The glyphs for any other locale.
  public static let ascii = Glyphs(
    frame: Lines(horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+"),
    focusedField: Lines(horizontal: "=", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+"),
    valid: "v", invalid: "x", title: "*", ticked: "x", suggestion: "->", enter: nil, mask: "*", cutLeft: "<",
    cutRight: ">", spinner: ["|", "/", "-", "\\"],
    barReached: "#", barAhead: "-", hasArrows: false, prompt: ">", selected: ">", above: "^", below: "v", change: "*",
    separator: "-", halves: nil, lowerHalf: nil)
}
