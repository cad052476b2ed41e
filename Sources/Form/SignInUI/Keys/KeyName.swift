import Terminal

extension Key {
  /// The name of the key in words: `Tab`, `Shift-Tab`, `Ctrl-A`, `Ctrl-Left`.
  var name: String { name(.ascii) }

  /// The name of the key: `Tab`, `Shift-Tab`, `Ctrl-A`, `Ctrl-←`.
  func name(_ glyphs: Glyphs) -> String {
    var name = ""
    if modifiers.contains(.control) { name += "Ctrl-" }
    if modifiers.contains(.alt) { name += "Alt-" }
    if modifiers.contains(.shift) { name += "Shift-" }
    return name + (glyphs.hasArrows ? code.arrow ?? code.name : code.name)
  }
}

extension Key.Code {
  fileprivate var arrow: String? {
    switch self {
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    default: nil
    }
  }

  fileprivate var name: String {
    switch self {
    case .scalar(" "): "Space"
    case .scalar(let scalar): String(scalar).uppercased()
    case .enter: "Enter"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .insert: "Insert"
    case .escape: "Esc"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "Page Up"
    case .pageDown: "Page Down"
    case .function(let number): "F\(number)"
    }
  }
}
