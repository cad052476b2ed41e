import Glibc
import Terminal

/// Whether the form can be shown, and how.
enum TerminalFindings {
  static var all: [Finding] {
    do throws(TerminalError) {
      let facts = try TerminalFacts()
      return [
        .good("terminal", "A form can be shown on a terminal of type \(facts.kind)."), size(facts), colours(facts),
      ]
    } catch {
      switch error {
      case .noControllingTerminal:
        return [.warning("terminal", "There is none here. Without one, sign in with --password-stdin --email EMAIL.")]
      case .immovableCursor(let name):
        return [.warning("terminal", "One of type \(name) shows no form: signin --plain asks line by line.")]
      case .unnamedTerminal, .unknownTerminal, .unusable: return [.bad("terminal", error.sentence)]
      }
    }
  }

  static func size(_ facts: TerminalFacts) -> Finding {
    guard let size = facts.size else {
      return .warning("size", "The terminal does not tell its size. Set it with: stty rows 24 cols 80")
    }
    let text = "\(size.columns) columns, \(size.rows) rows"
    if size.columns < 20 || size.rows < 5 {
      return .warning("size", text + ": the form needs 20 columns and 5 rows. Make the terminal larger.")
    }
    return .good("size", text + ".")
  }

  static func colours(_ facts: TerminalFacts) -> Finding {
    if let value = getenv("NO_COLOR"), value[0] != 0 {
      return .good("colours", "None, as NO_COLOR asks; marks and words tell what colours would.")
    }
    guard facts.colours > .monochrome else {
      return .warning("colours", "The terminal's description has none; marks and words tell what colours would.")
    }
    return .good("colours", "\(facts.colours.rawValue).")
  }
}

/// Whether characters are read, measured and written as they should be.
enum LocaleFindings {
  static var all: [Finding] {
    guard TextLocale.isUTF8 else {
      let advice = "Marks and borders are of ASCII, and other letters may not be shown. Set LC_ALL=C.UTF-8."
      return [.warning("locale", "Characters are not written as UTF-8. \(advice)")]
    }
    let wrong = samples.filter { TextWidth.columns(of: $0.text) != $0.columns }.map(\.name)
    guard wrong.isEmpty else {
      let advice = "Text that holds any may be out of line. Install the locale that LANG names, or set LC_ALL=C.UTF-8."
      return [
        .good("locale", "UTF-8."),
        .warning("widths", "The system measures some wrongly: \(wrong.joined(separator: ", ")). \(advice)"),
      ]
    }
    return [
      .good("locale", "UTF-8."), .good("widths", "Wide characters, combining marks and emoji are measured right."),
    ]
  }

  private static let samples: [(name: String, text: String, columns: Int)] = [
    ("wide characters", "\u{6F22}", 2), ("combining marks", "e\u{301}", 1), ("emoji", "\u{1F511}", 2),
  ]
}
