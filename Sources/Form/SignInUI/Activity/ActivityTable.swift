import Identity
import SignIn
import Terminal

/// The rows of activity under their days, one of them selected. The table decides which rows are visible, and draws
/// them.
final class ActivityTable {
  private(set) var rows: [ActivityRow] = []
  /// The index of the selected row; 0 if there are none.
  private(set) var selection = 0
  /// The text to show if there are no rows.
  var message: String? { didSet { needsDisplay = true } }
  /// The words to mark in the rows.
  var words: [String] = [] { didSet { needsDisplay = true } }
  var needsDisplay = true

  /// The columns in front of the table, for the mark of the selected row.
  static let margin = 2

  private var rectangle = Rectangle(row: 0, column: 0, columns: 0, rows: 0)
  private var hasHead = false
  private var window = ActivityWindow()

  var selected: ActivityRow? { rows.indices.contains(selection) ? rows[selection] : nil }

  /// Whether the end of the rows is at most one screen away.
  var isNearEnd: Bool { window.visible.lowerBound + 2 * height >= rows.count }

  /// The numbers of rows above and below the visible ones.
  var outside: (above: Int, below: Int) { (window.visible.lowerBound, rows.count - window.visible.upperBound) }

  private var height: Int { max(0, rectangle.size.rows - (hasHead ? 1 : 0)) }
  private var firstLine: Int { rectangle.origin.row + (hasHead ? 1 : 0) }
  private var textColumn: Int { rectangle.origin.column + Self.margin }
  private var textColumns: Int { rectangle.size.columns - Self.margin }

  /// Shows `rows`. Keeps the selection on its row, unless the first row was selected: then on the first row.
  func show(_ rows: [ActivityRow]) {
    let id = selected?.id
    self.rows = rows
    window.take(rows.map(\.day))
    if selection > 0, selected?.id != id {
      selection = rows.firstIndex { $0.id == id } ?? 0
    }
    follow()
  }

  /// - Parameter rectangle: The place of the table with its ``margin``.
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
  var pageLength: Int { max(1, window.visible.count - 1) }

  /// Returns the index of the row at a position on the screen.
  func index(at position: Position) -> Int? {
    let line = position.row - firstLine
    guard rectangle.contains(position), window.lines.indices.contains(line), case .row(let index) = window.lines[line]
    else { return nil }
    return index
  }

  /// The row of the screen with the selected row; nil if there is none.
  var selectedRow: Int? {
    window.lines.firstIndex(of: .row(selection)).map { firstLine + $0 }
  }

  /// The first cell of the selected row's text; nil if there is none.
  var reading: Position? { selectedRow.map { Position(row: $0, column: textColumn) } }

  private func follow() {
    selection = max(0, min(selection, rows.count - 1))
    window.follow(selection, height: height)
    needsDisplay = true
  }

  // MARK: Drawing

  func draw(in frame: inout Frame, _ look: Look) {
    needsDisplay = false
    let columns = ActivityColumns(width: textColumns).columns
    if hasHead {
      for column in columns {
        frame.put(
          column.kind.title, at: Position(row: rectangle.origin.row, column: textColumn + column.start),
          style: look.theme[.hint], columns: column.width)
      }
    }
    let placeholder = rows.isEmpty ? wrapped(message ?? "", columns: textColumns) : []
    for line in 0..<height {
      let place = Rectangle(
        row: firstLine + line, column: rectangle.origin.column, columns: rectangle.size.columns, rows: 1)
      switch window.lines.indices.contains(line) ? window.lines[line] : nil {
      case .row(let index): draw(rows[index], isSelected: index == selection, place, columns, in: &frame, look)
      case .day(let index): put(rows[index].day.text, in: &frame, place, look)
      case nil: put(line < placeholder.count ? placeholder[line] : "", in: &frame, place, look)
      }
    }
  }

  private func put(_ text: String, in frame: inout Frame, _ line: Rectangle, _ look: Look) {
    frame.fill(Rectangle(origin: line.origin, size: Size(columns: Self.margin, rows: 1)))
    frame.line(
      text, at: Position(row: line.origin.row, column: textColumn), style: look.theme[.hint], columns: textColumns)
  }

  private func draw(
    _ row: ActivityRow, isSelected: Bool, _ line: Rectangle, _ columns: [ActivityColumns.Column],
    in frame: inout Frame, _ look: Look
  ) {
    let text = isSelected ? look.selected(.text) : look.theme[.text]
    frame.fill(line, style: isSelected ? text : .plain)
    if isSelected {
      let isReversed = text.attributes.contains(.reverse)
      frame.put(look.glyphs.selected, at: line.origin, style: isReversed ? text : look.theme[.accent])
    }
    for column in columns {
      let role = column.kind == .outcome ? row.outcome.look.role : .text
      draw(
        row.text(column.kind, look.glyphs), column, line.origin.row,
        isSelected ? look.selected(role) : look.theme[role], in: &frame, look)
    }
  }

  /// Draws a text in its column, with a mark where it is cut, and with the words of the search marked.
  private func draw(
    _ text: String, _ column: ActivityColumns.Column, _ row: Int, _ style: Style, in frame: inout Frame, _ look: Look
  ) {
    let start = textColumn + column.start
    frame.put(
      text, cutBy: look.glyphs, at: Position(row: row, column: start), style: style, columns: column.width)
    guard column.kind != .time else { return }
    var marked = style
    marked.attributes.formUnion([.bold, .underline])
    for range in text.columns(ofWords: words) {
      let range = range.clamped(to: 0..<column.width)
      frame.restyle(Rectangle(row: row, column: start + range.lowerBound, columns: range.count, rows: 1), marked)
    }
  }
}

extension Look {
  /// The style of a role in the selected row of a list. It keeps its colour and is bold, and reversed in a theme where
  /// all text is bold.
  func selected(_ role: Theme.Role) -> Style {
    var style = theme[role]
    style.attributes.remove(.dim)
    style.attributes.insert(.bold)
    if theme[.text].attributes.contains(.bold) { style.attributes.insert(.reverse) }
    return style
  }
}
