/// The extent of a screen or of a part of it, in cells.
public nonisolated struct Size: Hashable, Sendable {
  /// Cells from left to right, 0 or more.
  public var columns: Int
  /// Cells from top to bottom, 0 or more.
  public var rows: Int

  /// Makes a size; negative extents count as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// A cell's place, counted from 0 at the top left.
public nonisolated struct Position: Hashable, Sendable {
  /// The row, from 0 at the top.
  public var row: Int
  /// The column, from 0 at the left.
  public var column: Int

  /// Makes a position; one outside of a frame is allowed, drawing there has no effect.
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// A block of cells.
public nonisolated struct Rectangle: Hashable, Sendable {
  /// Its top left cell.
  public var origin: Position
  /// Its extent.
  public var size: Size

  /// Makes a rectangle of `size` at `origin`.
  public init(origin: Position, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from its four numbers.
  public init(row: Int, column: Int, columns: Int, rows: Int) {
    self.init(origin: Position(row: row, column: column), size: Size(columns: columns, rows: rows))
  }

  /// The rows it covers.
  public var rows: Range<Int> { origin.row..<origin.row + size.rows }
  /// The columns it covers.
  public var columns: Range<Int> { origin.column..<origin.column + size.columns }

  /// Whether the cell at `position` lies inside.
  public func contains(_ position: Position) -> Bool {
    rows.contains(position.row) && columns.contains(position.column)
  }
}
