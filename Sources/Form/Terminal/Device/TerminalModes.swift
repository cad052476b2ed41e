internal import CNcurses
internal import Glibc

/// The bytes that set the program's modes on a terminal, and those that reset them on every way out.
nonisolated struct TerminalModes {
  /// Sets the alternate screen, and everything of `repair`.
  let enter: [UInt8]
  /// Sets plain attributes, ASCII, no shift, no insert mode, margins at the edges, keypad, paste, ESC for Alt, mouse: whatever
  /// a former program has left, or another one changes meanwhile.
  let repair: [UInt8]
  /// Resets mouse, Alt, paste, keypad, colours and attributes, the cursor, and the alternate screen.
  let leave: [UInt8]
  /// Starts and ends reports of the mouse.
  static let mouseOn = Array("\u{1B}[?1000h\u{1B}[?1006h".utf8)
  static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1000l".utf8)
  /// Whether the terminal is asked to report the mouse.
  let reportsMouse: Bool

  /// Reads the description that curses has loaded for the terminal `name`.
  init(name: String, mouse: Bool) {
    let smcup = Self.bytes("smcup")
    let rmcup = Self.bytes("rmcup")
    let smkx = Self.bytes("smkx")
    // The left and right ones, where a terminal has them, are off before those above and below are set.
    let margins = signin_capability("csr") == nil ? [] : Array("\u{1B}[?69l\u{1B}[r".utf8)
    // A terminal with DEC private modes in its description ignores those that it does not know. Others print them.
    let isDEC = [smcup, smkx, Self.bytes("cnorm"), Self.bytes("rs2")].contains { $0.contains(sequence: "\u{1B}[?") }
    reportsMouse = mouse && isDEC && signin_capability("kmous") != nil && !Self.isGNUScreen(name)
    var on: [UInt8] = []
    var off: [UInt8] = []
    if isDEC {
      on += "\u{1B}[?2004h".utf8
      off += "\u{1B}[?2004l".utf8
    }
    // An xterm adds 128 to a key typed with Alt (Alt-B becomes â) unless it sends ESC first, mode 1036. `smm`, which
    // asks for the contrary, identifies an xterm. It saves its own setting meanwhile.
    if Self.bytes("smm").contains(sequence: "\u{1B}[?1034h") {
      on += "\u{1B}[?1036s\u{1B}[?1036h".utf8
      off = "\u{1B}[?1036r".utf8 + off
    }
    if reportsMouse {
      on += Self.mouseOn
      off = Self.mouseOff + off
    }
    // ASCII in the first set of characters, and no shift to another one.
    if isDEC { on = "\u{1B}(B\u{F}".utf8 + margins + on }
    repair = Self.bytes("sgr0") + Self.bytes("rmir") + Self.bytes("smam") + smkx + on
    enter = smcup + repair
    off += Self.bytes("rmkx") + Self.bytes("rmacs") + Self.bytes("sgr0") + Self.bytes("op")
    // ncurses sets scrolling margins only for a moment, but a crash may fall into it.
    if isDEC { off += margins }
    off += Self.bytes("cnorm")
    // Without an alternate screen to leave, at least the form is cleared. rmcup may do nothing: GNU screen and others
    // turn the alternate screen off.
    leave = off + Self.bytes("clear") + rmcup
  }

  /// Whether this is GNU screen. While it reports the mouse, it holds Esc back until the next key (4.9.0), as if a
  /// report had begun. tmux may use the same name, but sets `TMUX`.
  private static func isGNUScreen(_ name: String) -> Bool {
    name.hasPrefix("screen") && getenv("TMUX") == nil
  }

  /// Returns a capability without its padding, which terminals no longer need.
  static func bytes(_ capability: String) -> [UInt8] {
    guard let value = signin_capability(capability) else { return [] }
    let all = Array(UnsafeRawBufferPointer(start: value, count: strnlen(value, 256)))
    var kept: [UInt8] = []
    var rest = all[...]
    while let byte = rest.first {
      if rest.starts(with: "$<".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
        rest = rest[(end + 1)...]
      } else {
        kept.append(byte)
        rest = rest.dropFirst()
      }
    }
    return kept
  }
}

nonisolated extension [UInt8] {
  /// Whether the bytes contain a text.
  func contains(sequence: String) -> Bool {
    let wanted = Array(sequence.utf8)
    return indices.contains { self[$0...].starts(with: wanted) }
  }
}
