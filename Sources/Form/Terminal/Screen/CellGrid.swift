/// The cells of a frame, row by row. They may hold a readable password, so they are overwritten before their memory is
/// freed.
nonisolated final class CellGrid {
  let size: Size
  private let cells: UnsafeMutableBufferPointer<Cell>

  init(size: Size) {
    self.size = size
    cells = .allocate(capacity: size.columns * size.rows)
    cells.initialize(repeating: .blank(.plain))
  }

  init(copy other: CellGrid) {
    size = other.size
    cells = .allocate(capacity: other.cells.count)
    _ = cells.initialize(from: other.cells)
  }

  deinit {
    UnsafeMutableRawBufferPointer(cells).wipe()
    cells.deallocate()
  }

  /// The cell at a row and column, which must be inside the grid.
  subscript(row: Int, column: Int) -> Cell {
    get { cells[index(row, column)] }
    set { cells[index(row, column)] = newValue }
  }

  private func index(_ row: Int, _ column: Int) -> Int {
    precondition(row >= 0 && row < size.rows && column >= 0 && column < size.columns, "cell outside of the grid")
    return row * size.columns + column
  }
}
