import Sentences
import Terminal

/// The panel of all keys and their effects, over the whole screen: two columns, one column, or two lines per key on small
/// screens. It scrolls if it does not fit.
final class KeyPanel {
  /// A text of the panel, and its first column in the row.
  private struct Piece {
    let text: String
    let role: Theme.Role
    let column: Int

    var end: Int { column + TextWidth.columns(of: text) }
  }

  private static let gap = 2
  private static let gapBetweenColumns = 3

  private let title: String
  private let columns: [[KeyGroup]]
  private let help: String
  private var isStale = true
  private var top = 0
  private var rowCount = 0
  private var height = 0

  /// - Parameters:
  ///   - scene: The title of the scene that the panel covers.
  ///   - columns: The groups from left to right, and from top to bottom.
  ///   - help: A sentence below them; empty for none.
  init(of scene: String, _ columns: [[KeyGroup]], help: String = "") {
    title = translated("{form}: keys", ["form": scene])
    self.columns = columns
    self.help = help
  }

  /// Handles an event by scrolling. Returns false if the panel must close: any key closes it that does not scroll.
  func handle(_ event: Event) -> Bool {
    switch event {
    case .key(let key): scroll(by: key)
    case .mouse(let mouse): scroll(by: mouse.action)
    case .pasteBegan, .pasted, .pasteEnded, .resized, .redraw, .suspending, .capsLock, .background, .ambiguousIsWide:
      true
    }
  }

  private func scroll(by key: Key) -> Bool {
    guard rowCount > height else { return false }
    switch key {
    case Key(.up): scroll(to: top - 1)
    case Key(.down): scroll(to: top + 1)
    case Key(.pageUp): scroll(to: top - height)
    case Key(.pageDown), .character(" "): scroll(to: top + height)
    case Key(.home): scroll(to: 0)
    case Key(.end): scroll(to: rowCount)
    default: return false
    }
    return true
  }

  private func scroll(by action: Mouse.Action) -> Bool {
    switch action {
    case .wheelUp: scroll(to: top - 1)
    case .wheelDown: scroll(to: top + 1)
    case .press(.left): return false
    default: break
    }
    return true
  }

  private func scroll(to row: Int) {
    top = max(0, min(row, rowCount - height))
    isStale = true
  }

  /// Draws what has changed since the last call; with `isAnew`, draws everything.
  /// - Parameter notice: An urgent sentence, shown in place of the panel's own keys; nil for none.
  func draw(in frame: inout Frame, _ look: Look, notice: String?, isAnew: Bool) {
    guard isStale || isAnew else { return }
    frame.clear()
    var rows = rows(columns: frame.size.columns, look.glyphs)
    if !help.isEmpty {
      let lines = wrapped(help, columns: rows.joined().map(\.end).max() ?? frame.size.columns)
      rows += [[]] + lines.map { [Piece(text: $0, role: .text, column: 0)] }
    }
    rowCount = rows.count
    // A blank line below the title and above the last line, if there is room.
    let spacing = rowCount + 4 <= frame.size.rows ? 1 : 0
    height = max(1, min(rowCount, frame.size.rows - 2 - 2 * spacing))
    scroll(to: top)
    isStale = false
    let left = max(0, (frame.size.columns - (rows.joined().map(\.end).max() ?? 0)) / 2)
    let first = max(0, (frame.size.rows - height - 2 - 2 * spacing) / 2)
    func put(_ piece: Piece, row: Int) {
      frame.put(
        piece.text, cutBy: look.glyphs, at: Position(row: first + row, column: left + piece.column),
        style: look.theme[piece.role], columns: frame.size.columns - left - piece.column)
    }
    put(Piece(text: title, role: .title, column: 0), row: 0)
    (frame.cursor, frame.focus) = (nil, Position(row: top == 0 ? first : first + 1 + spacing, column: left))
    for (index, row) in rows.dropFirst(top).prefix(height).enumerated() {
      for piece in row { put(piece, row: 1 + spacing + index) }
    }
    put(
      Piece(text: notice ?? hint(columns: frame.size.columns - left), role: notice == nil ? .hint : .title, column: 0),
      row: 1 + 2 * spacing + height)
  }

  private func hint(columns: Int) -> String {
    guard rowCount > height else { return translated("Any key returns") }
    let both = [translated("Space scrolls"), translated("Esc returns")]
    let line = both.joined(separator: "   ")
    return TextWidth.columns(of: line) <= columns ? line : both[1]
  }

  // MARK: Rows

  private func rows(columns width: Int, _ glyphs: Glyphs) -> [[Piece]] {
    let sideBySide = columns.map { table($0, glyphs) }
    var (starts, end) = ([Int](), 0)
    for column in sideBySide {
      starts.append(end)
      end += (column.joined().map(\.end).max() ?? 0) + Self.gapBetweenColumns
    }
    if end - Self.gapBetweenColumns <= width {
      return (0..<(sideBySide.map(\.count).max() ?? 0)).map { row in
        zip(sideBySide, starts).flatMap { column, start in
          row < column.count
            ? column[row].map { Piece(text: $0.text, role: $0.role, column: start + $0.column) } : []
        }
      }
    }
    let groups = Array(columns.joined())
    let one = table(groups, glyphs)
    return one.joined().allSatisfy { $0.end <= width } ? one : list(groups, glyphs)
  }

  /// One key per row, its effect beside it.
  private func table(_ groups: [KeyGroup], _ glyphs: Glyphs) -> [[Piece]] {
    let names = groups.flatMap(\.bindings).map { TextWidth.columns(of: $0.names(glyphs)) }.max() ?? 0
    return rows(groups) { binding in
      [
        [
          Piece(text: binding.names(glyphs), role: .title, column: 0),
          Piece(text: binding.help, role: .text, column: names + Self.gap),
        ]
      ]
    }
  }

  /// One key per row, its effect in the next one.
  private func list(_ groups: [KeyGroup], _ glyphs: Glyphs) -> [[Piece]] {
    rows(groups) { binding in
      [
        [Piece(text: binding.names(glyphs), role: .title, column: 0)],
        [Piece(text: binding.help, role: .text, column: 1)],
      ]
    }
  }

  /// The groups below their headings, with a blank row between them.
  private func rows(_ groups: [KeyGroup], of binding: (KeyBinding) -> [[Piece]]) -> [[Piece]] {
    let blocks = groups.map { group in
      [[Piece(text: group.title, role: .hint, column: 0)]] + group.bindings.flatMap(binding)
    }
    return Array(blocks.joined(separator: [[]]))
  }
}
