import Terminal

/// The places of a form's parts on a screen of a given size. A pure function of the size, the parts and the focus.
///
///     stacked   title, greeting, preface, fields, the row of checkbox and button, keys; ``Part`` says what goes for lack of rows
///     single    one field at a time, or the row of checkbox and button, and the keys
struct FormLayout: Equatable {
  /// The focus: a field, or the row of checkbox and button.
  enum Focus: Equatable {
    case field(Int)
    case actions
  }

  struct Field: Equatable {
    let box: Rectangle
    /// The rows below the box for its message.
    let rowsBelow: Int
  }

  /// The dispensable parts of a form, the least important first.
  private enum Part: CaseIterable {
    case greeting, rowAboveActions, longMessages, rowBelowTitle, rowBelowPreface, rowAboveKeys, rowsBelowFields, title,
      keys
  }

  static let smallest = Size(columns: 20, rows: 5)
  private static let widest = 52
  /// The columns of the title's mark, with the space behind it.
  private static let mark = 2

  /// The smallest screen for so many fields below so many rows that must be shown.
  static func needed(fields: Int, prefaceRows: Int, _ size: Size) -> Size {
    guard prefaceRows > 0 else { return smallest }
    let stacked = prefaceRows + 3 * fields + longestMessage(columns: columns(size)) + 1
    return Size(columns: smallest.columns, rows: max(smallest.rows, stacked))
  }

  private(set) var title: Rectangle?
  private(set) var greeting: Rectangle?
  private(set) var preface: Rectangle?
  /// One for each field; nil for a hidden field.
  private(set) var fields: [Field?]
  /// The row of checkbox and button.
  private(set) var actions: Rectangle?
  /// The rows from the line of keys to the end of the screen; none if there is no room for keys.
  private(set) var footer: Rectangle

  /// The columns of the form on a screen of this size.
  static func columns(_ size: Size) -> Int { min(size.columns, widest) }

  /// Nil if the screen is smaller than ``smallest``.
  /// - Parameters:
  ///   - size: The size of the screen, or of the part of it that the form has.
  ///   - left: The first column of that part.
  ///   - greetingRows: The lines of the greeting.
  ///   - prefaceRows: The lines of the preface.
  ///   - needsPreface: Whether the form is of no use without them.
  ///   - rowsBelow: For each field, the rows that its message needs.
  ///   - focus: The focus, which comes first where there is little room.
  init?(
    size: Size, left: Int, greetingRows: Int, prefaceRows: Int, needsPreface: Bool, rowsBelow: [Int], focus: Focus
  ) {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else { return nil }
    let columns = Self.columns(size)
    fields = Array(repeating: nil, count: rowsBelow.count)
    footer = Rectangle(row: size.rows, column: left + (size.columns - columns) / 2, columns: columns, rows: 0)
    let spare = Self.prefaceRows(size, fields: rowsBelow.count)
    if spare >= (needsPreface ? prefaceRows : 0) {
      stack(size, greetingRows: greetingRows, prefaceRows: min(spare, prefaceRows), rowsBelow, focus)
      // Its words begin where everything else does, and its mark stands before them. Beside a picture it would touch that.
      if left == 0 { title = title?.hung(by: Self.mark) }
    } else if needsPreface {
      return nil
    } else {
      showOne(size, rowsBelow, focus)
    }
  }

  /// The most rows of a preface above so many fields. It may have fewer than none.
  static func prefaceRows(_ size: Size, fields: Int) -> Int {
    size.rows - 3 * fields - longestMessage(columns: columns(size)) - 1
  }

  /// Returns the rows of the longest message about the text of a field.
  private static func longestMessage(columns: Int) -> Int {
    columns < 26 ? 3 : columns < 48 ? 2 : 1
  }

  private mutating func stack(_ size: Size, greetingRows: Int, prefaceRows: Int, _ wanted: [Int], _ focus: Focus) {
    let (left, columns) = (footer.origin.column, footer.size.columns)
    /// The rows below a field with these parts. They are reserved without a message, too, so that few messages move anything.
    func gap(_ index: Int, _ parts: some Collection<Part>) -> Int {
      let message = parts.contains(.longMessages) ? Self.longestMessage(columns: columns) : 1
      return (parts.contains(.rowsBelowFields) ? message : 0)
        + (parts.contains(.rowAboveActions) && index + 1 == wanted.count ? 1 : 0)
    }
    func head(_ parts: some Collection<Part>) -> Int {
      (parts.contains(.title) ? 1 : 0) + (parts.contains(.greeting) ? greetingRows : 0)
        + (parts.contains(.rowBelowTitle) ? 1 : 0)
        + prefaceRows + (parts.contains(.rowBelowPreface) && prefaceRows > 0 ? 1 : 0)
    }
    func foot(_ parts: some Collection<Part>) -> Int {
      (parts.contains(.rowAboveKeys) ? 1 : 0) + (parts.contains(.keys) ? 1 : 0)
    }
    func rows(_ parts: some Collection<Part>, _ below: [Int]) -> Int {
      head(parts) + 3 * wanted.count + below.reduce(0, +) + 1 + foot(parts)
    }
    /// The fewest rows below each field: a message at the focus may begin in the border, but must end.
    func least(_ parts: some Collection<Part>) -> [Int] {
      wanted.indices.map { max(gap($0, parts), focus == .field($0) ? wanted[$0] - 1 : 0) }
    }
    let parts =
      Part.allCases.indices.lazy.map { Part.allCases[$0...] }.first { rows($0, least($0)) <= size.rows } ?? []
    var below = least(parts)
    let free = size.rows - rows(parts, wanted.indices.map { gap($0, parts) })
    var spare = max(0, size.rows - rows(parts, below))
    let isFocused = { focus == .field($0) }
    if spare == 0, let index = wanted.indices.first(where: isFocused) {
      below[index] = max(0, below[index] - max(0, rows(parts, below) - size.rows))
    }
    for index in wanted.indices.filter(isFocused) + wanted.indices.filter({ !isFocused($0) }) {
      let more = min(spare, max(0, wanted[index] - below[index]))
      below[index] += more
      spare -= more
    }
    // A long message moves only what is below it, as long as the screen has free rows there.
    var row = min(max(0, free) / 2, max(0, size.rows - rows(parts, below)))
    func place(_ rows: Int) -> Rectangle {
      defer { row += rows }
      return Rectangle(row: row, column: left, columns: columns, rows: rows)
    }
    if parts.contains(.title) { title = place(1) }
    if parts.contains(.greeting) && greetingRows > 0 { greeting = place(greetingRows) }
    if parts.contains(.rowBelowTitle) { row += 1 }
    if prefaceRows > 0 { preface = place(prefaceRows) }
    if parts.contains(.rowBelowPreface) && prefaceRows > 0 { row += 1 }
    for (index, below) in below.enumerated() {
      fields[index] = Field(box: place(3), rowsBelow: below)
      row += below
    }
    actions = place(1)
    if parts.contains(.rowAboveKeys) { row += 1 }
    if parts.contains(.keys) { footer = place(size.rows - row) }
  }

  private mutating func showOne(_ size: Size, _ wanted: [Int], _ focus: Focus) {
    let (left, columns) = (footer.origin.column, footer.size.columns)
    let used: Int
    switch focus {
    case .field(let index):
      let below = max(0, min(wanted[index] - 1, size.rows - 3))
      fields[index] = Field(box: Rectangle(row: 0, column: left, columns: columns, rows: 3), rowsBelow: below)
      used = 3 + below
    case .actions:
      actions = Rectangle(row: 0, column: left, columns: columns, rows: 1)
      used = 1
    }
    guard used < size.rows else { return }
    let keys = min(used + 1, size.rows - 1)
    footer = Rectangle(row: keys, column: left, columns: columns, rows: size.rows - keys)
  }
}

extension Rectangle {
  /// The rectangle that begins so many columns further to the left, if there are as many.
  fileprivate func hung(by columns: Int) -> Rectangle {
    guard origin.column >= columns else { return self }
    return Rectangle(
      row: origin.row, column: origin.column - columns, columns: size.columns + columns, rows: size.rows)
  }
}
