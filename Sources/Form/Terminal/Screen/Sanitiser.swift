internal import Unix

/// Decides which scalars of a text may reach a cell. Everything drawn passes through here.
///
/// Nothing passes that could move the cursor, end a line, turn the direction of text, or hide: control characters (C0,
/// DEL, C1), line and paragraph separators, bidirectional marks, overrides and isolates, invisible characters, and
/// scalars without a known width on this machine. They are shown as U+FFFD. Joiners, variation selectors and tags only
/// ask a terminal to draw several cells as one. Each terminal answers differently, so they are left out. The emoji of a
/// family appears as its members, as wide as their sum.
public nonisolated enum Sanitiser {
  /// The treatment of a scalar.
  enum Verdict: Equatable {
    /// The scalar fills this many cells, 1 or 2.
    case base(columns: Int)
    /// The scalar is laid over the cell before it.
    case mark
    /// The scalar is left out.
    case drop
    /// U+FFFD replaces the scalar, in 1 cell.
    case replace
  }

  /// Replaces a character that must not be shown.
  public static let replacement: Unicode.Scalar = "\u{FFFD}"

  static func verdict(_ scalar: Unicode.Scalar) -> Verdict {
    switch scalar.value {
    case 0x20...0x7E: return .base(columns: 1)
    case 0x2500...0x257F, 0x2022: return .base(columns: 1)  // borders and mask dots need no look-up
    case 0x00...0x1F, 0x7F...0x9F: return .replace
    case 0x34F, 0x1160, 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF: return .drop
    case 0xFFF9...0xFFFB: return .replace  // interlinear annotation hides what it annotates
    default: break
    }
    if scalar.properties.isDefaultIgnorableCodePoint { return .replace }
    switch scalar.columns {
    case 0: return .mark
    case let columns?: return .base(columns: columns)
    case nil: return .replace
    }
  }

  /// Returns `text` as a frame would show it, with as many marks over a character as a cell holds. For output without a
  /// screen.
  public static func cleaned(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    var clean = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars {
      let verdict = verdict(scalar)
      marks = verdict == .mark ? marks + 1 : verdict == .drop ? marks : 0
      switch verdict {
      case .mark where marks > Cell.markLimit: break
      case .base, .mark: clean.append(scalar)
      case .replace: clean.append(replacement)
      case .drop: break
      }
    }
    return String(clean)
  }

  /// The same for a text of several lines, which are kept, and lie between line feeds. Nothing but lines are at its ends.
  public static func cleanedLines(_ text: String) -> String {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { cleaned(String($0)) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return String(lines.joined(separator: "\n").drop { $0 == "\n" })
  }
}
