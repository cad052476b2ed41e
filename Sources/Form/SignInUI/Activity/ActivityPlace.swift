import Sentences
import Terminal

/// The place in the list, in words.
struct ActivityPlace {
  /// The number of the selected row, from 1.
  let row: Int
  /// The number of rows loaded.
  let count: Int
  /// Whether more rows may follow the last one loaded, in unknown number.
  let canLoadMore: Bool

  /// `1 of 25`; nothing if there are no rows. A plus says that more rows may follow.
  var text: String { text(of: row) }

  /// The width of that text in the last row, the greatest.
  var columns: Int { TextWidth.columns(of: text(of: count)) }

  private func text(of row: Int) -> String {
    count == 0 ? "" : translated("{row} of {count}", ["row": String(row), "count": known(count)])
  }

  /// `↑ 3 more   ↓ 19 more`: the rows above and below the visible ones.
  func outside(_ numbers: (above: Int, below: Int), _ glyphs: Glyphs) -> String {
    var parts: [String] = []
    if numbers.above > 0 { parts.append("\(glyphs.above) \(more(String(numbers.above)))") }
    if numbers.below > 0 { parts.append("\(glyphs.below) \(more(known(numbers.below)))") }
    return parts.joined(separator: "   ")
  }

  private func more(_ count: String) -> String { translated("{count} more", ["count": count]) }

  private func known(_ count: Int) -> String { canLoadMore ? "\(count)+" : "\(count)" }
}
