/// A complete control sequence (ECMA-48) from a terminal, in parts: `ESC [`, an optional private mark, numbers,
/// optional intermediate bytes, and the final byte. `ESC O` and its byte are read in the same way.
nonisolated struct ControlSequence {
  /// The meaning of a sequence. All other sequences are ignored.
  enum Meaning: Equatable {
    case key(Key)
    case mouse(Mouse)
    case pasteBegins
    /// The cursor stands in that column, from 1, below the first row.
    case cursor(column: Int)
    /// An answer to DA1: which terminal this is.
    case kindOfTerminal
  }

  /// What stands behind a number's colons (kitty's protocol), if it is there.
  private struct Details {
    /// The first: the character with Shift, or the event's type.
    var first = 0
    /// The second: the character on a Latin keyboard's same key.
    var second = 0
  }

  private var mark: UInt8?
  private var numbers: [Int] = []
  private var details: [Details] = []
  private let final: UInt8

  /// Reads the bytes from ESC to the final byte. Nil if there are intermediate bytes, which no key has.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 2, let last = bytes.last else { return nil }
    final = last
    var number: Int?
    var colons = 0
    var detail = Details()
    for byte in bytes[2..<bytes.count - 1] {
      switch byte {
      case 0x30...0x39:
        switch colons {
        case 0: number = Self.appending(byte, to: number ?? 0)
        case 1: detail.first = Self.appending(byte, to: detail.first)
        case 2: detail.second = Self.appending(byte, to: detail.second)
        default: break
        }
      case UInt8(ascii: ":"): colons += 1
      case UInt8(ascii: ";"):
        numbers.append(number ?? 0)
        details.append(detail)
        (number, colons, detail) = (nil, 0, Details())
      case 0x3C...0x3F: mark = byte
      case UInt8(ascii: "["): mark = byte  // the Linux console's function keys: ESC [ [ A
      default: return nil
      }
    }
    if number != nil || colons > 0 {
      numbers.append(number ?? 0)
      details.append(detail)
    }
  }

  private static func appending(_ digit: UInt8, to number: Int) -> Int {
    min(number * 10 + Int(digit - 0x30), 0x10FFFF)
  }

  private var first: Int { numbers.first ?? 0 }

  /// The second number is the modifiers plus 1: 2 Shift, 3 Alt, 5 Control, 9 xterm's Meta. kitty adds 32 for Meta, and
  /// 64 and 128 for Caps Lock and Num Lock, which hold no key.
  private var modifiers: Key.Modifiers {
    guard numbers.count > 1, (2...256).contains(numbers[1]) else { return [] }
    let bits = UInt8(numbers[1] - 1)
    return Key.Modifiers(rawValue: bits & 7).union(bits & 0x28 == 0 ? [] : .alt)
  }

  /// Whether a key was released, which presses none. kitty's types are 1 press, 2 repeat, 3 release.
  private var isRelease: Bool { details.count > 1 && details[1].first == 3 }

  /// Whether it is a number and `$`, which is a key with Shift on rxvt, and the beginning of no reply.
  var isRxvtShift: Bool { mark == nil && numbers.count == 1 && final == UInt8(ascii: "$") }

  /// The meaning after `ESC [`.
  var meaning: Meaning? {
    switch mark {
    case nil: break
    case UInt8(ascii: "["): return final >= 0x41 && final <= 0x45 ? .key(Key(.function(Int(final) - 0x40))) : nil
    case UInt8(ascii: "<"): return mouse
    case UInt8(ascii: "?"): return final == UInt8(ascii: "c") ? .kindOfTerminal : nil
    default: return nil
    }
    if isRelease { return nil }
    switch final {
    case UInt8(ascii: "~"): return tilde
    case UInt8(ascii: "u"): return encoded.map(Meaning.key)
    case UInt8(ascii: "Z"): return .key(Key(.tab, .shift))
    case UInt8(ascii: "$"): return numbered.map { .key(Key($0, .shift)) }
    case UInt8(ascii: "^"): return numbered.map { .key(Key($0, .control)) }
    case UInt8(ascii: "@"): return numbered.map { .key(Key($0, [.control, .shift])) }
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return Self.named(final & ~0x20).map { .key(Key($0, .shift)) }
    // A report of the cursor's place ends in R like F3, but its row is rarely 1. No key has another first number.
    case UInt8(ascii: "R") where first > 1 && numbers.count == 2: return .cursor(column: numbers[1])
    case _ where first > 1: return nil
    default: return Self.named(final).map { .key(Key($0, modifiers)) }
    }
  }

  /// The meaning after `ESC O`.
  var singleMeaning: Meaning? {
    // Konsole and older VTE: `ESC O 2 P` and `ESC O 1 ; 2 P` are F1 with Shift.
    let held = numbers.last.map { Key.Modifiers(rawValue: UInt8(clamping: $0 - 1) & 7) } ?? []
    switch final {
    case UInt8(ascii: "M"): return .key(Key(.enter))
    case UInt8(ascii: "I"): return .key(Key(.tab))
    case UInt8(ascii: "X"): return .key(.character("="))
    // The keypad: each byte is 0x40 past the character on the key.
    case UInt8(ascii: "j")...UInt8(ascii: "y"): return .key(.character(Unicode.Scalar(final - 0x40)))
    case UInt8(ascii: "a")...UInt8(ascii: "d"): return Self.named(final & ~0x20).map { .key(Key($0, .control)) }
    default: return Self.named(final).map { .key(Key($0, held)) }
    }
  }

  private static func named(_ final: UInt8) -> Key.Code? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    default: nil
    }
  }

  /// The key of `CSI u`. kitty may add the text that the key types, the character with Shift, and the character on a
  /// Latin keyboard, by which Ctrl-C is found on a Cyrillic one.
  private var encoded: Key? {
    let held = modifiers
    let isCommand = !held.subtracting(.shift).isEmpty
    if !isCommand, numbers.count > 2, numbers[2] >= 0x20 { return Key(codePoint: numbers[2]) }
    guard let detail = details.first else { return nil }
    if isCommand, first > 0x7F, (0x21...0x7E).contains(detail.second) { return Key(codePoint: detail.second, held) }
    if held.contains(.shift), detail.first >= 0x20 { return Key(codePoint: detail.first, held) }
    return Key(codePoint: first, held)
  }

  private var tilde: Meaning? {
    switch first {
    case 200: .pasteBegins
    case 27 where numbers.count == 3: Key(codePoint: numbers[2], modifiers).map(Meaning.key)
    default: numbered.map { .key(Key($0, modifiers)) }
    }
  }

  /// The key of a number, in the numbering that began with the VT220.
  private var numbered: Key.Code? {
    switch first {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(first - 10)
    case 17...21: .function(first - 11)
    case 23...26: .function(first - 12)
    case 28, 29: .function(first - 13)
    case 31...34: .function(first - 14)
    default: nil
    }
  }

  private var mouse: Meaning? {
    guard numbers.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
    let report = Mouse(button: numbers[0], column: numbers[1], row: numbers[2], released: final == UInt8(ascii: "m"))
    return report.map(Meaning.mouse)
  }
}
