import Terminal

/// The words above the fields of a form, and a picture beside it.
struct FormPreface {
  /// The space for the words.
  struct Room {
    let columns: Int
    /// Whether there is room for the picture.
    var isPictureShown = false
    /// Whether there are rows for words that are of use to few.
    var isTall = false
    /// The rows, where the form has nothing else than its fields and its button.
    var rows = Int.max
    /// The mark of a text that was cut.
    var cut = ""
  }

  /// Returns the lines for a space.
  var lines: (Room) -> [TextField.Caption] = { _ in [] }
  /// Whether the form is of no use without the words.
  var isNeeded = false
  /// Whether anything in the form is a secret, which must not stay in the screen's memory.
  var isSecret = false
  /// Stands to the left of the form if there is room; nil for none.
  var picture: QRPicture?
}

/// The parts of a screen for a picture and for the form to its right.
struct FormArea: Equatable {
  private static let gap = 2
  /// The fewest columns of a form beside a picture.
  private static let least = 30

  /// The place of the picture; nil if there is no room for it, or no picture.
  let picture: Rectangle?
  /// The size that is left to the form.
  let size: Size
  /// The first column of that.
  let left: Int

  init(_ screen: Size, picture: Size?) {
    guard let picture, picture.rows <= screen.rows, picture.columns + Self.gap + Self.least <= screen.columns else {
      (self.picture, size, left) = (nil, screen, 0)
      return
    }
    let rest = screen.columns - picture.columns - Self.gap
    let columns = FormLayout.columns(Size(columns: rest, rows: screen.rows))
    let start = (rest - columns) / 2
    self.picture = Rectangle(
      origin: Position(row: (screen.rows - picture.rows) / 2, column: start), size: picture)
    size = Size(columns: columns, rows: screen.rows)
    left = start + picture.columns + Self.gap
  }
}
