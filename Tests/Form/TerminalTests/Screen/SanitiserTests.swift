import TestSupport
import Testing

@testable import Terminal

@Suite("Sanitiser")
struct SanitiserTests {
  @Test("control characters, line ends, direction marks and invisible characters are shown as U+FFFD")
  func replaced() {
    let hostile: [Unicode.Scalar] =
      (0x00...0x1F).map { Unicode.Scalar(UInt8($0)) } + (0x7F...0x9F).map { Unicode.Scalar(UInt8($0)) }
      + ["\u{AD}", "\u{61C}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{2060}", "\u{FEFF}"]
      + ["\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}"]
      + ["\u{FFF9}", "\u{3164}", "\u{378}", "\u{FFFF}"]
    for scalar in hostile {
      #expect(Sanitiser.verdict(scalar) == .replace, "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test("letters, signs and marks of the world pass")
  func passes() {
    for scalar: Unicode.Scalar in ["a", "~", "é", "ß", "Ж", "א", "─", "•", "✓", "\u{E33}", "\u{1F1E9}"] {
      #expect(Sanitiser.verdict(scalar) == .base(columns: 1), "\(scalar)")
    }
    for scalar: Unicode.Scalar in ["日", "각", "😀", "\u{1100}"] {
      #expect(Sanitiser.verdict(scalar) == .base(columns: 2), "\(scalar)")
    }
    for scalar: Unicode.Scalar in ["\u{301}", "\u{1161}", "\u{E31}", "\u{20DD}"] {
      #expect(Sanitiser.verdict(scalar) == .mark)
    }
  }

  @Test("scalars that make a terminal join cells are left out")
  func dropped() {
    for scalar: Unicode.Scalar in ["\u{200C}", "\u{200D}", "\u{FE0F}", "\u{E0067}", "\u{34F}"] {
      #expect(Sanitiser.verdict(scalar) == .drop)
    }
  }

  @Test("a title sequence in a name becomes harmless characters on one line")
  func cleaned() {
    #expect(Sanitiser.cleaned("a\u{1B}]0;x\u{7}\r\nb\u{9B}31m") == "a\u{FFFD}]0;x\u{FFFD}\u{FFFD}\u{FFFD}b\u{FFFD}31m")
  }

  @Test("of 10,000 marks over a letter only as many stay as a cell holds")
  func marks() {
    let marks = String(repeating: "\u{301}", count: 10_000)
    #expect(Sanitiser.cleaned("e\(marks)f\u{301}") == "e\u{301}\u{301}\u{301}\u{301}f\u{301}")
  }

  @Test("no scalar brings a control byte or a direction mark into a cell", .tags(.textCannotAct))
  func everyScalar() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      switch Sanitiser.verdict(scalar) {
      case .replace, .drop: continue
      case .base, .mark:
        let properties = scalar.properties
        let forbidden: [Unicode.GeneralCategory] = [
          .control, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate,
        ]
        if properties.isBidiControl || forbidden.contains(properties.generalCategory) {
          Issue.record("U+\(String(value, radix: 16)) passes")
        }
      }
    }
  }
}
