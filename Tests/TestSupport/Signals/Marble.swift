/// A marble diagram in a doc comment: time runs to the right, and one column is one unit.
///
///     source      --1--2--3--
///     map(* 10)   --a--b--c--   a: 10, b: 20, c: 30
///
/// A row has a name, a timeline and, if marbles stand for longer text, a legend, separated by two blanks or more.
/// Marbles in the same column of several rows belong to one turn, from the top row down.
public struct Marble: Sendable {
  /// A value and its column.
  public struct Event: Equatable, Sendable {
    /// The time, in units from the start.
    public let column: Int
    /// The marble, or its text in the legend.
    public let value: String

    /// An event.
    public init(column: Int, value: String) {
      self.column = column
      self.value = value
    }
  }

  /// One line of a diagram.
  public struct Row: Sendable {
    /// The text before the timeline.
    public let name: String
    /// The marbles, from left to right.
    public let events: [Event]
    /// The number of columns.
    public let length: Int
  }

  /// The rows, from top to bottom.
  public let rows: [Row]

  /// The number of columns of the longest row.
  public var length: Int { rows.map(\.length).max() ?? 0 }

  /// Reads a diagram.
  public init(_ text: String) {
    rows = text.split(separator: "\n").compactMap(Row.init)
  }
}

extension Marble.Row {
  init?(_ line: Substring) {
    let parts = Self.parts(of: line)
    guard parts.count >= 2 else { return nil }
    let legend = parts.count > 2 ? Self.legend(parts[2]) : [:]
    name = parts[0]
    length = parts[1].count
    events = parts[1].enumerated().compactMap { column, marble in
      marble == "-" ? nil : Marble.Event(column: column, value: legend[marble] ?? String(marble))
    }
  }

  /// Splits a line at two blanks or more.
  private static func parts(of line: Substring) -> [String] {
    var parts: [String] = []
    var part = ""
    var blanks = 0
    for character in line {
      if character == " " {
        blanks += 1
        continue
      }
      if blanks > 1 && !part.isEmpty {
        parts.append(part)
        part = ""
      } else if !part.isEmpty {
        part += String(repeating: " ", count: blanks)
      }
      blanks = 0
      part.append(character)
    }
    return part.isEmpty ? parts : parts + [part]
  }

  /// Reads `a: text, b: text`. A text may contain commas.
  private static func legend(_ text: String) -> [Character: String] {
    var legend: [Character: String] = [:]
    var current: Character?
    for piece in text.split(separator: ", ") {
      if piece.dropFirst().hasPrefix(": "), let marble = piece.first {
        current = marble
        legend[marble] = String(piece.dropFirst(3))
      } else if let marble = current {
        legend[marble, default: ""] += ", " + piece
      }
    }
    return legend
  }
}
