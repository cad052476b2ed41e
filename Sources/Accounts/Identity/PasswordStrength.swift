/// An estimate of how hard a password is to guess. It is a hint for the user, never a rule: only ``NewPasswordRules``
/// refuse a password. NIST SP 800-63B, 5.1.1.2, asks for such a hint and warns against making it a rule.
public enum PasswordStrength: Int, Sendable, Hashable, CaseIterable {
  /// Found by guessing the most common passwords.
  case poor
  /// Found within minutes by an attacker who has its hash.
  case weak
  /// Safe where attempts are throttled.
  case fair
  /// Safe for a while even from an attacker who has its hash.
  case good
  /// Not found by guessing.
  case strong

  /// Estimates the strength of `password`, UTF-8, from the number of surprising scalars and the kinds of scalars in it.
  /// A pure function that allocates nothing, because it runs on every keystroke.
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

/// The counts over the scalars of a password.
private struct Characters {
  private var surprises = 0
  private var hasLower = false
  private var hasUpper = false
  private var hasDigit = false
  private var hasMark = false
  private var hasOther = false
  /// The three scalars before, the nearest first, or 0 if there is none.
  private var last: (UInt32, UInt32, UInt32) = (0, 0, 0)

  /// Counts a scalar as a surprise, with two exceptions: a repeat within three scalars (`aaa`, `abab`, `xyzxyz`), and
  /// the neighbour, up or down, of the scalar before it (`abc`, `321`).
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

  /// The number of surprises, times the bits it takes to number the alphabet they were picked from.
  var bits: Int {
    let kinds =
      (hasLower ? 26 : 0) + (hasUpper ? 26 : 0) + (hasDigit ? 10 : 0) + (hasMark ? 33 : 0) + (hasOther ? 100 : 0)
    return surprises * (Int.bitWidth - kinds.leadingZeroBitCount)
  }
}
