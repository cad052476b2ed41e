import CUtf8proc

/// Reads the output of `tmux capture-pane -e`: the rows of the pane, with an SGR sequence (ECMA-48, 8.3.117) at every
/// change of style.
struct TmuxCapture {
  private var style = TmuxScreen.Style()
  private var drawsLines = false
  private var input: Substring.UnicodeScalarView

  /// The rows of a capture, cut or filled to that size.
  static func rows(_ capture: Substring, columns: Int, rows: Int) -> [[TmuxScreen.Cell]] {
    var reader = TmuxCapture(input: capture.unicodeScalars)
    return (0..<rows).map { _ in
      let row = reader.nextRow()
      return Array((row + Array(repeating: .blank, count: columns)).prefix(columns))
    }
  }

  private init(input: Substring.UnicodeScalarView) {
    self.input = input
  }

  private mutating func nextRow() -> [TmuxScreen.Cell] {
    var row: [TmuxScreen.Cell] = []
    while let scalar = input.popFirst(), scalar != "\n" {
      switch scalar {
      case "\u{1b}": skipOrObeySequence()
      case "\u{0e}": drawsLines = true
      case "\u{0f}": drawsLines = false
      default: append(scalar, to: &row)
      }
    }
    return row
  }

  private func append(_ scalar: Unicode.Scalar, to row: inout [TmuxScreen.Cell]) {
    // Debian's tmux takes widths from utf8proc, too.
    let width = Int(utf8proc_charwidth(utf8proc_int32_t(scalar.value)))
    if width == 0, let last = row.lastIndex(where: { !$0.character.isEmpty }) {
      row[last].character.unicodeScalars.append(scalar)
      return
    }
    let shown = drawsLines ? Self.lineDrawing[scalar] ?? scalar : scalar
    row.append(TmuxScreen.Cell(character: String(shown), style: style))
    for _ in 1..<max(width, 1) { row.append(TmuxScreen.Cell(character: "", style: style)) }
  }

  /// Applies `ESC [ … m` to the style, and skips any other sequence, which has no visible effect.
  private mutating func skipOrObeySequence() {
    let introducer = input.popFirst()
    if introducer == "]" {
      while let scalar = input.popFirst(), scalar != "\u{1b}" {}
      _ = input.popFirst()
    }
    guard introducer == "[" else { return }
    let end = input.firstIndex { (0x40...0x7e).contains($0.value) } ?? input.endIndex
    let parameters = String(input[..<end])
    let isStyle = end < input.endIndex && input[end] == "m"
    input = input[end...].dropFirst()
    if isStyle { apply(parameters.split(separator: ";", omittingEmptySubsequences: false)) }
  }

  private mutating func apply(_ parameters: [Substring]) {
    var rest = parameters.map { Int($0.prefix { $0 != ":" }) ?? 0 }[...]
    while let code = rest.popFirst() {
      switch code {
      case 0: style = TmuxScreen.Style()
      case 1...9: if let attribute = Self.attributes[code] { style.attributes.insert(attribute) }
      case 22: style.attributes.subtract([.bold, .dim])
      case 23...29: if let attribute = Self.attributes[code - 20] { style.attributes.remove(attribute) }
      case 30...37: style.foreground = .palette(UInt8(code - 30))
      case 38: style.foreground = colour(&rest)
      case 39: style.foreground = .terminal
      case 40...47: style.background = .palette(UInt8(code - 40))
      case 48: style.background = colour(&rest)
      case 49: style.background = .terminal
      case 58: _ = colour(&rest)
      case 90...97: style.foreground = .palette(UInt8(code - 90 + 8))
      case 100...107: style.background = .palette(UInt8(code - 100 + 8))
      default: break
      }
    }
  }

  /// The parameters after 38 or 48: `5;N`, or `2;R;G;B`.
  private func colour(_ rest: inout ArraySlice<Int>) -> TmuxScreen.Colour {
    func next() -> UInt8 { UInt8(clamping: rest.popFirst() ?? 0) }
    return switch next() {
    case 5: .palette(next())
    case 2: .rgb(next(), next(), next())
    default: .terminal
    }
  }

  private static let attributes: [Int: TmuxScreen.Attribute] = [
    1: .bold, 2: .dim, 3: .italic, 4: .underlined, 5: .blinking, 7: .reversed, 8: .hidden, 9: .struckThrough,
  ]

  /// The VT100's line drawing characters, sent to terminals without Unicode lines.
  private static let lineDrawing: [Unicode.Scalar: Unicode.Scalar] = [
    "j": "┘", "k": "┐", "l": "┌", "m": "└", "n": "┼", "q": "─", "t": "├", "u": "┤", "v": "┴", "w": "┬", "x": "│",
  ]
}
