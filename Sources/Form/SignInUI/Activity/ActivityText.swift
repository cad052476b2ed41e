import Identity
import Sentences
import SignIn
import Terminal

// The texts of a row of activity.

extension ActivityRow {
  /// Returns the text of a column.
  func text(_ kind: ActivityColumns.Kind, _ glyphs: Glyphs) -> String {
    switch kind {
    case .time: time.minutes
    case .outcome: text(outcome.name, glyphs)
    case .host: host
    case .tty: tty
    case .program: program
    }
  }

  /// Returns the text of a line of the details, which has more room than a column.
  func detail(_ kind: ActivityColumns.Kind, _ glyphs: Glyphs) -> String {
    switch kind {
    case .time: time.text
    case .outcome: text(outcome.fullName, glyphs)
    case .host, .tty, .program: text(kind, glyphs)
    }
  }

  private func text(_ name: String, _ glyphs: Glyphs) -> String {
    "\(glyphs[keyPath: outcome.look.mark]) \(name)" + (times > 1 ? " \(times)x" : "")
  }
}

extension ActivityRow.Day {
  /// The heading of the day.
  var text: String {
    switch self {
    case .today: translated("Today")
    case .yesterday: translated("Yesterday")
    case .date(let date): date.long(withYear: false)
    case .dateWithYear(let date): date.long(withYear: true)
    }
  }
}

/// The look of an outcome: its colour, and a mark of one column that tells it from others without colour.
struct OutcomeLook {
  let mark: KeyPath<Glyphs, String>
  let role: Theme.Role
}

extension AttemptOutcome {
  /// The look of the outcome. All but these are changes, which are neither good nor bad.
  var look: OutcomeLook { Self.looks[self] ?? OutcomeLook(mark: \.change, role: .text) }

  private static let looks: [AttemptOutcome: OutcomeLook] = [
    .signedIn: OutcomeLook(mark: \.valid, role: .valid),
    .refused: OutcomeLook(mark: \.invalid, role: .invalid),
    .unconfirmed: OutcomeLook(mark: \.invalid, role: .invalid),
    .throttled: OutcomeLook(mark: \.blocked, role: .invalid),
    .pending: OutcomeLook(mark: \.unfinished, role: .text),
    .cancelled: OutcomeLook(mark: \.cancelled, role: .text),
  ]
}

extension Glyphs {
  fileprivate var blocked: String { "!" }
  fileprivate var unfinished: String { "?" }
  fileprivate var cancelled: String { "-" }
}

extension String {
  /// Returns the columns of `words` in the text once it is drawn. Case is ignored, as in the search.
  func columns(ofWords words: [String]) -> [Range<Int>] {
    guard !words.isEmpty else { return [] }
    let characters = map { $0.lowercased() }
    let words = words.map { word in word.map { $0.lowercased() } }
    var ranges: [Range<Int>] = []
    for start in characters.indices {
      for word in words where !word.isEmpty && characters[start...].starts(with: word) {
        let before = TextWidth.columns(of: String(prefix(start)))
        ranges.append(before..<before + TextWidth.columns(of: String(dropFirst(start).prefix(word.count))))
      }
    }
    return ranges
  }
}
