internal import CNcurses
internal import Glibc

/// The bytes that bring a terminal into the program's modes, and those that take it out again on every way out.
nonisolated struct TerminalModes {
  /// The other screen, plain attributes, no insert mode, margins at the edges, keypad, paste, ESC for Alt, mouse.
  let enter: [UInt8]
  /// Everything back: mouse, Alt, paste, keypad, colours and attributes, cursor, and the other screen.
  let leave: [UInt8]
  /// Whether the mouse is asked to report.
  let reportsMouse: Bool

  /// Reads the description that curses has loaded, of the terminal of that name.
  init(name: String, mouse: Bool) {
    let smcup = Self.bytes("smcup")
    let rmcup = Self.bytes("rmcup")
    let smkx = Self.bytes("smkx")
    let margins = signin_capability("csr") == nil ? [] : Array("\u{1B}[r".utf8)
    // A terminal whose description holds DEC private modes ignores those that it does not know. Others print them.
    let isDEC = [smcup, smkx, Self.bytes("cnorm"), Self.bytes("rs2")].contains { $0.contains(sequence: "\u{1B}[?") }
    reportsMouse = mouse && isDEC && signin_capability("kmous") != nil && !Self.isGNUScreen(name)
    var on: [UInt8] = []
    var off: [UInt8] = []
    if isDEC {
      on += "\u{1B}[?2004h".utf8
      off += "\u{1B}[?2004l".utf8
    }
    // An xterm adds 128 to what is typed with Alt, and Alt-B is an â, unless it is told to send ESC first. The mark of an
    // xterm is that it can be told the contrary (smm). It keeps for us what it had.
    if Self.bytes("smm").contains(sequence: "\u{1B}[?1034h") {
      on += "\u{1B}[?1036s\u{1B}[?1036h".utf8
      off = "\u{1B}[?1036r".utf8 + off
    }
    if reportsMouse {
      on += "\u{1B}[?1000h\u{1B}[?1006h".utf8
      off = "\u{1B}[?1006l\u{1B}[?1000l".utf8 + off
    }
    if isDEC { on = margins + on }
    enter = smcup + Self.bytes("sgr0") + Self.bytes("rmir") + Self.bytes("smam") + smkx + on
    off += Self.bytes("rmkx") + Self.bytes("rmacs") + Self.bytes("sgr0") + Self.bytes("op")
    // ncurses sets scrolling margins only for a moment; a crash may fall into it.
    if isDEC { off += margins }
    off += Self.bytes("cnorm")
    // Without another screen to go back to, at least nothing of the form stays. Whether there is one rmcup does not tell:
    // GNU screen and others have that turned off.
    leave = off + Self.bytes("clear") + rmcup
  }

  /// Whether it is GNU screen, which while the mouse is reported keeps Esc to itself until another key comes (4.9.0): it
  /// takes it for the beginning of a report. tmux may go by the same name, but then says that it is tmux.
  private static func isGNUScreen(_ name: String) -> Bool {
    name.hasPrefix("screen") && getenv("TMUX") == nil
  }

  /// A capability without its padding, as no terminal has needed that for long.
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
  /// Whether a text stands anywhere in it.
  func contains(sequence: String) -> Bool {
    let wanted = Array(sequence.utf8)
    return indices.contains { self[$0...].starts(with: wanted) }
  }
}
