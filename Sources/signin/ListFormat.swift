import ArgumentParser
import Sentences

/// How a list goes to standard output: as a table for people, or as one JSON object a line for programs. Either is
/// written page by page, so that a list may be as long as it likes.
struct ListFormat: ParsableArguments {
  @Flag(help: ArgumentHelp(translated("Print one JSON object per line.")))
  var json = false

  /// Writes what comes next in the list.
  func write<Item>(
    _ items: [Item], in table: inout TextTable, cells: (Item) -> [String], json line: (Item) -> JSONLine
  ) throws(Failure) {
    for line in json ? items.map({ line($0).text }) : table.lines(items.map(cells)) {
      try StandardStreams.writeResult(line)
    }
  }

  /// Says to people that the list has ended without a row.
  func sayEmpty(_ sentence: String) {
    if !json { StandardStreams.writeDiagnostic(sentence) }
  }
}
