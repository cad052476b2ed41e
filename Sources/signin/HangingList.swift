import SignInUI
import Terminal

/// Terms, each with what there is to say of it beside it, broken at 80 columns and hanging below where it began.
struct HangingList {
  /// Where the second column begins.
  let indent: Int

  /// The lines of one entry. A term that reaches into the second column has a line of its own.
  func lines(_ term: String, _ text: String) -> [String] {
    let texts = wrapped(text, columns: Self.width - indent)
    let hanging = texts.map { String(repeating: " ", count: indent) + $0 }
    let gap = indent - 2 - TextWidth.columns(of: term)
    guard gap >= 2 else { return ["  " + term] + hanging }
    return ["  " + term + String(repeating: " ", count: texts.isEmpty ? 0 : gap) + (texts.first ?? "")]
      + hanging.dropFirst()
  }

  /// All lines of all entries, as one text.
  func text(_ entries: [(term: String, text: String)]) -> String {
    entries.flatMap { lines($0.term, $0.text) }.joined(separator: "\n")
  }

  /// In columns of the terminal.
  static let width = 80
}
