/// The part of a line that a field has room for. It moves only as far as the cursor makes it.
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
    var first = cursor
    var used = 0
    while first > start {
      used += columns(first - 1)
      if used >= width { break }
      first -= 1
    }
    start = first
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
