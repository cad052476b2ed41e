/// Terms, each with what there is to say of it beside it, broken at 80 columns and hanging below where it began. What
/// stands in it is ASCII, or close to it: characters are counted, not columns.
struct HangingList {
  /// Where the second column begins.
  let indent: Int

  /// The lines of one entry. A term that reaches into the second column has a line of its own.
  func lines(_ term: String, _ text: String) -> [String] {
    var lines = ["  " + term]
    if term.count + 4 > indent { lines.append("") }
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      let line = last.count < indent ? padded(last) + word : last + " " + word
      if line.count <= Self.width || last.count < indent {
        lines[lines.count - 1] = line
      } else {
        lines.append(padded("") + word)
      }
    }
    return lines
  }

  /// All lines of all entries, as one text.
  func text(_ entries: [(term: String, text: String)]) -> String {
    entries.flatMap { lines($0.term, $0.text) }.joined(separator: "\n")
  }

  private func padded(_ text: String) -> String {
    text + String(repeating: " ", count: max(0, indent - text.count))
  }

  private static let width = 80
}
