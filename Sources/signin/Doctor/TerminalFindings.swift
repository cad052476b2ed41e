import Glibc
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
        .good(.terminal, translated("A form can be shown on a terminal of type {kind}.", ["kind": facts.kind])),
        size(facts), colours(facts),
      ]
    } catch {
      switch error {
      case .noControllingTerminal:
        return [
          .warning(
            .terminal,
            translated("There is no terminal here. Without one, sign in with --password-stdin --email EMAIL."))
        ]
      case .unfitTerminal(let name):
        return [
          .warning(
            .terminal,
            translated("A terminal of type {kind} shows no form: signin --plain asks line by line.", ["kind": name]))
        ]
      case .unnamedTerminal, .unknownTerminal, .unusable: return [.bad(.terminal, error.sentence)]
      }
    }
  }

  static func size(_ facts: TerminalFacts) -> Finding {
    guard let size = facts.size else {
      return .warning(.size, translated("The terminal does not tell its size. Set it with: stty rows 24 cols 80"))
    }
    let values = ["columns": String(size.columns), "rows": String(size.rows)]
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
      return .good(.colours, translated("No colours, as NO_COLOR asks; marks and words tell what colours would."))
    }
    guard facts.colours > .monochrome else {
      return .warning(
        .colours, translated("The terminal's description names no colours; marks and words tell what colours would."))
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
            "Characters are not written as UTF-8. "
              + "Marks and borders are of ASCII, and other letters may not be shown. Set LC_CTYPE=C.UTF-8, and leave LC_ALL unset."
          ))
      ]
    }
    let wrong = samples.filter { TextWidth.columns(of: $0.text) != $0.columns }.map(\.name)
    guard wrong.isEmpty else {
      return [
        .good(.locale, "UTF-8."),
        .warning(
          .widths,
          translated(
            "The system measures some characters wrongly: {kinds}. Text that holds any may be out of line. "
              + "Install the locale that LANG names, or set LC_CTYPE=C.UTF-8 and leave LC_ALL unset.",
            ["kinds": wrong.joined(separator: translated(", "))])),
      ]
    }
    return [
      .good(.locale, "UTF-8."),
      .good(.widths, translated("Wide characters, combining marks and emoji are measured right.")),
    ]
  }

  private static let samples: [(name: String, text: String, columns: Int)] = [
    (translated("wide characters"), "\u{6F22}", 2), (translated("combining marks"), "e\u{301}", 1),
    (translated("emoji"), "\u{1F511}", 2),
  ]
}
