import Terminal

/// The places of a page for an approval: a pure function of the size of the screen and the lengths of the texts. The parts go
/// from the least important one, for lack of rows: on a small screen address and code are alone.
struct ApprovalLayout: Equatable {
  /// The dispensable parts, the least important first.
  private enum Part: CaseIterable {
    case gaps, howTo, box, title, warning, time, keys
  }

  /// The rows of each text at a number of columns.
  struct Needs {
    var howTo: (Int) -> Int
    var address: (Int) -> Int
    var warning: (Int) -> Int
    /// The columns of the code.
    var code: Int
  }

  static let smallest = Size(columns: 20, rows: 3)
  private static let widest = 52

  private(set) var title: Int?
  private(set) var howTo: Int?
  private(set) var address = 0
  /// The row of the code itself.
  private(set) var code = 0
  /// Whether a box is around the code.
  private(set) var hasBox = false
  private(set) var warning: Int?
  private(set) var time: Int?
  private(set) var keys: Int?
  let left: Int
  /// Where the mark of the title stands: before the words, unless it would touch the picture.
  var titleLeft: Int { picture == nil && left >= 2 ? left - 2 : left }
  let columns: Int
  let picture: Rectangle?

  /// Nil if address and code have no room.
  /// - Parameter picture: The size of a picture, which is left out without room; nil for none.
  init?(_ size: Size, picture: Size?, _ needs: Needs) {
    let area = FormArea(size, picture: picture)
    columns = min(area.size.columns, Self.widest)
    left = area.left + max(0, area.size.columns - columns) / 2
    self.picture = area.picture
    guard size.columns >= Self.smallest.columns, needs.code <= columns else { return nil }
    let columns = columns
    func rows(_ parts: ArraySlice<Part>) -> Int {
      let has = parts.contains
      let texts = (has(.title) ? 1 : 0) + (has(.howTo) ? needs.howTo(columns) : 0) + needs.address(columns)
      let rest = (has(.warning) ? needs.warning(columns) : 0) + (has(.time) ? 1 : 0) + (has(.keys) ? 1 : 0)
      // Above the code is a row of its own: two texts in a row read as one.
      return texts + (has(.box) ? 3 : 2) + rest + (has(.gaps) ? 5 : 0)
    }
    let all = Part.allCases
    guard
      let parts = all.indices.lazy.map({ all[$0...] }).first(where: { rows($0) <= size.rows })
        ?? (rows(all[all.endIndex...]) <= size.rows ? all[all.endIndex...] : nil)
    else { return nil }
    let has = parts.contains
    let gap = has(.gaps) ? 1 : 0
    var row = (size.rows - rows(parts)) / 2
    func place(_ count: Int) -> Int {
      defer { row += count }
      return row
    }
    if has(.title) {
      title = place(1)
      row += gap
    }
    if has(.howTo) { howTo = place(needs.howTo(columns)) }
    row += gap
    address = place(needs.address(columns))
    hasBox = has(.box) && needs.code + 4 <= columns
    row += has(.gaps) && hasBox ? 1 : 0
    code = place(has(.box) ? 3 : 2) + 1
    row += gap
    if has(.warning) { warning = place(needs.warning(columns)) }
    if has(.time) { time = place(1) }
    row += gap
    if has(.keys) { keys = place(1) }
  }
}
