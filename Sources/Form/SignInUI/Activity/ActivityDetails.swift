import Identity
import Sentences
import SignIn
import Terminal

/// All that is known of one row, drawn over the list, below or above the row. It scrolls if it does not fit.
final class ActivityDetails {
  private let row: ActivityRow
  private var top = 0
  private var lineCount = 0
  private var height = 0
  /// Where it was drawn.
  private(set) var rectangle = Rectangle(row: 0, column: 0, columns: 0, rows: 0)

  /// The first cell of their text.
  var reading: Position { Position(row: rectangle.origin.row + 1, column: rectangle.origin.column + 2) }

  init(_ row: ActivityRow) {
    self.row = row
  }

  /// Scrolls. Drawing corrects a scroll that goes too far.
  func scroll(by count: Int) {
    top = max(0, top + count)
  }

  /// - Parameters:
  ///   - row: The row of the screen that they describe, which stays visible if there is room; nil for none.
  ///   - keys: The line of keys below the list.
  func draw(in frame: inout Frame, beside row: Int?, above keys: Rectangle, _ look: Look) {
    let columns = min(frame.size.columns, 60) - 4
    let lines = lines(columns: columns, look)
    let place = place(of: lines.count + 2, beside: row, bottom: keys.origin.row, frame.size.rows)
    (lineCount, height) = (lines.count, place.count - 2)
    top = min(top, lineCount - height)
    let size = Size(columns: columns + 4, rows: place.count)
    let origin = Position(row: place.lowerBound, column: (frame.size.columns - size.columns) / 2)
    rectangle = Rectangle(origin: origin, size: size)
    frame.fill(Rectangle(origin: origin, size: size))
    frame.box(Rectangle(origin: origin, size: size), look.glyphs.frame, look.theme[.frame])
    put(translated("Details"), row: origin.row, origin, size, look.theme[.title], in: &frame)
    put(hint(columns: columns - 2), row: origin.row + size.rows - 1, origin, size, look.theme[.hint], in: &frame)
    for (index, line) in lines.dropFirst(top).prefix(height).enumerated() {
      let place = Position(row: origin.row + 1 + index, column: origin.column + 2)
      let used = frame.put(line.name, at: place, style: look.theme[.hint], columns: columns)
      frame.put(
        line.text, at: Position(row: place.row, column: place.column + used), style: look.theme[line.role],
        columns: columns - used)
    }
  }

  /// Returns the rows of the box: below the row, else above it, else over it.
  private func place(of wanted: Int, beside row: Int?, bottom: Int, _ rows: Int) -> Range<Int> {
    if let row {
      if row + 1 + wanted <= bottom { return row + 1..<row + 1 + wanted }
      if wanted <= row { return row - wanted..<row }
    }
    let height = min(wanted, rows)
    return (rows - height) / 2..<(rows - height) / 2 + height
  }

  private struct Line {
    var name = ""
    let text: String
    let role: Theme.Role
  }

  /// Returns the lines of names and values: side by side if there is room, otherwise one below the other.
  private func lines(columns: Int, _ look: Look) -> [Line] {
    let values = ActivityColumns.Kind.allCases.map { kind in
      (kind.title, row.detail(kind, look.glyphs), kind)
    }
    let width = 2 + (values.map { TextWidth.columns(of: $0.0) }.max() ?? 0)
    let isNarrow = columns < width + 19
    return values.flatMap { name, value, kind in
      let role = kind == .outcome ? row.outcome.look.role : Theme.Role.text
      let rest = wrapped(value, columns: columns - (isNarrow ? 1 : width))
      if isNarrow {
        return [Line(name: name, text: "", role: role)] + rest.map { Line(name: " ", text: $0, role: role) }
      }
      return (rest.isEmpty ? [""] : rest).enumerated().map { index, text in
        let shown = index == 0 ? name : ""
        return Line(
          name: shown + String(repeating: " ", count: width - TextWidth.columns(of: shown)), text: text, role: role)
      }
    }
  }

  private func hint(columns: Int) -> String {
    let (close, scroll) = (translated("Esc close"), translated("Up Down scroll"))
    let both = "\(scroll)   \(close)"
    return lineCount > height && TextWidth.columns(of: both) <= columns ? both : close
  }

  private func put(_ text: String, row: Int, _ origin: Position, _ size: Size, _ style: Style, in frame: inout Frame) {
    frame.put(" \(text) ", at: Position(row: row, column: origin.column + 2), style: style, columns: size.columns - 4)
  }
}
