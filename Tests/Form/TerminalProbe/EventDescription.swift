import Terminal

/// A short description of an event.
nonisolated func describe(_ event: Event) -> String {
  switch event {
  case .key(let key): "key \(describe(key))"
  case .pasteBegan: "paste began"
  case .pasted(let scalar): "pasted \(scalar.value < 0x20 ? "control \(scalar.value)" : String(scalar))"
  case .pasteEnded: "paste ended"
  case .mouse(let mouse): "mouse \(mouse.action) at \(mouse.position.row),\(mouse.position.column)"
  case .capsLock(let isOn): "caps lock \(isOn ? "on" : "off")"
  case .resized(let size): "resized \(size.columns)x\(size.rows)"
  case .ambiguousIsWide: "ambiguous is wide"
  case .background(let background): "background \(background)"
  case .suspending: "suspending"
  case .redraw: "redraw"
  }
}

private nonisolated func describe(_ key: Key) -> String {
  var words: [String] = []
  if key.modifiers.contains(.shift) { words.append("shift") }
  if key.modifiers.contains(.alt) { words.append("alt") }
  if key.modifiers.contains(.control) { words.append("control") }
  if case .scalar(let scalar) = key.code { words.append("\(scalar)") } else { words.append("\(key.code)") }
  return words.joined(separator: " ")
}
