/// ASCII for characters that a locale other than UTF-8 can't write. Lines stay lines and marks stay marks, each in as
/// many columns as before.
enum Transliteration {
  /// Returns the ASCII replacement of a scalar.
  static func ascii(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "─", "━", "═", "╌", "╍", "┄", "┅", "–", "—", "‐": "-"
    case "│", "┃", "║", "╎", "╏", "┆", "┇": "|"
    case "\u{250C}"..."\u{254B}", "\u{2552}"..."\u{2570}": "+"
    case "✓", "✔": "v"
    case "✗", "✘", "×": "x"
    case "•", "●", "·", "∙": "*"
    case "…": "."
    case "‘", "’": "'"
    case "“", "”": "\""
    case "←", "◀", "‹", "«": "<"
    case "→", "▶", "›", "»": ">"
    case "↑", "▲": "^"
    case "↓", "▼": "v"
    case "█", "▓", "▒", "░", "■": "#"
    case "\u{A0}": " "
    case "À"..."Å": "A"
    case "Ç": "C"
    case "È"..."Ë": "E"
    case "Ì"..."Ï": "I"
    case "Ñ": "N"
    case "Ò"..."Ö", "Ø": "O"
    case "Ù"..."Ü": "U"
    case "à"..."å": "a"
    case "ç": "c"
    case "è"..."ë": "e"
    case "ì"..."ï": "i"
    case "ñ": "n"
    case "ò"..."ö", "ø": "o"
    case "ù"..."ü": "u"
    case "ß": "s"
    case "¡": "!"
    case "„": "\""
    default: "?"
    }
  }
}
