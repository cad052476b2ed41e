/// How hard a password looks to guess: a hint for whoever chooses one, never a rule. What is refused is a matter of
/// ``NewPasswordRules``; NIST SP 800-63B, 5.1.1.2, asks for such a hint and warns of making it a rule.
public enum PasswordStrength: Int, Sendable, Hashable, CaseIterable {
  /// Found by trying what everybody attempts.
  case poor
  /// A matter of minutes for whoever has its hash.
  case weak
  /// Holds where attempts are throttled.
  case fair
  /// Holds for a while even against whoever has its hash.
  case good
  /// Not to be found by trying.
  case strong

  /// Estimates the strength of `password`, UTF-8, by how many of its characters are a surprise and how many kinds of
  /// characters each was picked from. A pure function that allocates nothing: it runs on every keystroke.
  public init(of password: UnsafeBufferPointer<UInt8>) {
    var characters = Characters()
    var bytes = password.makeIterator()
    var decoder = UTF8()
    while case .scalarValue(let scalar) = decoder.decode(&bytes) { characters.add(scalar.value) }
    self =
      switch characters.bits {
      case ..<25: .poor
      case ..<36: .weak
      case ..<50: .fair
      case ..<64: .good
      default: .strong
      }
  }
}

/// What is counted of the characters of a password.
private struct Characters {
  private var surprises = 0
  private var hasLower = false
  private var hasUpper = false
  private var hasDigit = false
  private var hasMark = false
  private var hasOther = false
  /// The three characters before, the nearest first; 0 where there is none.
  private var last: (UInt32, UInt32, UInt32) = (0, 0, 0)

  /// No surprise is what stands again within three characters (`aaa`, `abab`, `xyzxyz`), nor what follows the character
  /// before it up or down (`abc`, `321`).
  mutating func add(_ character: UInt32) {
    let isRepeat = character == last.0 || character == last.1 || character == last.2
    let isNext = character == last.0 + 1 || character + 1 == last.0
    if !isRepeat && !isNext { surprises += 1 }
    last = (character, last.0, last.1)
    switch character {
    case 0x61...0x7A: hasLower = true
    case 0x41...0x5A: hasUpper = true
    case 0x30...0x39: hasDigit = true
    case ..<0x80: hasMark = true
    default: hasOther = true
    }
  }

  /// The surprises by the bits it takes to number what each was picked from.
  var bits: Int {
    let kinds =
      (hasLower ? 26 : 0) + (hasUpper ? 26 : 0) + (hasDigit ? 10 : 0) + (hasMark ? 33 : 0) + (hasOther ? 100 : 0)
    return surprises * (Int.bitWidth - kinds.leadingZeroBitCount)
  }
}
