import Identity
import Sentences
import SignIn

// The texts of a row of activity.

extension ActivityRow {
  /// Returns the text of a column.
  func text(_ kind: ActivityColumns.Kind, _ glyphs: Glyphs) -> String {
    switch kind {
    case .time: time.text
    case .outcome: "\(glyphs.mark(of: outcome)) \(outcome.name)" + (times > 1 ? " \(times)x" : "")
    case .tty: tty
    case .host: host
    case .program: program
    }
  }
}

extension ActivityRow.Time {
  /// The time since the attempt, or its date and time to the minute.
  var text: String {
    switch self {
    case .justNow: translated("just now")
    case .minutesAgo(let count): translated("{count} min ago", ["count": String(count)])
    case .hoursAgo(let count): translated("{count} h ago", ["count": String(count)])
    case .at(let time): String(time.localTime.prefix(16))
    }
  }
}

extension AttemptOutcome {
  /// The role that colours the outcome.
  var role: Theme.Role {
    switch self {
    case .signedIn: .valid
    case .refused, .throttled: .invalid
    case .pending, .cancelled, .change, .unknown: .neutral
    }
  }
}

extension Glyphs {
  /// Returns a mark of one column that tells an outcome from the others without colour.
  func mark(of outcome: AttemptOutcome) -> String {
    switch outcome {
    case .signedIn: valid
    case .refused: invalid
    case .throttled: "!"
    case .pending: "?"
    case .cancelled: "-"
    case .change, .unknown: "*"
    }
  }
}
