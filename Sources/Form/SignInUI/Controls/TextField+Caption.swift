import SignIn
import Terminal

// The text about a field. It stands in the rows below its box. Where they are too few, it begins in the lower border.
extension TextField {
  /// A text to show at the field, and its look.
  struct Caption: Equatable {
    let text: String
    let role: Theme.Role
    /// A mark before the text; empty for none.
    var mark = ""
    /// The look of the mark; nil for that of the text.
    var markRole: Theme.Role?
  }

  /// The text to show, the most urgent one first.
  private func caption(_ glyphs: Glyphs) -> Caption? {
    if let refusal { return Caption(text: refusal, role: .invalid, mark: glyphs.invalid) }
    if let message { return Caption(text: message, role: status.role, mark: glyphs.mark(of: status) ?? "") }
    if let notice { return Caption(text: notice.sentence, role: .hint) }
    return (hasFocus ? nil : noteAway.map { Caption(text: $0, role: .hint) }) ?? note
  }

  /// The notice, if another text has taken its place. The form must show it elsewhere.
  var hiddenNotice: Caption? {
    guard let notice, refusal != nil || message != nil else { return nil }
    return Caption(text: notice.sentence, role: .hint)
  }

  /// Returns the number of rows below the box that the text needs in a field of that width.
  func rowsWanted(columns: Int, _ glyphs: Glyphs) -> Int {
    // A narrow form has too few rows: there the text begins in the border, which is shorter.
    caption(glyphs).map { Self.lines($0, columns, isInBorder: Self.isNarrow(columns)).count } ?? 0
  }

  /// A text that needs more rows than there are is cut, with a mark.
  func drawLabel(in frame: inout Frame, _ rectangle: Rectangle, _ look: Look) {
    let caption = caption(look.glyphs)
    let columns = rectangle.size.columns
    var lines = caption.map { Self.lines($0, columns) } ?? []
    var rows = rowsBelow
    if let caption, lines.count > rowsBelow {
      lines = Self.lines(caption, columns, isInBorder: true)
      if lines.count > rowsBelow + 1 {
        lines = Self.lines(caption, columns, isInBorder: true, cut: look.glyphs.cutRight)
        lines[rowsBelow] += " " + look.glyphs.cutRight
      }
      rows += 1
    }
    let style = look.theme[caption?.role ?? .text]
    let isInBorder = rows > rowsBelow
    let start = rectangle.origin.column + Self.indent(columns, isInBorder: isInBorder)
    for row in 0..<rows {
      let text = row < lines.count ? lines[row] : ""
      let position = Position(row: rectangle.rows.upperBound - (rows - rowsBelow) + row, column: start)
      if position.row >= rectangle.rows.upperBound {
        frame.line(text, at: position, style: style, columns: rectangle.columns.upperBound - start)
      } else if !text.isEmpty {
        let blank = Self.isNarrow(columns) ? "" : " "
        frame.put(
          blank + text + " ", at: Position(row: position.row, column: start - blank.count), style: style,
          columns: rectangle.columns.upperBound - 1 - start + blank.count)
      }
      if row == 0, let caption, let role = caption.markRole {
        frame.put(
          caption.mark, at: position, style: look.theme[role], columns: rectangle.columns.upperBound - 1 - start)
      }
    }
  }

  /// Returns the lines of a text, its mark before the first one.
  /// - Parameters:
  ///   - isInBorder: Whether the first line is in the lower border, where a piece of the line stays visible at both ends.
  ///   - cut: The mark of a cut, for which each line leaves room; empty for none.
  private static func lines(_ caption: Caption, _ columns: Int, isInBorder: Bool = false, cut: String = "") -> [String]
  {
    let head = caption.mark.isEmpty ? "" : caption.mark + " "
    let inset = TextWidth.columns(of: head)
    let margin = isNarrow(columns) ? isInBorder ? 1 : 0 : isInBorder ? 3 : 0
    let room = max(
      1,
      columns - indent(columns, isInBorder: isInBorder) - margin - inset
        - (cut.isEmpty ? 0 : TextWidth.columns(of: cut) + 1))
    let lines: [String]
    // No character takes more columns than bytes.
    if caption.text.utf8.count <= room || TextWidth.columns(of: caption.text) <= room {
      lines = [caption.text]
    } else {
      lines = cut.isEmpty ? balanced(caption.text, columns: room) : wrapped(caption.text, columns: room)
    }
    let blank = String(repeating: " ", count: inset)
    return lines.enumerated().map { $0 == 0 ? head + $1 : blank + $1 }
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

  /// The columns before the text. Below the box it begins where the text of the field does.
  private static func indent(_ columns: Int, isInBorder: Bool) -> Int { isNarrow(columns) ? 1 : isInBorder ? 3 : 2 }

  private static func isNarrow(_ columns: Int) -> Bool { columns < 26 }
}
