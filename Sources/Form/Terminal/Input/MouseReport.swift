nonisolated extension Mouse {
  /// Reads a report in xterm's numbers: the button's bits, and the cell counted from 1. Nil if the action has no name
  /// here.
  init?(button bits: Int, column: Int, row: Int, released: Bool) {
    guard column > 0, row > 0, (0..<128).contains(bits) else { return nil }
    let position = Position(row: row - 1, column: column - 1)
    var held: Key.Modifiers = []
    if bits & 4 != 0 { held.insert(.shift) }
    if bits & 8 != 0 { held.insert(.alt) }
    if bits & 16 != 0 { held.insert(.control) }
    switch (bits & 64, bits & 32, bits & 3) {
    case (64, _, 0): self.init(.wheelUp, at: position, held)
    case (64, _, 1): self.init(.wheelDown, at: position, held)
    case (64, _, _): return nil
    case (_, 32, 3): self.init(.move, at: position, held)
    case (_, 32, let index): self.init(.drag(Button(index)), at: position, held)
    case (_, _, 3): self.init(.release(.left), at: position, held)  // the old report does not say which button
    case (_, _, let index): self.init(released ? .release(Button(index)) : .press(Button(index)), at: position, held)
    }
  }
}

nonisolated extension Mouse.Button {
  fileprivate init(_ index: Int) {
    self = index == 0 ? .left : index == 1 ? .middle : .right
  }
}
