internal import Unix

/// The content of one cell of a frame: a base scalar with up to four marks over it. It is held in the cell itself, so
/// that nothing on the heap keeps a copy of a readable password.
public nonisolated struct Cell: Equatable {
  /// The most combining marks in a cell; curses holds no more.
  static let markLimit = 4

  /// The marks in order of arrival; 0 for none.
  struct Marks: Equatable {
    var first: UInt32 = 0
    var second: UInt32 = 0
    var third: UInt32 = 0
    var fourth: UInt32 = 0
  }

  /// The base scalar's value, or 0 in the second cell of a wide character.
  var base: UInt32
  var marks = Marks()
  /// The look of the cell.
  public internal(set) var style: Style

  /// An empty cell.
  static func blank(_ style: Style) -> Cell { Cell(base: 0x20, style: style) }
  /// The right half of a wide character.
  static func continuation(_ style: Style) -> Cell { Cell(base: 0, style: style) }

  /// Whether this is the right half of the wide character on its left.
  public var isContinuation: Bool { base == 0 }

  /// The scalars in the cell, base first; none in the right half of a wide character.
  public var scalars: [Unicode.Scalar] {
    guard !isContinuation else { return [] }
    return [base, marks.first, marks.second, marks.third, marks.fourth]
      .compactMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }

  /// Adds a mark over the base. Returns false if the cell is full, and drops the mark.
  mutating func add(mark: UInt32) -> Bool {
    if marks.first == 0 {
      marks.first = mark
    } else if marks.second == 0 {
      marks.second = mark
    } else if marks.third == 0 {
      marks.third = mark
    } else if marks.fourth == 0 {
      marks.fourth = mark
    } else {
      return false
    }
    return true
  }
}

nonisolated extension Cell {
  /// The cell as a locale other than UTF-8 can write it. A wide character becomes two narrow ones.
  var transliterated: Cell {
    if isContinuation { return Cell(base: Unicode.Scalar("?").value, style: style) }
    guard let scalar = scalars.first else { return self }
    return Cell(base: TextLocale.writable(scalar).value, style: style)
  }
}
