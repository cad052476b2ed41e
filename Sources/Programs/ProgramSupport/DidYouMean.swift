import Identity
import Sentences

/// Finds the word that the user probably meant.
package enum DidYouMean {
  /// A question to follow the sentence that refuses `typed`, with a blank before it; nil if no word is near.
  package static func sentence(_ typed: String, among words: [String]) -> String? {
    word(typed, among: words).map { " " + translated("Did you mean {word}?", ["word": $0]) }
  }

  /// The nearest of `words`: at most one edit away, or two if `typed` has more than 4 bytes; else the only word that
  /// begins with `typed`.
  static func word(_ typed: String, among words: [String]) -> String? {
    let typed = typed.lowercased()
    let near = words.compactMap { word in
      EditDistance.between(typed.utf8, word.utf8, limit: typed.utf8.count > 4 ? 2 : 1).map { (word, slips: $0) }
    }
    // Of words that are equally near, the one that goes on from what was typed: “off” for “of”, not “on”.
    if let nearest = near.min(by: {
      ($0.slips, $0.0.hasPrefix(typed) ? 0 : 1) < ($1.slips, $1.0.hasPrefix(typed) ? 0 : 1)
    }) {
      return nearest.0
    }
    let longer = words.filter { typed.utf8.count > 1 && $0.hasPrefix(typed) }
    return longer.count == 1 ? longer.first : nil
  }
}
