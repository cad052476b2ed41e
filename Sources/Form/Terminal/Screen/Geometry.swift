/// The size of a screen or of a part of it, in cells.
public nonisolated struct Size: Hashable, Sendable {
  /// The cells from left to right, 0 or more.
  public var columns: Int
  /// The cells from top to bottom, 0 or more.
  public var rows: Int

  /// Creates a size. Negative numbers count as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// The place of a cell, counted from 0 at the top left.
public nonisolated struct Position: Hashable, Sendable {
  /// The row, from 0 at the top.
  public var row: Int
  /// The column, from 0 at the left.
  public var column: Int

  /// Creates a position. It may lie outside a frame, where drawing has no effect.
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// A block of cells.
public nonisolated struct Rectangle: Hashable, Sendable {
  /// The top left cell.
  public var origin: Position
  /// The size.
  public var size: Size

  /// Creates a rectangle of `size` at `origin`.
  public init(origin: Position, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from four numbers.
  public init(row: Int, column: Int, columns: Int, rows: Int) {
    self.init(origin: Position(row: row, column: column), size: Size(columns: columns, rows: rows))
  }

  /// The rows of the rectangle.
  public var rows: Range<Int> { origin.row..<origin.row + size.rows }
  /// The columns of the rectangle.
  public var columns: Range<Int> { origin.column..<origin.column + size.columns }

  /// Whether the cell at `position` lies inside.
  public func contains(_ position: Position) -> Bool {
    rows.contains(position.row) && columns.contains(position.column)
  }
}
