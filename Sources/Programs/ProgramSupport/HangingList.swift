import Terminal

/// A list of terms with texts beside them. Texts wrap at the terminal's width, at most 80 columns, and continue below
/// their first line.
package struct HangingList {
  /// The number of columns before the texts.
  private let indent: Int
  private let columns: Int

  /// - Parameters:
  ///   - indent: The number of columns before the texts. Where it would leave too few for them, the texts are below their
  ///     terms.
  ///   - columns: The width of the list.
  package init(indent: Int, columns: Int = HangingList.width) {
    self.indent = columns - indent < 30 ? 4 : indent
    self.columns = columns
  }

  /// The lines of one entry. A term that reaches into the texts' columns has its own line.
  package func lines(_ term: String, _ text: String) -> [String] {
    let texts = wrapped(text, columns: columns - indent)
    let hanging = texts.map { String(repeating: " ", count: indent) + $0 }
    let gap = indent - 2 - TextWidth.columns(of: term)
    guard gap >= 2 else { return ["  " + term] + hanging }
    return ["  " + term + String(repeating: " ", count: texts.isEmpty ? 0 : gap) + (texts.first ?? "")]
      + hanging.dropFirst()
  }

  /// Breaks a text into lines that fit the width.
  package static func filled(_ text: String, indent: Int = 0) -> String {
    wrapped(text, columns: width - indent).map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }

  /// The width of texts for people: that of the terminal on standard output, at most 80 columns.
  package static var width: Int { min(80, max(20, StandardStreams.columns ?? 80)) }
}
