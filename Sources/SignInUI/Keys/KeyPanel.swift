import Sentences
import Terminal

/// The panel of all keys and their effects, over the whole screen. It has two columns, one column, or two lines per key
/// on small screens. It scrolls if it does not fit.
final class KeyPanel {
  /// A text of the panel, and its first column in the row.
  private struct Piece {
    let text: String
    let role: Theme.Role
    let column: Int
  }

  /// The widths of the longest key names and words in the table. A test checks them.
  static let keysWidth = 16
  static let helpWidth = 19
  private static let columnWidth = keysWidth + 2 + helpWidth

  private let sections: [[KeyBinding]]
  private var isStale = true
  private var top = 0
  private var rowCount = 0
  private var height = 0

  init(_ sections: [[KeyBinding]]) {
    self.sections = sections
  }

  /// Handles an event by scrolling. Returns false if the panel must close.
  func handle(_ event: Event) -> Bool {
    switch event {
    case .key(Key(.escape)): return false
    case .key(let key) where KeyTable.meaning(of: key) == .form(.help): return false
    case .key(Key(.up)): scroll(to: top - 1)
    case .key(Key(.down)): scroll(to: top + 1)
    case .mouse(let mouse) where mouse.action == .wheelUp: scroll(to: top - 1)
    case .mouse(let mouse) where mouse.action == .wheelDown: scroll(to: top + 1)
    case .key(Key(.pageUp)): scroll(to: top - height)
    case .key(Key(.pageDown)), .key(.character(" ")): scroll(to: top + height)
    case .key(Key(.home)): scroll(to: 0)
    case .key(Key(.end)): scroll(to: rowCount)
    default: break
    }
    return true
  }

  /// Draws what has changed since the last call; with `isAnew`, draws everything.
  /// - Parameter notice: An urgent sentence, shown in place of the panel's own keys; nil for none.
  func draw(in frame: inout Frame, _ look: Look, notice: String?, isAnew: Bool) {
    guard isStale || isAnew else { return }
    isStale = false
    frame.clear()
    frame.cursor = nil
    let rows = rows(columns: frame.size.columns - 2)
    (rowCount, height) = (rows.count, frame.size.rows - 2)
    let widest = rows.joined().map { $0.column + TextWidth.columns(of: $0.text) }.max() ?? 0
    let size = Size(columns: min(frame.size.columns, widest + 3), rows: min(rowCount, height) + 2)
    let origin = Position(
      row: (frame.size.rows - size.rows) / 2, column: (frame.size.columns - size.columns) / 2)
    let panel = Rectangle(origin: origin, size: size)
    frame.box(panel, look.glyphs.frame, look.theme[.frame])
    put(translated("Keys"), in: &frame, panel, row: 0, look.theme[.title])
    put(notice ?? hint(columns: size.columns - 6), in: &frame, panel, row: size.rows - 1, look.theme[.hint])
    scroll(to: top)
    isStale = false
    for (index, row) in rows.dropFirst(top).prefix(height).enumerated() {
      for piece in row {
        frame.put(
          piece.text, at: Position(row: origin.row + 1 + index, column: origin.column + 1 + piece.column),
          style: look.theme[piece.role], columns: size.columns - 2 - piece.column)
      }
    }
  }

  private func scroll(to row: Int) {
    top = max(0, min(row, rowCount - height))
    isStale = true
  }

  private func put(_ text: String, in frame: inout Frame, _ panel: Rectangle, row: Int, _ style: Style) {
    frame.put(
      " \(text) ", at: Position(row: panel.origin.row + row, column: panel.origin.column + 2), style: style,
      columns: panel.size.columns - 4)
  }

  private func hint(columns: Int) -> String {
    let (close, scroll) = (translated("Esc close"), translated("Up Down scroll"))
    let both = "\(scroll)   \(close)"
    return rowCount > height && TextWidth.columns(of: both) <= columns ? both : close
  }

  private func rows(columns: Int) -> [[Piece]] {
    if columns > 2 * Self.columnWidth + 2 {
      let columns = sections.enumerated().map { index, section in
        section.map { pieces($0, from: 1 + index * (Self.columnWidth + 2)) }
      }
      return (0..<(columns.map(\.count).max() ?? 0)).map { row in
        columns.flatMap { row < $0.count ? $0[row] : [] }
      }
    }
    if columns > Self.columnWidth { return sections.joined().map { pieces($0, from: 1) } }
    return sections.joined().flatMap { binding in
      [
        [Piece(text: binding.names, role: .title, column: 0)],
        [Piece(text: binding.help, role: .text, column: 1)],
      ]
    }
  }

  private func pieces(_ binding: KeyBinding, from column: Int) -> [Piece] {
    [
      Piece(text: binding.names, role: .title, column: column),
      Piece(text: binding.help, role: .text, column: column + Self.keysWidth + 2),
    ]
  }
}
