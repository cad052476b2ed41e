/// Decodes UTF-8 one byte at a time, as strictly as RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF.
///
/// Ill-formed bytes are dropped. The byte that reveals them is fed again, so a good character is never lost.
public struct UTF8Decoder {
  /// The result of feeding one byte.
  public enum Step: Equatable {
    /// More bytes are needed.
    case more
    /// A scalar is complete.
    case scalar(Unicode.Scalar)
    /// The byte is ill-formed, alone or with the bytes before it. All of them are dropped.
    case dropped
    /// The bytes before this one are dropped. This byte was not used: feed it again.
    case again
  }

  private var value: UInt32 = 0
  private var missing = 0
  /// The range of the next continuation byte. It is narrower after some lead bytes (Unicode 15, table 3-7).
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Starts before a first byte.
  public init() {}

  /// Whether a scalar is incomplete.
  public var isPending: Bool { missing > 0 }

  /// Feeds the next byte.
  public mutating func feed(_ byte: UInt8) -> Step {
    missing > 0 ? continuation(byte) : lead(byte)
  }

  /// Drops an incomplete scalar.
  public mutating func reset() { self = UTF8Decoder() }

  private mutating func continuation(_ byte: UInt8) -> Step {
    guard allowed.contains(byte) else {
      reset()
      return .again
    }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    allowed = 0x80...0xBF
    guard missing == 0 else { return .more }
    let scalar = Unicode.Scalar(value)
    reset()
    return scalar.map(Step.scalar) ?? .dropped
  }

  private mutating func lead(_ byte: UInt8) -> Step {
    switch byte {
    case 0x00...0x7F: return .scalar(Unicode.Scalar(byte))
    case 0xC2...0xDF: return expect(1, byte & 0x1F)
    case 0xE0: return expect(2, byte & 0x0F, first: 0xA0...0xBF)
    case 0xED: return expect(2, byte & 0x0F, first: 0x80...0x9F)
    case 0xE1...0xEF: return expect(2, byte & 0x0F)
    case 0xF0: return expect(3, byte & 0x07, first: 0x90...0xBF)
    case 0xF1...0xF3: return expect(3, byte & 0x07)
    case 0xF4: return expect(3, byte & 0x07, first: 0x80...0x8F)
    default: return .dropped
    }
  }

  private mutating func expect(_ count: Int, _ bits: UInt8, first: ClosedRange<UInt8> = 0x80...0xBF) -> Step {
    value = UInt32(bits)
    missing = count
    allowed = first
    return .more
  }
}
