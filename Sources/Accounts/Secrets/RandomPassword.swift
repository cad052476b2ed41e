internal import CSodium

extension SealedPassword {
  /// Returns a random password to type once: small letters and digits without look-alikes, in groups of four with
  /// hyphens between them. Nil if memory is exhausted.
  ///
  /// It has 80 random bits, 16 letters and digits. If `length` allows fewer characters, it has no hyphens, and five
  /// bits for each character; if `length` requires more, it has more groups.
  /// - Parameter length: The fewest and most characters, which are at most `byteLimit`.
  public static func random(length: ClosedRange<Int>) -> SealedPassword? {
    let isGrouped = length.upperBound >= 19
    let count = min(max(length.lowerBound, isGrouped ? 19 : 16), length.upperBound)
    let text = GuardedText(capacity: byteLimit)
    let isWritten = text.fill(count) { place in
      for index in place.indices {
        let isHyphen = isGrouped && index % 5 == 4 && index + 1 < count
        place[index] = isHyphen ? UInt8(ascii: "-") : alphabet[Int(randombytes_uniform(UInt32(alphabet.count)))]
      }
      return true
    }
    return isWritten ? try? text.sealed() : nil
  }

  /// 32 characters, so five bits each. The letters l and o and the digits 0 and 1 are left out.
  private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
}
