/// What a person sees in a ``Tmux`` at one moment: cells with their colours, and the cursor.
public struct TmuxScreen: Equatable, Sendable {
  /// A colour of a cell.
  public enum Colour: Hashable, Sendable {
    /// The terminal's own.
    case terminal
    /// One of the 256.
    case palette(UInt8)
    /// One of 16 million.
    case rgb(UInt8, UInt8, UInt8)

    /// The first of the eight that every colour terminal has.
    public static let black = palette(0)
    /// For what is wrong, in the theme dark where there are 256.
    public static let red = palette(203)
    /// For what is right.
    public static let green = palette(2)
  }

  /// The manner in which a cell is drawn, beside its colours.
  public enum Attribute: Hashable, Sendable {
    case bold, dim, italic, underlined, blinking, reversed, hidden, struckThrough
  }

  /// How a cell is drawn.
  public struct Style: Hashable, Sendable {
    /// The text's colour.
    public var foreground: Colour
    /// The colour behind it.
    public var background: Colour
    /// Everything else.
    public var attributes: Set<Attribute>

    /// The terminal's own style, but for what is said otherwise.
    public init(foreground: Colour = .terminal, background: Colour = .terminal, attributes: Set<Attribute> = []) {
      self.foreground = foreground
      self.background = background
      self.attributes = attributes
    }
  }

  /// One column of one row.
  public struct Cell: Hashable, Sendable {
    /// What stands there; empty in the further columns of a wide character.
    public var character: String
    /// How it is drawn.
    public var style: Style

    static let blank = Cell(character: " ", style: Style())
  }

  /// A place, counted from 0 at the top left.
  public struct Place: Hashable, Sendable {
    /// Rows from the top.
    public var row: Int
    /// Columns from the left.
    public var column: Int

    /// The place in that row and column.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// From top to bottom, each of full width.
  public let rows: [[Cell]]

  /// Where the cursor is, if it can be seen.
  public let cursor: Place?

  /// Whether this is the alternate screen, which full-screen programs draw on.
  public let isAlternate: Bool

  /// What a person reads: the rows, without the blanks at their ends, and without empty rows at the bottom.
  public var text: String {
    let lines = rows.indices.map(line)
    return lines.prefix(through: lines.lastIndex { !$0.isEmpty } ?? -1).joined(separator: "\n")
  }

  /// The text of a row without the blanks at its end.
  public func line(_ row: Int) -> String {
    let text = rows[row].map(\.character).joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// The cell at a place.
  public subscript(row: Int, column: Int) -> Cell {
    rows[row][column]
  }

  /// Where `text` stands first, read row by row, from `start` on.
  public func place(of text: String, from start: Place = Place(row: 0, column: 0)) -> Place? {
    for row in start.row..<rows.count {
      for column in (row == start.row ? start.column : 0)..<rows[row].count where reads(text, row, column) {
        return Place(row: row, column: column)
      }
    }
    return nil
  }

  /// The styles in which `text` is drawn where it stands first; none if it is not there.
  public func styles(of text: String) -> Set<Style> {
    guard let start = place(of: text) else { return [] }
    var styles: Set<Style> = []
    var read = ""
    for cell in rows[start.row][start.column...] where read.count < text.count {
      read += cell.character
      styles.insert(cell.style)
    }
    return styles
  }

  /// The colours of `text` where it stands first; none if it is not there.
  public func colours(of text: String) -> Set<Colour> {
    Set(styles(of: text).map(\.foreground))
  }

  private func reads(_ text: String, _ row: Int, _ column: Int) -> Bool {
    var rest = Substring(text)
    for cell in rows[row][column...] where !cell.character.isEmpty {
      guard rest.hasPrefix(cell.character) else { return false }
      rest = rest.dropFirst(cell.character.count)
      if rest.isEmpty { return true }
    }
    return false
  }
}
