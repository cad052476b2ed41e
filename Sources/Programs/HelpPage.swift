import Sentences
import Terminal

/// Pages of `--help`: for new users, at most 80 columns wide. They are laid out here because ArgumentParser would run
/// the lines of a table together. See Decisions/0035-help-from-tables.md.
package enum HelpPage {
  /// Joins paragraphs, some under a head. Leaves out those without a body.
  package static func page(_ paragraphs: [(head: String?, body: String)]) -> String {
    paragraphs.filter { !$0.body.isEmpty }.map { ($0.head.map { $0 + "\n" } ?? "") + $0.body }
      .joined(separator: "\n\n")
  }

  /// Breaks a text into lines that fit the page.
  package static func filled(_ text: String, indent: Int = 0) -> String {
    wrapped(text, columns: HangingList.width - indent).map { String(repeating: " ", count: indent) + $0 }
      .joined(separator: "\n")
  }

  /// The way to the page of a subcommand.
  package static var furtherHelp: String {
    filled(translated("For more about a subcommand, add --help, for example: signin account add --help."))
  }

  /// The entry for `--help` itself.
  package static var ownEntry: (term: String, text: String) { ("-h, --help", translated("Print this help.")) }
}
