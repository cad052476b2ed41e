/// The least number of typing slips between two words.
public enum EditDistance {
  /// The slips from `typed` to `meant`: an extra letter, a missing letter, a wrong letter, or two neighbours swapped.
  /// This is the Damerau-Levenshtein distance, restricted as usual: no letter takes part in two slips.
  /// - Parameter limit: The most slips of interest. The result is nil if there are more.
  public static func between(_ typed: some Collection<UInt8>, _ meant: some Collection<UInt8>, limit: Int) -> Int? {
    // Words that differ more in length are skipped: those are most of a table.
    guard abs(typed.count - meant.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...meant.count)
    var previous: UInt8?
    for (row, letter) in typed.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(last.count)
      var left: UInt8?
      for (column, wanted) in meant.enumerated() {
        var least = min(last[column] + (letter == wanted ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if letter == left && previous == wanted && row > 0 { least = min(least, beforeLast[column - 1] + 1) }
        current.append(least)
        left = wanted
      }
      (beforeLast, last, previous) = (last, current, letter)
    }
    return last.last.flatMap { $0 <= limit ? $0 : nil }
  }
}
