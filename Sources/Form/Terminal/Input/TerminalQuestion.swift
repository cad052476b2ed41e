/// The questions for the terminal's background (xterm's OSC 11) and for the width of characters that are ambiguous, behind them
/// one for its kind (DA1), which nearly every terminal answers. So the last answer says that there will be no other one. Nearly
/// no terminal sets `COLORFGBG`, and the theme `dark` on white had contrasts from 2.2:1.
public nonisolated enum TerminalQuestion {
  /// The bytes of the questions.
  /// - Parameters:
  ///   - background: Whether to ask for the background.
  ///   - row: A row, not the first, whose first two cells are blank: there a line is drawn, the place behind it is asked for,
  ///     and the line goes again. Nil does not ask for the width.
  static func bytes(background: Bool, widthIn row: Int?) -> [UInt8] {
    var text = ""
    if let row {
      let start = "\u{1B}[\(row + 1);1H"
      text += "\u{1B}7\u{1B}[m\(start)─\u{1B}[6n\(start)  \u{1B}8"
    }
    if background { text += "\u{1B}]11;?\u{1B}\\" }
    return Array((text + "\u{1B}[c").utf8)
  }

  /// The milliseconds that an answer may take. A later one is swallowed.
  static let timeout = 2_000

  /// The milliseconds after the question in which a program that ends waits for the answer, behind a network.
  static let farewell = 150

  /// Whether a kind of terminal is a console or a hardware terminal. They print an OSC, or stop at it, and are black.
  public static func isConsole(_ terminal: String) -> Bool {
    terminal.hasPrefix("linux") || terminal.hasPrefix("vt") && terminal.dropFirst(2).first?.isNumber == true
  }

  /// The background in an answer: what stands between `ESC ]` and the end of the string. Nil if it is none.
  ///
  /// Colours are written as XParseColor(3) reads them: `rgb:` with one to four digits for each channel, or `#` with as many.
  /// Some terminals write `rgba:` and add a fourth channel.
  static func background(in answer: ArraySlice<UInt8>) -> Backdrop? {
    let text = String(decoding: answer, as: UTF8.self)
    guard text.hasPrefix("11;") else { return nil }
    let colour = text.dropFirst(3)
    var channels: [Substring]
    if colour.hasPrefix("rgb:") || colour.hasPrefix("rgba:") {
      let isOpaque = colour.hasPrefix("rgb:")
      channels = colour.drop { $0 != ":" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      guard channels.count == (isOpaque ? 3 : 4) else { return nil }
      channels.removeLast(channels.count - 3)
    } else if colour.first == "#", (colour.count - 1) % 3 == 0 {
      let digits = colour.dropFirst()
      let length = digits.count / 3
      channels = (0..<3).map { digits.dropFirst($0 * length).prefix(length) }
    } else {
      return nil
    }
    let values = channels.compactMap(channel)
    guard values.count == 3 else { return nil }
    return .reported(red: values[0], green: values[1], blue: values[2])
  }

  /// A channel from 0 to 255, scaled from one to four digits.
  private static func channel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = Int(digits, radix: 16)
    else { return nil }
    let most = (1 << (4 * digits.utf8.count)) - 1
    return UInt8((value * 255 + most / 2) / most)
  }
}
