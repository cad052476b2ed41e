import ArgumentParser
import Programs
import Sentences

/// The format of a list on standard output: a table for people, or one JSON object a line for programs. Both are
/// written page by page, so a list can have any length.
struct ListFormat: ParsableArguments {
  @Flag(help: ArgumentHelp(translated("Print one JSON object per line.")))
  var json = false

  /// Writes the next items of the list.
  func write<Item>(
    _ items: [Item], in table: inout TextTable, cells: (Item) -> [String], json line: (Item) -> JSONLine
  ) throws(Failure) {
    for line in json ? items.map({ line($0).text }) : table.lines(items.map(cells)) {
      try StandardStreams.writeResult(line)
    }
  }

  /// Tells people that the list is empty. Programs see it from the output.
  func sayEmpty(_ sentence: String) {
    if !json { StandardStreams.writeDiagnostic(sentence) }
  }
}
