@testable import SignInUI
@testable import Terminal

/// A frame as an SVG image: the same bytes on every machine. Lines and blocks are shapes, so that they meet in any font;
/// each piece of text is as wide as its cells.
struct SVGPicture {
  /// The terminal's own colours, or those that a theme paints its screen with.
  enum Ground {
    case dark, light, black

    var text: String {
      switch self {
      case .dark: "#d4d4d4"
      case .light: "#1e1e1e"
      case .black: "#ffffff"
      }
    }

    var background: String {
      switch self {
      case .dark: "#1e1e1e"
      case .light: "#ffffff"
      case .black: "#000000"
      }
    }
  }

  let frame: Frame
  let ground: Ground
  /// The scene in words, for people who do not see it.
  let title: String

  /// The size of a cell in pixels. The letters of a monospaced font are 0.6 times as wide as high.
  static let (width, height) = (9, 18)
  private static let fontSize = 15
  private static let margin = 12

  /// The image's text.
  var text: String {
    let rows = usedRows
    return Self.document(
      columns: frame.size.columns, rows: rows.count, ground: ground, title: title,
      elements: rows.enumerated().flatMap { place, row in runs(in: row).map { svg($0, top: place * Self.height) } }
        + rows.compactMap { row in
          frame.cursor.flatMap { $0.row == row ? block(at: $0, top: (row - rows.lowerBound) * Self.height) : nil }
        })
  }

  /// One image of several scenes, in two columns, each below its title.
  static func sheet(of pictures: [SVGPicture], title: String) -> String {
    var elements: [String] = []
    var top = 0
    let columns = pictures.map(\.frame.size.columns).max() ?? 0
    for first in stride(from: 0, to: pictures.count, by: 2) {
      let pair = pictures[first..<min(first + 2, pictures.count)]
      for (place, picture) in pair.enumerated() {
        let left = place * (columns + gap) * width
        elements.append(
          #"<g transform="translate(\#(left) \#(top * height))"><text y="13" fill="\#(picture.ground.text)" "#
            + #"font-weight="bold">\#(escaped(picture.title))</text>"#)
        elements += picture.usedRows.enumerated().map { row, source in
          picture.elements(ofRow: source, top: (row + 2) * height)
        }
        elements.append("</g>")
      }
      top += (pair.map(\.usedRows.count).max() ?? 0) + 1 + gap
    }
    return document(
      columns: 2 * columns + gap, rows: top, ground: pictures.first?.ground ?? .dark, title: title,
      elements: elements.filter { !$0.isEmpty })
  }

  /// The cells between two scenes of a sheet.
  private static let gap = 2

  /// The elements of a row, and of the cursor in it.
  func elements(ofRow row: Int, top: Int) -> String {
    let cursor = frame.cursor.flatMap { $0.row == row ? block(at: $0, top: top) : nil } ?? ""
    return runs(in: row).map { svg($0, top: top) }.joined() + cursor
  }

  /// An image of that many cells.
  /// - Parameter style: Rules for the elements; empty for none.
  static func document(
    columns: Int, rows: Int, ground: Ground, title: String, style: String = "", elements: [String]
  ) -> String {
    let (fullWidth, fullHeight) = (columns * width + 2 * margin, rows * height + 2 * margin)
    let head = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(fullWidth) \#(fullHeight)" "#
        + #"width="\#(fullWidth)" height="\#(fullHeight)" role="img">"#,
      "<title>\(escaped(title))</title>", style,
      // The line around it is seen on a page of the same colour.
      #"<rect x="0.5" y="0.5" width="\#(fullWidth - 1)" height="\#(fullHeight - 1)" rx="8" "#
        + ##"fill="\##(ground.background)" stroke="#808080"/>"##,
      #"<g transform="translate(\#(margin) \#(margin))" font-size="\#(fontSize)" "#
        + #"font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace">"#,
    ]
    return (head.filter { !$0.isEmpty } + elements + ["</g>", "</svg>", ""]).joined(separator: "\n")
  }

  private func block(at cursor: Position, top: Int) -> String {
    #"<rect x="\#(cursor.column * Self.width)" y="\#(top)" width="\#(Self.width)" height="\#(Self.height)" "#
      + #"fill="\#(ground.text)" fill-opacity="0.7"/>"#
  }

  // MARK: Cells

  /// Cells side by side that one element draws.
  private struct Run {
    var column: Int
    var count: Int
    var text: String
    let style: Style
    let isShape: Bool
    /// Whether a font may lack the character, and its stand-in have another width.
    let isAlone: Bool
  }

  /// All rows between the first and the last one with text, and one above and below.
  private var usedRows: Range<Int> {
    let used = (0..<frame.size.rows).filter { row in
      (0..<frame.size.columns).contains { frame[Position(row: row, column: $0)].scalars != [" "] }
    }
    guard let first = used.first, let last = used.last else { return 0..<frame.size.rows }
    return max(0, first - 1)..<min(frame.size.rows, last + 2)
  }

  private func runs(in row: Int) -> [Run] {
    var runs: [Run] = []
    for column in 0..<frame.size.columns {
      let cell = frame[Position(row: row, column: column)]
      var text = String(String.UnicodeScalarView(cell.scalars))
      if cell.isContinuation, !runs.isEmpty {
        runs[runs.count - 1].count += 1
        continue
      }
      if cell.isContinuation { text = " " }
      let isShape = Shape(text) != nil
      let isAlone = !isShape && !text.unicodeScalars.allSatisfy(\.isASCII)
      if let last = runs.last, last.style == cell.style, !isAlone, !last.isAlone, last.isShape == isShape,
        !isShape || last.text.last.map(String.init) == text && text != "│"
      {
        runs[runs.count - 1].count += 1
        runs[runs.count - 1].text += text
      } else {
        runs.append(Run(column: column, count: 1, text: text, style: cell.style, isShape: isShape, isAlone: isAlone))
      }
    }
    return runs.filter { run in run.text.contains { $0 != " " } || background(of: run.style) != nil }
  }

  private func svg(_ run: Run, top: Int) -> String {
    let (left, wide) = (run.column * Self.width, run.count * Self.width)
    var parts: [String] = []
    if let background = background(of: run.style) {
      parts.append(
        #"<rect x="\#(left)" y="\#(top)" width="\#(wide)" height="\#(Self.height)" fill="\#(background)" "#
          + #"shape-rendering="crispEdges"/>"#)
    }
    let colour = foreground(of: run.style)
    let dim = run.style.attributes.contains(.dim) ? #" opacity="0.67""# : ""
    if let character = run.text.first, let shape = Shape(String(character)) {
      let box = Shape.Box(left: left, top: top, width: wide, height: Self.height)
      parts.append(shape.svg(in: box, colour) + dim + "/>")
    } else if run.text.contains(where: { $0 != " " }) {
      let bold = run.style.attributes.contains(.bold) ? #" font-weight="bold""# : ""
      let line = run.style.attributes.contains(.underline) ? #" text-decoration="underline""# : ""
      let slant = run.style.attributes.contains(.italic) ? #" font-style="italic""# : ""
      let text = run.text.trimmingSpaces
      let start = left + text.leading * Self.width
      let length = (run.count - text.leading - text.trailing) * Self.width
      parts.append(
        #"<text x="\#(start)" y="\#(top + 13)" textLength="\#(length)" xml:space="preserve" fill="\#(colour)""#
          + bold + line + slant + dim + ">\(Self.escaped(text.inner))</text>")
    }
    return parts.joined()
  }

  // MARK: Colours

  private func foreground(of style: Style) -> String {
    style.attributes.contains(.reverse)
      ? hex(style.background) ?? ground.background : hex(style.foreground) ?? ground.text
  }

  private func background(of style: Style) -> String? {
    let colour = style.attributes.contains(.reverse) ? hex(style.foreground) ?? ground.text : hex(style.background)
    return colour == ground.background ? nil : colour
  }

  private func hex(_ colour: Colour) -> String? {
    guard let entry = colour.entry else { return nil }
    let (red, green, blue) = XtermPalette.rgb(entry)
    return "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}

extension String {
  /// The text without the spaces at both ends, and how many they were.
  fileprivate var trimmingSpaces: (leading: Int, inner: String, trailing: Int) {
    let leading = prefix { $0 == " " }.count
    let trailing = reversed().prefix { $0 == " " }.count
    return (leading, String(dropFirst(leading).dropLast(trailing)), trailing)
  }
}
