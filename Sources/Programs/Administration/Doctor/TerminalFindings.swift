import Glibc
import ProgramSupport
import Sentences
import SignInUI
import Terminal
import Unix

/// Checks whether the terminal can show the form, and how.
enum TerminalFindings {
  static var all: [Finding] {
    do {
      let facts = try TerminalFacts()
      return [
        .good(.terminal, translated("{kind} can show the form.", ["kind": facts.kind])),
        size(facts), colours(facts),
      ]
    } catch {
      switch error {
      case .noControllingTerminal:
        return [
          .warning(
            .terminal,
            translated("There is no terminal. To sign in without one, use --password-stdin --email EMAIL."))
        ]
      case .unfitTerminal(let name):
        return [
          .warning(
            .terminal,
            translated("{kind} can't show the form. Use signin --plain, which asks one line at a time.", ["kind": name])
          )
        ]
      // The form asks such a terminal for its kind, and asks line by line if it doesn't answer.
      case .unnamedTerminal, .unknownTerminal: return [.warning(.terminal, error.sentence)]
      case .unusable: return [.bad(.terminal, error.sentence)]
      }
    }
  }

  static func size(_ facts: TerminalFacts) -> Finding {
    guard let size = facts.size else {
      return .warning(.size, translated("The terminal doesn't report its size. Set it with: stty rows 24 cols 80"))
    }
    let values: KeyValuePairs = ["columns": String(size.columns), "rows": String(size.rows)]
    if size.columns < 20 || size.rows < 5 {
      return .warning(
        .size,
        translated(
          "{columns} columns, {rows} rows: the form needs 20 columns and 5 rows. Make the terminal larger.", values))
    }
    return .good(.size, translated("{columns} columns, {rows} rows.", values))
  }

  static func colours(_ facts: TerminalFacts) -> Finding {
    if let value = getenv("NO_COLOR"), value[0] != 0 {
      return .good(.colours, translated("Off (NO_COLOR). Marks and words carry the meaning."))
    }
    guard facts.colours > .monochrome else {
      return .warning(
        .colours, translated("None (the terminal's description has no colours). Marks and words carry the meaning."))
    }
    return .good(.colours, "\(facts.colours.rawValue).")
  }
}

/// Checks that characters are read, measured and written correctly.
enum LocaleFindings {
  static var all: [Finding] {
    guard TextLocale.isUTF8 else {
      return [
        .warning(
          .locale,
          translated(
            "The locale isn't UTF-8, so marks and borders are ASCII and some letters may be missing. "
              + "Set LC_CTYPE=C.UTF-8 and unset LC_ALL."))
      ]
    }
    let wrong = samples.filter { TextWidth.columns(of: $0.text) != $0.columns }.map(\.name)
    guard wrong.isEmpty else {
      return [
        .good(.locale, "UTF-8."),
        .warning(
          .widths,
          translated(
            "The system gives some characters the wrong width: {kinds}. Text that contains them may be "
              + "misaligned. Install the locale that LANG names, or set LC_CTYPE=C.UTF-8 and unset LC_ALL.",
            ["kinds": wrong.joined(separator: translated(", "))])),
      ]
    }
    return [
      .good(.locale, "UTF-8."),
      .good(.widths, translated("Wide characters, combining marks and emoji have the right width.")),
    ]
  }

  private static let samples: [(name: String, text: String, columns: Int)] = [
    (translated("wide characters"), "\u{6F22}", 2), (translated("combining marks"), "e\u{301}", 1),
    (translated("emoji"), "\u{1F511}", 2),
  ]
}
