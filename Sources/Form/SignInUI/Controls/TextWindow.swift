/// The visible part of a line. When the cursor leaves it, the window moves on by a third of its width. The keys that
/// follow then change what is visible, even among dots, and cost no more than in a short line.
///
/// However long the line is, only the visible characters are examined.
struct TextWindow {
  /// The index of the first visible character.
  private(set) var start = 0
  /// Whether the window has another width than before, or the characters have.
  private var isRefitted = false

  /// Makes the next call of ``follow(_:width:columns:)`` show all it can.
  mutating func refit() { isRefitted = true }

  /// Keeps the cursor visible, with room for it behind the last character.
  /// - Parameters:
  ///   - cursor: The index of the character after the cursor.
  ///   - width: The columns of the window.
  ///   - columns: Returns the columns of a character, by its index.
  mutating func follow(_ cursor: Int, width: Int, columns: (Int) -> Int) {
    if isRefitted {
      (start, isRefitted) = (0, false)
      start = farthest(before: cursor, room: width, columns: columns)
      return
    }
    guard start == 0 || cursor > start else {
      start = max(0, cursor - width / 3)
      return
    }
    guard farthest(before: cursor, room: width, columns: columns) > start else { return }
    start = farthest(before: cursor, room: width - width / 3, columns: columns)
  }

  /// Returns the first character from `start` on, such that the text from there to `cursor` takes less than `room`
  /// columns.
  private func farthest(before cursor: Int, room: Int, columns: (Int) -> Int) -> Int {
    var first = cursor
    var used = 0
    while first > start {
      used += columns(first - 1)
      if used >= room { break }
      first -= 1
    }
    return first
  }

  /// Whether a line of `count` characters goes on behind the window.
  func isCut(count: Int, width: Int, columns: (Int) -> Int) -> Bool {
    var used = 0
    var index = start
    while index < count, used <= width {
      used += columns(index)
      index += 1
    }
    return used > width
  }

  /// Returns the column of the window where a character begins, which must not be before the window.
  func column(of character: Int, columns: (Int) -> Int) -> Int {
    var used = 0
    for index in start..<character { used += columns(index) }
    return used
  }

  /// Returns the index of the character at a column of the window, or the end of the line.
  func character(at column: Int, count: Int, columns: (Int) -> Int) -> Int {
    var index = start
    var used = 0
    while index < count {
      used += columns(index)
      if used > column { break }
      index += 1
    }
    return index
  }
}
