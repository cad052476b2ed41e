import ArgumentParser
import ProgramSupport
import Sentences

/// The format of a list on standard output: a table for people, or one JSON object a line for programs. Both are
/// written page by page, so a list can have any length.
struct ListFormat: ParsableArguments {
  @Flag(help: "Print one JSON object per line.")
  var json = false

  /// Writes the next items of the list.
  func write<Item>(
    _ items: [Item], in table: inout TextTable, cells: (Item) -> [String], json line: (Item) -> JSONLine
  ) throws(Failure) {
    var page: [UInt8] = []
    if json {
      for item in items {
        line(item).append(to: &page)
        page.append(UInt8(ascii: "\n"))
      }
    } else {
      for line in table.lines(items.map(cells)) { page += (line + "\n").utf8 }
    }
    try StandardStreams.writeResult(lines: page)
  }

  /// Reports an empty list to people. Programs see it from the output.
  func printEmpty(_ sentence: String) {
    if !json { StandardStreams.writeDiagnostic(sentence) }
  }
}
