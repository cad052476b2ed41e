import SignIn
import Terminal

/// The lines of the account page on the screen: scrolled, one of them selected. The page decides which are visible, and
/// draws them.
final class AccountPage {
  /// A row of the screen.
  private struct Row {
    /// The index of its line.
    let line: Int
    let label: String
    let text: String
    let role: Theme.Role
    let keys: [AccountAction]
    /// Whether it is the first row of its line.
    let isFirst: Bool
  }

  private(set) var lines: [AccountLines.Line] = []
  private(set) var selection: Int?
  private var rows: [Row] = []
  private var top = 0
  private var rectangle = Rectangle(row: 0, column: 0, columns: 0, rows: 0)
  var look: Look

  init(_ look: Look) {
    self.look = look
  }

  var selected: AccountLines.Line? { selection.map { lines[$0] } }

  /// Shows these lines. The selection stays at its place.
  func show(_ lines: [AccountLines.Line], in rectangle: Rectangle, selects: Bool) {
    let columns = rectangle.size.columns
    let labels = 2 + (lines.map { TextWidth.columns(of: $0.label) }.max() ?? 0)
    let isNarrow = columns < labels + 24
    let lines = isNarrow ? lines.filter { !$0.text.isEmpty } : lines
    (self.lines, self.rectangle) = (lines, rectangle)
    rows = lines.enumerated().flatMap { index, line -> [Row] in
      let marks = line.role == .invalid ? [look.glyphs.invalid + " ", "  "] : ["", ""]
      var texts = wrapped(line.text, columns: columns - (isNarrow ? 2 : labels) - TextWidth.columns(of: marks[1]))
      if texts.isEmpty { texts = [""] }
      texts = texts.enumerated().map { marks[$0.offset == 0 ? 0 : 1] + $0.element }
      func row(_ label: String, _ text: String, isFirst: Bool) -> Row {
        Row(line: index, label: label, text: text, role: line.role, keys: isFirst ? line.keys : [], isFirst: isFirst)
      }
      if isNarrow {
        let head = line.label.isEmpty ? [] : [row(line.label, "", isFirst: true)]
        return head
          + texts.enumerated().map { row("  ", $0.element, isFirst: head.isEmpty && $0.offset == 0) }
      }
      return texts.enumerated().map { number, text in
        let label = number == 0 ? line.label : ""
        let blanks = String(repeating: " ", count: labels - TextWidth.columns(of: label))
        return row(label + blanks, text, isFirst: number == 0)
      }
    }
    selection = selects ? items.min { abs($0 - (selection ?? 0)) < abs($1 - (selection ?? 0)) } : nil
    follow()
  }

  /// The lines that can be selected.
  private var items: [Int] { lines.indices.filter { lines[$0].isItem } }

  /// The rows that the lines take.
  var height: Int { rows.count }

  /// Selects a line, if that is possible.
  func select(_ index: Int) {
    guard selection != nil, lines.indices.contains(index), lines[index].isItem else { return }
    selection = index
    follow()
  }

  func move(by count: Int) {
    let items = items
    guard let selection, let place = items.firstIndex(of: selection) else { return }
    select(items[max(0, min(place + count, items.count - 1))])
  }

  /// The line at a position of the screen; nil if there is none.
  func index(at position: Position) -> Int? {
    let row = position.row - rectangle.origin.row + top
    return rectangle.contains(position) && rows.indices.contains(row) ? rows[row].line : nil
  }

  /// The key at a position of the screen, where it stands behind its line.
  func key(at position: Position) -> AccountAction? {
    let index = position.row - rectangle.origin.row + top
    guard rectangle.contains(position), rows.indices.contains(index) else { return nil }
    return hints(rows[index]).first { $0.columns.contains(position.column) }?.action
  }

  /// The first cell of the selected line's text; nil if none is selected.
  var reading: Position? {
    guard let selection, let row = rows.firstIndex(where: { $0.line == selection }) else { return nil }
    return Position(row: rectangle.origin.row + max(0, row - top), column: rectangle.origin.column)
  }

  private func follow() {
    let height = rectangle.size.rows
    top = min(top, max(0, rows.count - height))
    guard let selection, let first = rows.firstIndex(where: { $0.line == selection }),
      let last = rows.lastIndex(where: { $0.line == selection })
    else { return }
    if last >= top + height { top = last - height + 1 }
    // Above the first line that can be selected are others to read.
    if first < top { top = selection == items.first ? 0 : first }
  }

  // MARK: Drawing

  func draw(in frame: inout Frame) {
    for offset in 0..<rectangle.size.rows {
      let place = Rectangle(
        row: rectangle.origin.row + offset, column: rectangle.origin.column - ActivityTable.margin,
        columns: rectangle.size.columns + ActivityTable.margin, rows: 1)
      frame.fill(place)
      if rows.indices.contains(top + offset) { draw(rows[top + offset], place, in: &frame) }
    }
  }

  private func draw(_ row: Row, _ place: Rectangle, in frame: inout Frame) {
    let isSelected = row.line == selection
    var column = rectangle.origin.column
    let end = rectangle.columns.upperBound
    func style(_ role: Theme.Role) -> Style { isSelected ? look.selected(role) : look.theme[role] }
    if isSelected && row.isFirst { frame.put(look.glyphs.selected, at: place.origin, style: style(.accent)) }
    func put(_ text: String, _ role: Theme.Role) {
      column += frame.put(
        text, at: Position(row: place.origin.row, column: column), style: style(role), columns: end - column)
    }
    put(row.label, .hint)
    put(row.text, row.role)
    for hint in hints(row) {
      let origin = Position(row: place.origin.row, column: hint.columns.lowerBound)
      let used = frame.put(hint.key, at: origin, style: look.theme[.title])
      frame.put(
        hint.word, at: Position(row: origin.row, column: origin.column + used), style: look.theme[.hint])
    }
  }

  private struct Hint {
    let action: AccountAction
    let key: String
    /// With the blank in front of it; empty where only the keys have room.
    let word: String
    let columns: Range<Int>
  }

  /// The keys behind the text, at the right, if all of them fit: with their words, or alone.
  private func hints(_ row: Row) -> [Hint] {
    let used = TextWidth.columns(of: row.label) + TextWidth.columns(of: row.text)
    let items = row.keys.compactMap { action in KeyTable.account(action).map { (action, $0.key, " " + $0.word) } }
    for items in [items, items.map { ($0.0, $0.1, "") }] {
      let widths = items.map { TextWidth.columns(of: $0.1) + TextWidth.columns(of: $0.2) }
      let width = widths.reduce(0, +) + 3 * max(0, items.count - 1)
      guard used + 2 + width <= rectangle.size.columns else { continue }
      var start = rectangle.columns.upperBound - width
      return zip(items, widths).map { item, width in
        defer { start += width + 3 }
        return Hint(action: item.0, key: item.1, word: item.2, columns: start..<start + width)
      }
    }
    return []
  }
}
