internal import Text

/// A screen before it is shown: a grid of cells. It is a plain value, so that a test compares screens as text.
///
/// A wide character takes two cells; drawing over one half blanks the other. Drawing outside has no effect. Only cells
/// that really change count as damaged, and only those are sent to the terminal. Cells are overwritten in place, and
/// again before their memory is freed, so nothing shown stays in memory.
public nonisolated struct Frame {
  private var grid: CellGrid
  private(set) var damage: Damage
  /// The place of the terminal's cursor, where text is typed; nil hides it.
  public var cursor: Position?
  /// The place of the hidden cursor: at what has the focus, because screen readers and braille displays follow it.
  public var focus: Position?
  /// Whether a password is readable in the frame. The code that draws the password sets this, and the code that draws
  /// over it clears this. The screen then overwrites the cells in memory that still hold the password.
  public var holdsSecret = false

  /// Creates a blank frame, with all of it yet to be shown.
  public init(size: Size) {
    grid = CellGrid(size: size)
    damage = Damage(all: size)
  }

  /// The size, which never changes. For another size, create another frame.
  public var size: Size { grid.size }

  /// Whether any cell changed since the frame was shown. The cursor does not count.
  public var isDamaged: Bool { !damage.rows.isEmpty }

  /// The cell at a position, which must be inside the frame.
  public subscript(position: Position) -> Cell { grid[position.row, position.column] }

  /// Blanks every cell, in the plain style.
  public mutating func clear() {
    fill(Rectangle(origin: Position(row: 0, column: 0), size: size))
    holdsSecret = false
  }

  /// Blanks a block of cells, as far as it is inside the frame.
  public mutating func fill(_ rectangle: Rectangle, style: Style = .plain) {
    let columns = rectangle.columns.clamped(to: 0..<size.columns)
    for row in rectangle.rows.clamped(to: 0..<size.rows) {
      for column in columns { set(.blank(style), row, column) }
    }
  }

  /// Changes the style of a block of cells, as far as it is inside the frame. The text stays.
  public mutating func restyle(_ rectangle: Rectangle, _ style: Style) {
    let columns = rectangle.columns.clamped(to: 0..<size.columns)
    for row in rectangle.rows.clamped(to: 0..<size.rows) {
      for column in columns where grid[row, column].style != style {
        var cell = grid[row, column]
        cell.style = style
        write(cell, row, column)
      }
    }
  }

  /// Gives the colours of `ground` to all cells that have the terminal's own.
  public mutating func paint(_ ground: Style) {
    guard ground != .plain else { return }
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        var cell = grid[row, column]
        if cell.style.foreground == .terminal { cell.style.foreground = ground.foreground }
        if cell.style.background == .terminal { cell.style.background = ground.background }
        write(cell, row, column)
      }
    }
  }

  /// Draws text from `position` to the right, in at most `columns` columns and never past the right edge. Text that
  /// does not fit is cut after a whole character. All text passes through `Sanitiser`.
  /// - Returns: The number of columns drawn.
  @discardableResult
  public mutating func put(_ text: String, at position: Position, style: Style = .plain, columns: Int = .max) -> Int {
    var text = text
    return text.withUTF8 { put(utf8: $0, at: position, style: style, columns: columns) }
  }

  /// Does the same for UTF-8 in memory, such as a password in its guarded pages. The only copy made is in the cells.
  @discardableResult
  public mutating func put(
    utf8: UnsafeBufferPointer<UInt8>, at position: Position, style: Style = .plain, columns: Int = .max
  ) -> Int {
    guard position.row >= 0 && position.row < size.rows && position.column >= 0 else { return 0 }
    let limit = min(columns, size.columns - position.column)
    var clusters = GraphemeClusters(utf8)
    var used = 0
    while let cluster = clusters.next() {
      let width = TextWidth.columns(ofCluster: cluster)
      guard used + width <= limit else { break }
      put(cluster: cluster, position.row, position.column + used, style)
      used += width
    }
    return used
  }

  /// Draws a character of one column `count` times, from `position` to the right. It is read once only.
  public mutating func put(_ character: String, times count: Int, at position: Position, style: Style) {
    guard count > 0, put(character, at: position, style: style, columns: 1) == 1 else { return }
    let cell = self[position]
    for column in position.column..<min(position.column + count, size.columns) { set(cell, position.row, column) }
  }

  /// Draws another frame of the same width over the rows from `row` on, as far as they are inside.
  public mutating func draw(_ other: Frame, from row: Int) {
    for from in 0..<min(other.size.rows, size.rows - row) {
      for column in 0..<min(other.size.columns, size.columns) where grid[row + from, column] != other.grid[from, column]
      {
        write(other.grid[from, column], row + from, column)
      }
    }
  }

  /// The last row, but not the first one, whose first two cells are blank and plain; nil without one.
  public var lastRowWithBlankMargin: Int? {
    guard size.columns > 2 else { return nil }
    return (1..<max(1, size.rows)).last { row in
      grid[row, 0] == .blank(.plain) && grid[row, 1] == .blank(.plain)
    }
  }

  /// The text of the frame: rows joined by line ends, without the blanks at their ends.
  public var text: String {
    (0..<size.rows).map { row in
      var line = String.UnicodeScalarView()
      for column in 0..<size.columns { line.append(contentsOf: grid[row, column].scalars) }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    .joined(separator: "\n")
  }

  /// Marks all cells as shown.
  mutating func markShown() { damage.clear() }
}

nonisolated extension Frame {
  /// Draws one cluster that fits.
  private mutating func put(cluster: UnsafeBufferPointer<UInt8>, _ row: Int, _ start: Int, _ style: Style) {
    if cluster.count == 1 && (0x20...0x7E).contains(cluster[0]) {
      return set(Cell(base: UInt32(cluster[0]), style: style), row, start)
    }
    var scalars = ScalarReader(cluster)
    var column = start
    var cell: Cell?
    var width = 1
    func finish(_ frame: inout Frame) {
      guard let cell else { return }
      frame.set(cell, row, column)
      if width == 2 { frame.set(.continuation(style), row, column + 1, keepingLead: true) }
      column += width
    }
    while let scalar = scalars.next() {
      switch Sanitiser.verdict(scalar) {
      case .drop: continue
      case .mark:
        if cell == nil { cell = .blank(style) }
        _ = cell?.add(mark: scalar.value)
      case .base(let columns):
        finish(&self)
        (cell, width) = (Cell(base: scalar.value, style: style), columns)
      case .replace:
        finish(&self)
        (cell, width) = (Cell(base: Sanitiser.replacement.value, style: style), 1)
      }
    }
    finish(&self)
  }

  /// Puts a cell in its place. If it cuts a wide character in two, the other half is blanked.
  private mutating func set(_ cell: Cell, _ row: Int, _ column: Int, keepingLead: Bool = false) {
    let old = grid[row, column]
    guard old != cell else { return }
    if old.isContinuation && !keepingLead && column > 0 {
      write(.blank(grid[row, column - 1].style), row, column - 1)
    }
    if column + 1 < size.columns && !old.isContinuation && grid[row, column + 1].isContinuation {
      write(.blank(grid[row, column + 1].style), row, column + 1)
    }
    write(cell, row, column)
  }

  private mutating func write(_ cell: Cell, _ row: Int, _ column: Int) {
    if !isKnownUniquelyReferenced(&grid) { grid = CellGrid(copy: grid) }
    grid[row, column] = cell
    damage.add(row: row, columns: column..<column + 1)
  }
}
