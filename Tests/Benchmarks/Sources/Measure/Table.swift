/// A table for people: the first column is text, the others are numbers.
public struct Table {
  private let columns: [String]
  private var rows: [[String]] = []

  /// A table with these headings.
  public init(_ columns: String...) {
    self.columns = columns
  }

  /// Adds a row.
  public mutating func add(_ cells: String...) {
    rows.append(cells)
  }

  /// Prints the table, as Markdown.
  public func print() {
    let lines = [columns] + rows
    let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + blanks : blanks + cell.0
      }
      return "| \(padded.joined(separator: " | ")) |"
    }
    let rule = widths.enumerated().map {
      $0 == 0 ? String(repeating: "-", count: $1) : String(repeating: "-", count: $1 - 1) + ":"
    }
    Swift.print(line(columns), line(rule), separator: "\n")
    for row in rows { Swift.print(line(row)) }
    Swift.print("")
  }
}
