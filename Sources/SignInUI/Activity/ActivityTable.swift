import Identity
import SignIn
import Terminal

/// The rows of activity, one of them selected. The table decides which rows are visible, and draws them.
final class ActivityTable {
  private(set) var rows: [ActivityRow] = []
  /// The index of the selected row; 0 if there are none.
  private(set) var selection = 0
  /// The text to show if there are no rows.
  var message: String? { didSet { needsDisplay = true } }
  /// The words to mark in the rows.
  var words: [String] = [] { didSet { needsDisplay = true } }
  var needsDisplay = true

  private var rectangle = Rectangle(row: 0, column: 0, columns: 0, rows: 0)
  private var hasHead = false
  /// The index of the first visible row.
  private var top = 0

  var selected: ActivityRow? { rows.indices.contains(selection) ? rows[selection] : nil }

  /// Whether the end of the rows is at most one screen away.
  var isNearEnd: Bool { top + 2 * height >= rows.count }

  private var height: Int { max(0, rectangle.size.rows - (hasHead ? 1 : 0)) }
  private var firstLine: Int { rectangle.origin.row + (hasHead ? 1 : 0) }

  /// Shows `rows`. The selected row stays selected wherever it moves to; a selected first place stays the first place.
  func show(_ rows: [ActivityRow]) {
    let id = selected?.id
    self.rows = rows
    if selection > 0, selected?.id != id {
      selection = rows.firstIndex { $0.id == id } ?? 0
    }
    follow()
  }

  func place(_ rectangle: Rectangle, hasHead: Bool) {
    (self.rectangle, self.hasHead) = (rectangle, hasHead)
    follow()
  }

  // MARK: Selecting

  func select(_ index: Int) {
    selection = index
    follow()
  }

  func move(by count: Int) {
    select(selection + count)
  }

  /// The number of visible rows, less one that both pages share.
  var pageLength: Int { max(1, height - 1) }

  /// Returns the index of the row at a position on the screen.
  func index(at position: Position) -> Int? {
    let index = top + position.row - firstLine
    return rectangle.contains(position) && position.row >= firstLine && rows.indices.contains(index) ? index : nil
  }

  private func follow() {
    selection = max(0, min(selection, rows.count - 1))
    top = max(min(top, selection), selection - height + 1)
    top = max(0, min(top, rows.count - height))
    needsDisplay = true
  }

  // MARK: Drawing

  func draw(in frame: inout Frame, _ look: Look) {
    needsDisplay = false
    let columns = ActivityColumns(width: rectangle.size.columns).columns
    if hasHead {
      for column in columns {
        frame.put(
          column.kind.title, at: Position(row: rectangle.origin.row, column: rectangle.origin.column + column.start),
          style: look.theme[.hint], columns: column.width)
      }
    }
    let said = rows.isEmpty ? wrapped(message ?? "", columns: rectangle.size.columns - 2) : []
    for line in 0..<height {
      let row = Rectangle(
        row: firstLine + line, column: rectangle.origin.column, columns: rectangle.size.columns, rows: 1)
      let index = top + line
      if rows.indices.contains(index) {
        draw(rows[index], isSelected: index == selection, row, columns, in: &frame, look)
      } else {
        frame.fill(row)
        if line < said.count {
          frame.put(
            said[line], at: Position(row: row.origin.row, column: row.origin.column + 1), style: look.theme[.hint],
            columns: row.size.columns - 2)
        }
      }
    }
  }

  private func draw(
    _ row: ActivityRow, isSelected: Bool, _ line: Rectangle, _ columns: [ActivityColumns.Column],
    in frame: inout Frame, _ look: Look
  ) {
    let selectedStyle = isSelected ? look.theme[.focused] : nil
    frame.fill(line, style: selectedStyle ?? .plain)
    for column in columns {
      let style = selectedStyle ?? look.theme[column.kind == .outcome ? row.outcome.role : .text]
      let text = row.text(column.kind, look.glyphs)
      let place = Position(row: line.origin.row, column: line.origin.column + column.start)
      let isCut = TextWidth.columns(of: text) > column.width && column.width > 1
      frame.put(text, at: place, style: style, columns: column.width - (isCut ? 1 : 0))
      if isCut {
        frame.put(
          look.glyphs.cutRight, at: Position(row: place.row, column: place.column + column.width - 1), style: style)
      }
      guard column.kind != .time else { continue }
      var marked = style
      marked.attributes.formUnion([.bold, .underline])
      for range in text.columns(ofWords: words) {
        let range = range.clamped(to: 0..<column.width)
        frame.restyle(
          Rectangle(row: place.row, column: place.column + range.lowerBound, columns: range.count, rows: 1), marked)
      }
    }
  }
}
