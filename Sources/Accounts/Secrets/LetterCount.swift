internal import CUtf8proc

/// The letters of a text by case, from 0 to 65,535 each.
public struct LetterCount: Hashable, Sendable {
  /// Capital letters (general category Lu).
  public private(set) var capitals: UInt16 = 0
  /// Small letters (general category Ll).
  public private(set) var small: UInt16 = 0

  /// Counts the letters of valid UTF-8.
  init(of utf8: UnsafeBufferPointer<UInt8>) {
    var offset = 0
    while let (scalar, length) = firstScalar(of: utf8, from: offset) {
      switch utf8proc_category(scalar) {
      case UTF8PROC_CATEGORY_LU: capitals += 1
      case UTF8PROC_CATEGORY_LL: small += 1
      default: break
      }
      offset += length
    }
  }

  static func += (sum: inout LetterCount, more: LetterCount) {
    sum.capitals += more.capitals
    sum.small += more.small
  }

  static func -= (sum: inout LetterCount, less: LetterCount) {
    sum.capitals -= less.capitals
    sum.small -= less.small
  }
}
