import ArgumentParser
import Sentences
import Terminal

/// How a list goes to standard output: as a table for people, or as one JSON object a line for programs. Either is
/// written row by row, so that a list may be as long as it likes.
struct ListFormat: ParsableArguments {
  @Flag(help: ArgumentHelp(translated("Write one JSON object a line.")))
  var json = false

  /// Writes what stands above the rows.
  func begin(_ table: TextTable) throws(Failure) {
    if !json { try StandardStreams.writeResult(table.head) }
  }

  /// Writes one row.
  func write(_ cells: [String], in table: TextTable, json line: JSONLine) throws(Failure) {
    try StandardStreams.writeResult(json ? line.text : table.line(cells))
  }
}

/// A table of which only the columns are known beforehand: a cell that is too wide pushes the rest of its row aside, so
/// whatever has no bounds stands last. What stands in a cell may come from outside: it is cleaned.
struct TextTable: Sendable {
  /// One column.
  struct Column: Sendable {
    let title: String
    /// In columns of the terminal, 0 for the last one.
    let width: Int

    init(_ title: String, width: Int = 0) {
      self.title = title
      self.width = width
    }
  }

  let columns: [Column]

  /// The titles.
  var head: String { line(columns.map(\.title)) }

  /// A row, one cell for each column.
  func line(_ cells: [String]) -> String {
    var line = ""
    for (cell, column) in zip(cells, columns) {
      if !line.isEmpty { line += "  " }
      let cell = Sanitiser.cleaned(cell)
      line += cell + String(repeating: " ", count: max(0, column.width - TextWidth.columns(of: cell)))
    }
    return line
  }
}
