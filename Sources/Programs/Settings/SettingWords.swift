/// A part of the line below a form's title.
package enum HeadingPart: String, CaseIterable {
  /// The name of the machine.
  case host
  /// The time, to the minute.
  case clock
}

/// When a field shows that it is not valid: on each keystroke, or when it is left.
package enum Validation: String, CaseIterable, Sendable {
  case live, late
}

/// The notes about an email or a password that are not errors.
package enum Hints: String, CaseIterable, Sendable {
  /// Suggestions: another mail domain for one that looks mistyped.
  case auto
  /// Suggestions, and a confirmation of each valid field.
  case on
  /// No notes.
  case off
}

/// The places where the log is kept.
package enum LogDestination: String, CaseIterable, Sendable {
  /// The store alone.
  case store
  /// Also the journal of systemd.
  case journal
  /// Also syslog.
  case syslog
}
