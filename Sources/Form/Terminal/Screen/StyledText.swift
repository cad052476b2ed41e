internal import CNcurses
internal import Glibc

/// Writes frames as lines of text with the escape sequences of a terminal, for output below the prompt.
///
/// On the main actor, because terminfo keeps the current description in a global.
@MainActor public struct StyledText {
  /// The number of colours shown.
  public let depth: ColourDepth
  private let reset: String
  private let foreground: [CChar]
  private let background: [CChar]
  private let attributes: [(Style.Attributes, String)]

  /// Reads the description of a kind of terminal.
  public init(terminal name: String) throws(TerminalError) {
    let description = try TerminalDescription(of: name, on: STDOUT_FILENO)
    depth = description.colours
    var verdict: Int32 = 0
    guard setupterm(description.name, STDOUT_FILENO, &verdict) == OK else { throw .unknownTerminal(name: name) }
    defer { signin_forget_description() }
    func text(_ capability: String) -> String { String(decoding: TerminalModes.bytes(capability), as: UTF8.self) }
    func template(_ capability: String) -> [CChar] {
      TerminalModes.bytes(capability).map { CChar(bitPattern: $0) } + [0]
    }
    reset = text("sgr0") + (depth > .monochrome ? text("op") : "")
    foreground = template("setaf")
    background = template("setab")
    attributes = [
      (.bold, text("bold")), (.dim, description.dims ? text("dim") : ""), (.italic, text("sitm")),
      (.underline, text("smul")), (.reverse, text("rev")),
    ]
  }

  /// Returns the rows of a frame, without blanks at their ends and without a line feed after the last.
  public func text(of frame: Frame) -> String {
    (0..<frame.size.rows).map { row in
      var cells = (0..<frame.size.columns).map { frame[Position(row: row, column: $0)] }
      while cells.last == .blank(.plain) { cells.removeLast() }
      var line = String.UnicodeScalarView()
      var style = Style.plain
      for cell in cells {
        if cell.style != style { line.append(contentsOf: sequences(for: cell.style).unicodeScalars) }
        style = cell.style
        line.append(contentsOf: cell.scalars)
      }
      return String(line) + (style == .plain ? "" : reset)
    }
    .joined(separator: "\n")
  }

  private func sequences(for style: Style) -> String {
    let shown = depth.shown(style)
    var text = reset
    for (attribute, sequence) in attributes where shown.attributes.contains(attribute) { text += sequence }
    for (colour, template) in [(shown.foreground, foreground), (shown.background, background)] {
      guard let entry = colour.entry, let sequence = signin_with_number(template, Int32(entry)) else { continue }
      text += String(cString: sequence)
    }
    return text
  }
}
