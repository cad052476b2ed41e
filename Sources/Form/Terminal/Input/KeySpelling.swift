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
  init?(codePoint: Int, _ modifiers: Modifiers = []) {
    guard codePoint > 0, let scalar = UInt32(exactly: codePoint).flatMap(Unicode.Scalar.init) else { return nil }
    if (0xE000...0xF8FF).contains(codePoint) {
      guard let key = Key.functional(codePoint) else { return nil }
      if case .scalar = key.code { self = key.with(modifiers.subtracting(.shift)) } else { self = key.with(modifiers) }
      return
    }
    guard let key = Key(typed: scalar) else { return nil }
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

  /// Returns the key of a code point for private use, by the kitty protocol; nil for those without a meaning here, such
  /// as modifiers alone, locks, and keys for media.
  private static func functional(_ codePoint: Int) -> Key? {
    switch codePoint {
    case 57376...57398: Key(.function(codePoint - 57363))
    // The keypad.
    case 57399...57408: .character(Unicode.Scalar(UInt8(codePoint - 57399 + 0x30)))
    case 57409: .character(".")
    case 57410: .character("/")
    case 57411: .character("*")
    case 57412: .character("-")
    case 57413: .character("+")
    case 57414: Key(.enter)
    case 57415: .character("=")
    case 57416: .character(",")
    case 57417: Key(.left)
    case 57418: Key(.right)
    case 57419: Key(.up)
    case 57420: Key(.down)
    case 57421: Key(.pageUp)
    case 57422: Key(.pageDown)
    case 57423: Key(.home)
    case 57424: Key(.end)
    case 57425: Key(.insert)
    case 57426: Key(.delete)
    default: nil
    }
  }

  /// Returns the same key with more modifiers held.
  func with(_ more: Modifiers) -> Key { Key(code, modifiers.union(more)) }
}
