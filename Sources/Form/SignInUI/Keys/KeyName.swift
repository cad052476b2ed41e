import Sentences
import Terminal

extension Key {
  /// The name of the key in words: `Tab`, `Shift-Tab`, `Ctrl-A`, `Ctrl-Left`.
  var name: String { name(.ascii) }

  /// The name of the key: `Tab`, `Shift-Tab`, `Ctrl-A`, `Ctrl-←`.
  func name(_ glyphs: Glyphs) -> String {
    var name = ""
    if modifiers.contains(.control) { name += translated("Ctrl-") }
    if modifiers.contains(.alt) { name += translated("Alt-") }
    if modifiers.contains(.shift) { name += translated("Shift-") }
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
    case .scalar(" "): translated("Space")
    case .scalar(let scalar): String(scalar).uppercased()
    case .enter: translated("Enter")
    case .tab: translated("Tab")
    case .backspace: translated("Backspace")
    case .delete: translated("Delete")
    case .insert: translated("Insert")
    case .escape: translated("Esc")
    case .up: translated("Up")
    case .down: translated("Down")
    case .left: translated("Left")
    case .right: translated("Right")
    case .home: translated("Home")
    case .end: translated("End")
    case .pageUp: translated("Page Up")
    case .pageDown: translated("Page Down")
    case .function(let number): "F\(number)"
    }
  }
}
