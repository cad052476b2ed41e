import SignIn
import Terminal

// The text about a field: it begins in the lower border and goes on below it.
extension TextField {
  /// A text to show at the field, and its look.
  struct Saying: Equatable {
    let text: String
    let role: Theme.Role
  }

  /// All texts to show, the most urgent first.
  private func sayings(_ glyphs: Glyphs) -> [Saying] {
    [
      refusal.map { Saying(text: "\(glyphs.invalid) \($0)", role: .invalid) },
      message.map { Saying(text: $0, role: status.role) }, notice.map { Saying(text: $0.sentence, role: .hint) },
      (hasFocus ? nil : noteAway.map { Saying(text: $0, role: .hint) }) ?? note,
    ].compactMap { $0 }
  }

  /// The notice, if another text has taken its place. The form must show it elsewhere.
  var hiddenNotice: Saying? {
    guard let notice, refusal != nil || message != nil else { return nil }
    return Saying(text: notice.sentence, role: .hint)
  }

  /// Returns the number of rows below the border that the text needs in a field of that width.
  func rowsWanted(columns: Int, _ glyphs: Glyphs) -> Int {
    sayings(glyphs).first.map { max(0, Self.lines($0.text, columns).count - 1) } ?? 0
  }

  /// A text that needs more rows than there are is cut, with a mark.
  func drawLabel(in frame: inout Frame, _ rectangle: Rectangle, _ look: Look) {
    let saying = sayings(look.glyphs).first
    let columns = rectangle.size.columns
    let room = Self.room(columns)
    var lines = saying.map { Self.lines($0.text, columns) } ?? []
    if let saying, lines.count > rowsBelow + 1 {
      lines = wrapped(saying.text, columns: room - 3)
      if lines.count > rowsBelow + 1 { lines[rowsBelow] += " " + look.glyphs.cutRight }
    }
    let style = look.theme[saying?.role ?? .text]
    // One line of the border stays visible before the text if there is room for it.
    let isTight = lines.count == 1 && TextWidth.columns(of: lines[0]) > columns - 5
    let start = rectangle.origin.column + (columns - room) / 2 + (isTight || Self.isNarrow(columns) ? 0 : 1)
    for row in 0...rowsBelow {
      let position = Position(row: rectangle.rows.upperBound - 1 + row, column: start)
      let text = row < lines.count ? lines[row] : ""
      if row > 0 {
        frame.line(text, at: position, style: style, columns: rectangle.columns.upperBound - start)
      } else if !text.isEmpty {
        let blank = Self.isNarrow(columns) ? "" : " "
        frame.put(
          blank + text + " ", at: Position(row: position.row, column: start - blank.count), style: style,
          columns: rectangle.columns.upperBound - 1 - start + blank.count)
      }
    }
  }

  private static func lines(_ text: String, _ columns: Int) -> [String] {
    let room = room(columns)
    // No character takes more columns than bytes.
    if text.utf8.count <= room || TextWidth.columns(of: text) <= room { return [text] }
    return balanced(text, columns: isNarrow(columns) ? room : room - 1)
  }

  /// Wraps a text into as few lines as possible, of about the same length, so that no short word is left alone.
  private static func balanced(_ text: String, columns: Int) -> [String] {
    var lines = wrapped(text, columns: columns)
    for width in (1..<max(1, columns)).reversed() {
      let narrower = wrapped(text, columns: width)
      // A broken word leaves more characters, because its break takes no blank away.
      guard narrower.count == lines.count, narrower.joined().count == lines.joined().count else { break }
      lines = narrower
    }
    return lines
  }

  /// The columns of a text in the border: between the corners and, unless the field is narrow, a blank on each side.
  private static func room(_ columns: Int) -> Int { columns - (isNarrow(columns) ? 2 : 4) }

  private static func isNarrow(_ columns: Int) -> Bool { columns < 26 }
}
