import Foundation
/// The visible content of a ``Tmux`` at one moment: cells with their colours, and the cursor.
public struct TmuxScreen: Equatable, Sendable {
  /// A colour of a cell.
  public enum Colour: Hashable, Sendable {
    /// The terminal's default colour.
    case terminal
    /// One of 256 colours.
    case palette(UInt8)
    /// One of 16 million colours.
    case rgb(UInt8, UInt8, UInt8)

    /// The first of the eight colours of every colour terminal.
    public static let black = palette(0)
    /// Palette 1.
    public static let red = palette(1)
    /// The colour for invalid fields and errors, in the theme either, which tmux gets, with 256 colours.
    public static let invalid = palette(131)
    /// The colour of what is right, in the same theme.
    public static let valid = palette(29)
    /// The colour for valid fields.
    public static let green = palette(2)
  }

  /// An attribute of a cell besides its colours.
  public enum Attribute: Hashable, Sendable {
    case bold, dim, italic, underlined, blinking, reversed, hidden, struckThrough
  }

  /// The style of a cell.
  public struct Style: Hashable, Sendable {
    /// The text's colour.
    public var foreground: Colour
    /// The colour behind the text.
    public var background: Colour
    /// All other attributes.
    public var attributes: Set<Attribute>

    /// The terminal's default style, with any changes.
    public init(foreground: Colour = .terminal, background: Colour = .terminal, attributes: Set<Attribute> = []) {
      self.foreground = foreground
      self.background = background
      self.attributes = attributes
    }
  }

  /// One column of one row.
  public struct Cell: Hashable, Sendable {
    /// The character; empty in the further columns of a wide one.
    public var character: String
    /// The style of the cell.
    public var style: Style

    static let blank = Cell(character: " ", style: Style())
  }

  /// A position, counted from 0 at the top left.
  public struct Place: Hashable, Sendable {
    /// Rows from the top.
    public var row: Int
    /// Columns from the left.
    public var column: Int

    /// The position in that row and column.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The rows from top to bottom, each of full width.
  public let rows: [[Cell]]

  /// The position of the cursor, if it is visible.
  public let cursor: Place?

  /// Whether this is the alternate screen, which full-screen programs draw on.
  public let isAlternate: Bool

  /// The rows as text, without trailing blanks, and without empty rows at the bottom.
  public var text: String {
    let lines = rows.indices.map(line)
    return lines.prefix(through: lines.lastIndex { !$0.isEmpty } ?? -1).joined(separator: "\n")
  }

  /// The text of a row without trailing blanks.
  public func line(_ row: Int) -> String {
    let text = rows[row].map(\.character).joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// The cell at a position.
  public subscript(row: Int, column: Int) -> Cell {
    rows[row][column]
  }

  /// The first position of `text`, row by row, starting at `start`.
  public func place(of text: String, from start: Place = Place(row: 0, column: 0)) -> Place? {
    for row in start.row..<rows.count {
      for column in (row == start.row ? start.column : 0)..<rows[row].count where reads(text, row, column) {
        return Place(row: row, column: column)
      }
    }
    return nil
  }

  /// How often the screen has `text`.
  public func count(of text: String) -> Int { self.text.components(separatedBy: text).count - 1 }

  /// The styles of the first occurrence of `text`; none if it does not occur.
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

  /// The colours of the first occurrence of `text`; none if it does not occur.
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
