@testable import Terminal

nonisolated extension RecordedInput {
  /// Each key of the terminals that people have, as the terminfo entries of ncurses say: the bytes behind ESC, the key,
  /// and the terminals. Shift-Tab of the Linux console is left out: it is Alt-Tab to all who lack the console's entry.
  static let terminfo: [Recording] = table.split(separator: "\n").map { line in
    let parts = line.split(separator: " ")
    return Recording(
      terminal: parts[2...].joined(separator: ", "), bytes: [0x1B] + parts[0].replacing("\\e", with: "\u{1B}").utf8,
      key: key(parts[1]))
  }

  /// The key of a name such as `control-shift-F1`; nil for `nothing`.
  private static func key(_ name: Substring) -> Key? {
    var parts = name.split(separator: "-")
    guard let last = parts.popLast(), last != "nothing" else { return nil }
    let held = parts.map { $0 == "shift" ? Key.Modifiers.shift : $0 == "alt" ? .alt : .control }
    let code: Key.Code
    switch last {
    case "up": code = .up
    case "down": code = .down
    case "left": code = .left
    case "right": code = .right
    case "home": code = .home
    case "end": code = .end
    case "pageUp": code = .pageUp
    case "pageDown": code = .pageDown
    case "insert": code = .insert
    case "delete": code = .delete
    case "tab": code = .tab
    case "enter": code = .enter
    case _ where last.first == "F": code = .function(Int(last.dropFirst()) ?? 0)
    default: return .character(last.unicodeScalars.first ?? " ")
    }
    return Key(code, Key.Modifiers(held))
  }

  private static let table = #"""
    OP F1 xterm kitty foot alacritty gnome vte konsole tmux screen vt100 vt220 windows st
    [11~ F1 rxvt putty
    [[A F1 linux
    [21~ F10 xterm kitty foot alacritty gnome vte konsole linux tmux screen rxvt putty vt220 windows st
    [23~ F11 xterm kitty foot alacritty gnome vte konsole linux tmux screen rxvt putty vt220 windows st
    [24~ F12 xterm kitty foot alacritty gnome vte konsole linux tmux screen rxvt putty vt220 windows st
    [25~ F13 linux rxvt putty vt220
    [26~ F14 linux rxvt putty vt220
    [28~ F15 linux rxvt putty vt220
    [29~ F16 linux rxvt putty vt220
    [31~ F17 linux rxvt putty vt220
    [32~ F18 linux rxvt putty vt220
    [33~ F19 linux rxvt putty vt220
    OQ F2 xterm kitty foot alacritty gnome vte konsole tmux screen vt100 vt220 windows st
    [12~ F2 rxvt putty
    [[B F2 linux
    [34~ F20 linux rxvt putty vt220
    OR F3 xterm kitty foot alacritty gnome vte konsole tmux screen vt100 vt220 windows st
    [13~ F3 rxvt putty
    [[C F3 linux
    OS F4 xterm kitty foot alacritty gnome vte konsole tmux screen vt100 vt220 windows st
    [14~ F4 rxvt putty
    [[D F4 linux
    [15~ F5 xterm kitty foot alacritty gnome vte konsole tmux screen rxvt putty windows st
    [[E F5 linux
    [17~ F6 xterm kitty foot alacritty gnome vte konsole linux tmux screen rxvt putty vt220 windows st
    [18~ F7 xterm kitty foot alacritty gnome vte konsole linux tmux screen rxvt putty vt220 windows st
    [19~ F8 xterm kitty foot alacritty gnome vte konsole linux tmux screen rxvt putty vt220 windows st
    [20~ F9 xterm kitty foot alacritty gnome vte konsole linux tmux screen rxvt putty vt220 windows st
    O1;3P alt-F1 gnome
    O3P alt-F1 konsole
    [1;3P alt-F1 xterm kitty foot alacritty vte tmux windows st
    [21;3~ alt-F10 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [23;3~ alt-F11 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [24;3~ alt-F12 xterm kitty foot alacritty gnome vte konsole tmux windows st
    O1;3Q alt-F2 gnome
    O3Q alt-F2 konsole
    [1;3Q alt-F2 xterm kitty foot alacritty vte tmux windows st
    O1;3R alt-F3 gnome
    O3R alt-F3 konsole
    [1;3R alt-F3 xterm kitty foot alacritty vte tmux windows st
    O1;3S alt-F4 gnome
    O3S alt-F4 konsole
    [1;3S alt-F4 xterm kitty foot alacritty vte tmux windows st
    [15;3~ alt-F5 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [17;3~ alt-F6 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [18;3~ alt-F7 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [19;3~ alt-F8 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [20;3~ alt-F9 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [3;3~ alt-delete xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;3B alt-down xterm kitty foot alacritty gnome vte konsole tmux windows st
    [1;3F alt-end xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;3H alt-home xterm kitty foot alacritty gnome vte konsole tmux windows
    [2;3~ alt-insert xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;3D alt-left xterm kitty foot alacritty gnome vte konsole tmux windows st
    [6;3~ alt-pageDown xterm kitty foot alacritty gnome vte konsole tmux windows st
    [5;3~ alt-pageUp xterm kitty foot alacritty gnome vte konsole tmux windows st
    [1;3C alt-right xterm kitty foot alacritty gnome vte konsole tmux windows st
    [1;3A alt-up xterm kitty foot alacritty gnome vte konsole tmux windows st
    O1;5P control-F1 gnome
    O5P control-F1 konsole
    [1;5P control-F1 xterm kitty foot alacritty vte tmux windows st
    [21;5~ control-F10 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [23;5~ control-F11 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [24;5~ control-F12 xterm kitty foot alacritty gnome vte konsole tmux windows st
    O1;5Q control-F2 gnome
    O5Q control-F2 konsole
    [1;5Q control-F2 xterm kitty foot alacritty vte tmux windows st
    O1;5R control-F3 gnome
    O5R control-F3 konsole
    [1;5R control-F3 xterm kitty foot alacritty vte tmux windows st
    O1;5S control-F4 gnome
    O5S control-F4 konsole
    [1;5S control-F4 xterm kitty foot alacritty vte tmux windows st
    [15;5~ control-F5 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [17;5~ control-F6 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [18;5~ control-F7 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [19;5~ control-F8 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [20;5~ control-F9 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [3;7~ control-alt-delete xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;7B control-alt-down xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;7F control-alt-end xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;7H control-alt-home xterm kitty foot alacritty gnome vte konsole tmux windows
    [2;7~ control-alt-insert xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;7D control-alt-left xterm kitty foot alacritty gnome vte konsole tmux windows
    [6;7~ control-alt-pageDown xterm kitty foot alacritty gnome vte konsole tmux windows
    [5;7~ control-alt-pageUp xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;7C control-alt-right xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;7A control-alt-up xterm kitty foot alacritty gnome vte konsole tmux windows
    [3;5~ control-delete xterm kitty foot alacritty gnome vte konsole tmux windows
    [3^ control-delete rxvt
    Ob control-down rxvt
    [1;5B control-down xterm kitty foot alacritty gnome vte konsole tmux windows st
    [1;5F control-end xterm kitty foot alacritty gnome vte konsole tmux windows
    [8^ control-end rxvt
    [1;5H control-home xterm kitty foot alacritty gnome vte konsole tmux windows
    [1^ control-home rxvt
    [7^ control-home rxvt
    [2;5~ control-insert xterm kitty foot alacritty gnome vte konsole tmux windows
    [2^ control-insert rxvt
    Od control-left rxvt
    [1;5D control-left xterm kitty foot alacritty gnome vte konsole tmux windows st
    [6;5~ control-pageDown xterm kitty foot alacritty gnome vte konsole tmux windows st
    [6^ control-pageDown rxvt
    [5;5~ control-pageUp xterm kitty foot alacritty gnome vte konsole tmux windows st
    [5^ control-pageUp rxvt
    Oc control-right rxvt
    [1;5C control-right xterm kitty foot alacritty gnome vte konsole tmux windows st
    O1;6P control-shift-F1 gnome
    O6P control-shift-F1 konsole
    [1;6P control-shift-F1 xterm kitty foot alacritty vte tmux windows st
    [21;6~ control-shift-F10 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [23;6~ control-shift-F11 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [24;6~ control-shift-F12 xterm kitty foot alacritty gnome vte konsole tmux windows st
    O1;6Q control-shift-F2 gnome
    O6Q control-shift-F2 konsole
    [1;6Q control-shift-F2 xterm kitty foot alacritty vte tmux windows st
    O1;6R control-shift-F3 gnome
    O6R control-shift-F3 konsole
    [1;6R control-shift-F3 xterm kitty foot alacritty vte tmux windows st
    O1;6S control-shift-F4 gnome
    O6S control-shift-F4 konsole
    [1;6S control-shift-F4 xterm kitty foot alacritty vte tmux windows st
    [15;6~ control-shift-F5 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [17;6~ control-shift-F6 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [18;6~ control-shift-F7 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [19;6~ control-shift-F8 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [20;6~ control-shift-F9 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [3;6~ control-shift-delete xterm kitty foot alacritty gnome vte konsole tmux windows
    [3@ control-shift-delete rxvt
    [1;6B control-shift-down xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;6F control-shift-end xterm kitty foot alacritty gnome vte konsole tmux windows
    [8@ control-shift-end rxvt
    [1;6H control-shift-home xterm kitty foot alacritty gnome vte konsole tmux windows
    [1@ control-shift-home rxvt
    [7@ control-shift-home rxvt
    [2;6~ control-shift-insert xterm kitty foot alacritty gnome vte konsole tmux windows
    [2@ control-shift-insert rxvt
    [1;6D control-shift-left xterm kitty foot alacritty gnome vte konsole tmux windows
    [6;6~ control-shift-pageDown xterm kitty foot alacritty gnome vte konsole tmux windows
    [6@ control-shift-pageDown rxvt
    [5;6~ control-shift-pageUp xterm kitty foot alacritty gnome vte konsole tmux windows
    [5@ control-shift-pageUp rxvt
    [1;6C control-shift-right xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;6A control-shift-up xterm kitty foot alacritty gnome vte konsole tmux windows
    Oa control-up rxvt
    [1;5A control-up xterm kitty foot alacritty gnome vte konsole tmux windows st
    [3~ delete xterm kitty foot alacritty gnome vte konsole linux tmux screen rxvt putty vt220 windows st
    OB down xterm kitty foot alacritty gnome vte konsole tmux screen putty vt100 windows st
    [B down linux rxvt vt220
    OF end xterm kitty foot alacritty gnome vte konsole windows
    [4~ end gnome vte linux tmux screen rxvt putty vt220 st
    [8~ end rxvt
    OM enter xterm alacritty vte rxvt putty vt100
    OH home xterm kitty foot alacritty gnome vte konsole windows
    [1~ home gnome vte linux tmux screen rxvt putty vt220 st
    [7~ home rxvt
    [2~ insert xterm kitty foot alacritty gnome vte konsole linux tmux screen rxvt putty vt220 windows st
    OD left xterm kitty foot alacritty gnome vte konsole tmux screen putty vt100 windows st
    [D left linux rxvt vt220
    [I nothing xterm kitty foot alacritty konsole tmux
    [O nothing xterm kitty foot alacritty konsole tmux
    [6~ pageDown xterm kitty foot alacritty gnome vte konsole linux tmux screen rxvt putty vt220 windows st
    [5~ pageUp xterm kitty foot alacritty gnome vte konsole linux tmux screen rxvt putty vt220 windows st
    OC right xterm kitty foot alacritty gnome vte konsole tmux screen putty vt100 windows st
    [C right linux rxvt vt220
    O1;2P shift-F1 gnome
    O2P shift-F1 konsole
    [1;2P shift-F1 xterm kitty foot alacritty vte tmux windows st
    [21;2~ shift-F10 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [23;2~ shift-F11 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [24;2~ shift-F12 xterm kitty foot alacritty gnome vte konsole tmux windows st
    O1;2Q shift-F2 gnome
    O2Q shift-F2 konsole
    [1;2Q shift-F2 xterm kitty foot alacritty vte tmux windows st
    O1;2R shift-F3 gnome
    O2R shift-F3 konsole
    [1;2R shift-F3 xterm kitty foot alacritty vte tmux windows st
    O1;2S shift-F4 gnome
    O2S shift-F4 konsole
    [1;2S shift-F4 xterm kitty foot alacritty vte tmux windows st
    [15;2~ shift-F5 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [17;2~ shift-F6 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [18;2~ shift-F7 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [19;2~ shift-F8 xterm kitty foot alacritty gnome vte konsole tmux windows st
    [20;2~ shift-F9 xterm kitty foot alacritty gnome vte konsole tmux windows st
    O1;4P shift-alt-F1 gnome
    O4P shift-alt-F1 konsole
    [1;4P shift-alt-F1 xterm kitty foot alacritty vte tmux windows st
    O1;4Q shift-alt-F2 gnome
    O4Q shift-alt-F2 konsole
    [1;4Q shift-alt-F2 xterm kitty foot alacritty vte tmux windows st
    O1;4R shift-alt-F3 gnome
    O4R shift-alt-F3 konsole
    [1;4R shift-alt-F3 xterm kitty foot alacritty vte tmux windows st
    [3;4~ shift-alt-delete xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;4B shift-alt-down xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;4F shift-alt-end xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;4H shift-alt-home xterm kitty foot alacritty gnome vte konsole tmux windows
    [2;4~ shift-alt-insert xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;4D shift-alt-left xterm kitty foot alacritty gnome vte konsole tmux windows
    [6;4~ shift-alt-pageDown xterm kitty foot alacritty gnome vte konsole tmux windows
    [5;4~ shift-alt-pageUp xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;4C shift-alt-right xterm kitty foot alacritty gnome vte konsole tmux windows
    [1;4A shift-alt-up xterm kitty foot alacritty gnome vte konsole tmux windows
    [3$ shift-delete rxvt
    [3;2~ shift-delete xterm kitty foot alacritty gnome vte konsole tmux windows st
    [1;2B shift-down xterm kitty foot alacritty gnome vte konsole tmux windows st
    [b shift-down rxvt
    [1;2F shift-end xterm kitty foot alacritty gnome vte konsole tmux windows st
    [8$ shift-end rxvt
    [1$ shift-home rxvt
    [1;2H shift-home xterm kitty foot alacritty gnome vte konsole tmux windows st
    [7$ shift-home rxvt
    [2$ shift-insert rxvt
    [2;2~ shift-insert xterm kitty foot alacritty gnome vte konsole tmux windows st
    [1;2D shift-left xterm kitty foot alacritty gnome vte konsole tmux windows st
    [d shift-left rxvt
    [6$ shift-pageDown rxvt
    [6;2~ shift-pageDown xterm kitty foot alacritty gnome vte konsole tmux windows st
    [5$ shift-pageUp rxvt
    [5;2~ shift-pageUp xterm kitty foot alacritty gnome vte konsole tmux windows st
    [1;2C shift-right xterm kitty foot alacritty gnome vte konsole tmux windows st
    [c shift-right rxvt
    [Z shift-tab xterm kitty foot alacritty gnome vte konsole tmux screen rxvt putty windows
    [1;2A shift-up xterm kitty foot alacritty gnome vte konsole tmux windows st
    [a shift-up rxvt
    OA up xterm kitty foot alacritty gnome vte konsole tmux screen putty vt100 windows st
    [A up linux rxvt vt220
    """#
}
