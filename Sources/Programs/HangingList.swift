import Terminal

/// A list of terms with texts beside them. Texts wrap at 80 columns and continue below their first line.
package struct HangingList {
  /// The number of columns before the texts.
  private let indent: Int

  package init(indent: Int) { self.indent = indent }

  /// The lines of one entry. A term that reaches into the texts' columns has its own line.
  package func lines(_ term: String, _ text: String) -> [String] {
    let texts = wrapped(text, columns: Self.width - indent)
    let hanging = texts.map { String(repeating: " ", count: indent) + $0 }
    let gap = indent - 2 - TextWidth.columns(of: term)
    guard gap >= 2 else { return ["  " + term] + hanging }
    return ["  " + term + String(repeating: " ", count: texts.isEmpty ? 0 : gap) + (texts.first ?? "")]
      + hanging.dropFirst()
  }

  /// The lines of all entries, as one text.
  package func text(_ entries: [(term: String, text: String)]) -> String {
    entries.flatMap { lines($0.term, $0.text) }.joined(separator: "\n")
  }

  /// The width of the list, in columns of the terminal.
  package static let width = 80
}
