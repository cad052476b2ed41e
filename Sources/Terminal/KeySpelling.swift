nonisolated extension Key {
  /// Creates the key that types a character; nil for a control character that no key types.
  init?(typed scalar: Unicode.Scalar) {
    switch scalar.value {
    // A Return typed before the terminal was raw arrives as a line feed.
    case 0x0A, 0x0D: self.init(.enter)
    case 0x09: self.init(.tab)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x1B: self.init(.escape)
    case 0x00: self = .control(" ")
    case 0x01...0x1A: self = .control(Unicode.Scalar(UInt8(scalar.value) + 0x60))
    case 0x1C...0x1F: self = .control(Unicode.Scalar(UInt8(scalar.value) + 0x40))
    case 0x80...0x9F: return nil
    default: self = .character(scalar)
    }
  }

  /// Creates a key from a code point and separate modifiers (xterm's modifyOtherKeys, `CSI u`).
  init?(codePoint: Int, _ modifiers: Modifiers) {
    guard codePoint > 0, let scalar = UInt32(exactly: codePoint).flatMap(Unicode.Scalar.init) else { return nil }
    // Private use: keys of the kitty protocol that have no name here.
    guard let key = Key(typed: scalar), !(0xE000...0xF8FF).contains(codePoint) else { return nil }
    guard case .scalar(let typed) = key.code, key.modifiers.isEmpty else {
      self = key.with(modifiers)
      return
    }
    let letter = typed.isASCII && typed.properties.isAlphabetic
    let upper = letter && typed.value < 0x60 || letter && modifiers.contains(.shift)
    let held = modifiers.subtracting(.shift)
    if letter && held.contains(.control) {
      self.init(.scalar(Unicode.Scalar(UInt8(typed.value) | 0x20)), held)
    } else {
      self.init(.scalar(upper ? Unicode.Scalar(UInt8(typed.value) & ~0x20) : typed), held)
    }
  }

  /// Returns the same key with more modifiers held.
  func with(_ more: Modifiers) -> Key { Key(code, modifiers.union(more)) }
}
