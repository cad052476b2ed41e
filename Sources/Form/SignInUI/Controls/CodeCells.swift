import Secrets
import Terminal

/// The cells of a code on the screen, one for each digit, in two groups.
struct CodeCells {
  private static let widths = [5, 3]
  private static let gap = 1
  private static let gapInMiddle = 3

  let count: Int
  /// The first three rows of the field.
  let rectangle: Rectangle
  /// The columns of a cell.
  private let width: Int

  /// Nil if there is no room for all cells.
  init?(count: Int, in rectangle: Rectangle) {
    (self.count, self.rectangle) = (count, rectangle)
    func end(_ width: Int) -> Int { Self.start(of: count - 1, of: count, width) + width }
    guard count > 0, rectangle.size.rows == 3,
      let width = Self.widths.first(where: { end($0) <= rectangle.size.columns })
    else { return nil }
    self.width = width
  }

  /// The place of a cell; past the last one that of the last.
  func cell(_ index: Int) -> Rectangle {
    let start = Self.start(of: min(index, count - 1), of: count, width)
    return Rectangle(row: rectangle.origin.row, column: rectangle.origin.column + start, columns: width, rows: 3)
  }

  /// The place of the digit in a cell.
  func digit(_ index: Int) -> Position {
    let cell = cell(index).origin
    return Position(row: cell.row + 1, column: cell.column + width / 2)
  }

  /// The cell at a position, or the nearest before it.
  func index(at position: Position) -> Int {
    (0..<count).last { cell($0).origin.column <= position.column } ?? 0
  }

  private static func start(of index: Int, of count: Int, _ width: Int) -> Int {
    index * (width + gap) + (count > 3 && 2 * index >= count ? gapInMiddle - gap : 0)
  }
}

// A code is drawn in cells as long as it is one: a recovery code in its place gets a box, as any text.
extension TextField {
  /// The cells, if the text can be in them.
  var cells: CodeCells? {
    guard let digits, let rectangle, disclosure == .plain else { return nil }
    let text = editor.text
    guard text.count <= digits, text.withUTF8({ $0.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
    return CodeCells(count: digits, in: rectangle)
  }

  /// Draws the cells. That of the next digit stands out.
  func draw(_ cells: CodeCells, in frame: inout Frame, _ look: Look) {
    frame.fill(cells.rectangle)
    let text = editor.text
    for index in 0..<cells.count {
      let isLive = hasFocus && index == min(editor.cursor, cells.count - 1)
      let role = isLive || borderRole == .invalid ? borderRole : .neutral
      frame.box(cells.cell(index), isLive ? look.glyphs.focusedField : look.glyphs.frame, look.theme[role])
      guard index < text.count else { continue }
      let bytes = text.byteRange(of: index..<index + 1)
      text.withUTF8 {
        _ = frame.put(
          utf8: UnsafeBufferPointer(rebasing: $0[bytes]), at: cells.digit(index), style: look.theme[.title])
      }
    }
  }
}
