/// The part of a line that a field has room for. Where the cursor leaves it, it moves on by a third of the field, so that the
/// keys that follow change what is shown, dots too, and cost no more than in a short line.
///
/// Looks at no more characters than are shown, however long the line is.
struct TextWindow {
  /// The first character that is shown.
  private(set) var start = 0

  /// Keeps the cursor in sight, with room for it behind the last character.
  /// - Parameters:
  ///   - cursor: In front of which character it stands.
  ///   - width: The columns there are.
  ///   - columns: The columns that a character takes.
  mutating func follow(_ cursor: Int, width: Int, columns: (Int) -> Int) {
    guard start == 0 || cursor > start else {
      start = max(0, cursor - width / 3)
      return
    }
    guard farthest(before: cursor, room: width, columns: columns) > start else { return }
    start = farthest(before: cursor, room: width - width / 3, columns: columns)
  }

  /// The first character of those, from `start` on, that take less than `room` up to the cursor.
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

  /// Whether the line, of `count` characters, goes on behind what is shown.
  func isCut(count: Int, width: Int, columns: (Int) -> Int) -> Bool {
    var used = 0
    var index = start
    while index < count, used <= width {
      used += columns(index)
      index += 1
    }
    return used > width
  }

  /// The character at a column of what is shown, or the end of the line.
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
