import SignIn

/// The visible part of the rows of activity. Each row takes a line, and each day has a heading above its rows.
///
/// The first line always names a day, so that no visible row lacks its date. Where only one line fits, it is a row.
struct ActivityWindow {
  enum Line: Equatable {
    /// The heading of this row's day.
    case day(ofRow: Int)
    case row(Int)
  }

  /// The visible lines from top to bottom, at most as many as fit.
  private(set) var lines: [Line] = []
  /// The visible rows.
  private(set) var visible = 0..<0

  /// The place of each row's day among the days, from 0 for the first row's.
  private var places: [Int] = []
  private var height = 0
  private var hasDays: Bool { height > 1 }

  /// Takes the days of all rows. Neighbours with the same day share a heading.
  mutating func take(_ days: [ActivityRow.Day]) {
    var place = 0
    places = days.indices.map { index in
      if index > 0, days[index] != days[index - 1] { place += 1 }
      return place
    }
  }

  /// Moves as little as it takes to show `selection` in `height` lines, without blank lines if there are rows for them.
  mutating func follow(_ selection: Int, height: Int) {
    self.height = height
    guard height > 0, places.indices.contains(selection) else { return (lines, visible) = ([], 0..<0) }
    var first = max(min(visible.lowerBound, selection), selection - height + 1)
    while count(first...selection) > height { first += 1 }
    while first > 0, count(first - 1...places.count - 1) <= height { first -= 1 }
    show(from: first)
  }

  /// Returns the number of lines that these rows need.
  private func count(_ rows: ClosedRange<Int>) -> Int {
    rows.count + (hasDays ? places[rows.upperBound] - places[rows.lowerBound] + 1 : 0)
  }

  private mutating func show(from first: Int) {
    lines = []
    var end = first
    var place: Int?
    while end < places.count {
      let isNewDay = hasDays && places[end] != place
      // A heading needs room for a row below it.
      guard lines.count + (isNewDay ? 1 : 0) < height else { break }
      if isNewDay { lines.append(.day(ofRow: end)) }
      lines.append(.row(end))
      place = places[end]
      end += 1
    }
    visible = first..<end
  }
}
