import Terminal

/// The places of a form's parts on a screen of a given size. A pure function of the size, the number of fields and the
/// focus.
///
///     roomy, standard   a frame, the message of a field in a row below it
///     tight             the message of a field in its lower border
///     frameless         the same without the frame
///     single            one field at a time, or the row of checkbox and button
struct FormLayout: Equatable {
  /// The focus: a field, or the row of checkbox and button.
  enum Focus: Equatable {
    case field(Int)
    case actions
  }

  struct Field: Equatable {
    let box: Rectangle
    let messageRow: Rectangle?
  }

  static let smallest = Size(columns: 20, rows: 5)
  private static let widest = 60

  private(set) var frame: Rectangle?
  /// One for each field; nil for a hidden field.
  private(set) var fields: [Field?]
  /// The row of checkbox and button.
  private(set) var actions: Rectangle?
  /// The rows of the form's message; nil leaves the message to the footer.
  private(set) var message: Rectangle?
  /// The line of keys, and above it the free rows, for longer messages.
  private(set) var footer: Rectangle

  /// Nil if the screen is smaller than ``smallest``.
  init?(size: Size, fieldCount count: Int, focus: Focus) {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else { return nil }
    fields = Array(repeating: nil, count: count)
    footer = Rectangle(row: 0, column: 1, columns: size.columns - 2, rows: size.rows)
    let footerRows = Self.footerRows(columns: size.columns)
    let isRoomy = size.rows >= 4 * count + 7 + footerRows
    if isRoomy || size.rows >= 4 * count + 4 + footerRows {
      stack(size, fieldRows: 4, margin: isRoomy ? 1 : 0, messageRows: isRoomy ? 2 : 1)
    } else if size.rows >= 3 * count + 4 + footerRows {
      stack(size, fieldRows: 3, margin: 0, messageRows: 1)
    } else if size.rows >= 3 * count + 1 + footerRows {
      stackFrameless(size)
    } else {
      showOne(size, focus)
    }
    let used = lastRow + 1
    footer = Rectangle(row: used, column: 1, columns: size.columns - 2, rows: size.rows - used)
  }

  /// Returns the rows of the longest message about a field, if it does not fit in its own place.
  private static func footerRows(columns: Int) -> Int {
    columns < 26 ? 3 : columns < 52 ? 2 : 1
  }

  /// The last row that the footer must leave alone. When one field is shown at a time, a long message may cover its
  /// lower border.
  private var lastRow: Int {
    if let frame { return frame.rows.upperBound - 1 }
    if let actions { return actions.rows.upperBound - 1 }
    return fields.lazy.compactMap { $0?.box.origin.row }.max().map { $0 + 1 } ?? 0
  }

  /// Places the frame, the fields, the row of actions, and the message.
  private mutating func stack(_ size: Size, fieldRows: Int, margin: Int, messageRows: Int) {
    let columns = min(size.columns, Self.widest)
    let rows = 2 + 2 * margin + fieldRows * fields.count + 1 + messageRows
    let top = max(0, (size.rows - 1 - rows) / 2)
    let left = (size.columns - columns) / 2
    let frame = Rectangle(row: top, column: left, columns: columns, rows: rows)
    let indent = columns < 52 ? 1 : 2
    var row = top + 1 + margin
    for index in fields.indices {
      fields[index] = Field(
        box: Rectangle(row: row, column: left + indent, columns: columns - 2 * indent, rows: 3),
        messageRow: fieldRows == 4
          ? Rectangle(row: row + 3, column: left + indent + 1, columns: columns - 2 * indent - 2, rows: 1) : nil)
      row += fieldRows
    }
    row += margin
    actions = Rectangle(row: row, column: left + indent + 1, columns: columns - 2 * indent - 2, rows: 1)
    row += 1
    message = Rectangle(row: row, column: left + indent + 1, columns: columns - 2 * indent - 2, rows: messageRows)
    self.frame = frame
  }

  private mutating func stackFrameless(_ size: Size) {
    for index in fields.indices {
      fields[index] = Field(
        box: Rectangle(row: 3 * index, column: 0, columns: size.columns, rows: 3), messageRow: nil)
    }
    actions = Rectangle(row: 3 * fields.count, column: 1, columns: size.columns - 2, rows: 1)
  }

  private mutating func showOne(_ size: Size, _ focus: Focus) {
    switch focus {
    case .field(let index):
      fields[index] = Field(
        box: Rectangle(row: 0, column: 0, columns: size.columns, rows: 3),
        messageRow: nil)
    case .actions:
      actions = Rectangle(row: 0, column: 1, columns: size.columns - 2, rows: 1)
    }
  }
}
