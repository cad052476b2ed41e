import ArgumentParser
import Programs
import Sentences

extension HelpPage {
  /// `--help` of a subcommand, with ArgumentParser's content and this page's layout. ArgumentParser's own layout is in
  /// English, and counts characters instead of columns.
  static func text(of command: any ParsableCommand.Type) -> String {
    let lines = lines(of: command)
    let usage = lines.drop { !$0.hasPrefix(usageHead) }.prefix { !$0.isEmpty }
      .map { "  " + plain($0.dropFirst(usageHead.count)) }
    func found(_ head: String) -> [(term: String, text: String)] { entries(lines, under: head) }
    let subcommands = found("SUBCOMMANDS:")
    let options =
      found("OPTIONS:").filter { !["--version", "-h, --help"].contains($0.term) }
      + [ownEntry]
    return page([
      (nil, filled(command.configuration.abstract)),
      (translated("USAGE"), usage.joined(separator: "\n")),
      (nil, filledLines(command.configuration.discussion)),
      (translated("ARGUMENTS"), list(of: found("ARGUMENTS:"))),
      (translated("OPTIONS"), list(of: options)),
      (translated("SUBCOMMANDS"), list(of: subcommands)),
      (nil, subcommands.isEmpty ? "" : furtherHelp),
    ])
  }

  /// The long options of a command.
  static func options(of command: any ParsableCommand.Type) -> [String] {
    entries(lines(of: command), under: "OPTIONS:").flatMap { entry in
      entry.term.split(separator: " ").filter { $0.hasPrefix("--") }.map(String.init)
    }
  }

  private static func lines(of command: any ParsableCommand.Type) -> [Substring] {
    // So wide that each entry is on one line.
    RootCommand.helpMessage(for: command, columns: 10_000).split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static let usageHead = "USAGE: "

  private static func list(of entries: [(term: String, text: String)]) -> String {
    HangingList(indent: 22).text(entries)
  }

  /// Finds terms and their texts, which at least two blanks separate.
  private static func entries(_ lines: [Substring], under head: String) -> [(term: String, text: String)] {
    lines.drop { $0 != head }.dropFirst().prefix { !$0.isEmpty }.map { line in
      let entry = line.dropFirst(2)
      let end = entry.indices.first { entry[$0...].hasPrefix("  ") } ?? entry.endIndex
      return (plain(entry[..<end]), String(entry[end...].drop { $0 == " " }))
    }
  }

  /// Removes the brackets around a placeholder, which is in capitals anyway.
  private static func plain(_ text: Substring) -> String {
    text.filter { !"<>".contains($0) }
  }

  /// Wraps each line except those of examples, which are indented.
  private static func filledLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("  ") ? String($0) : filled(String($0)) }.joined(separator: "\n")
  }
}
