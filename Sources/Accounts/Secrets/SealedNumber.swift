// Numbers that stand for others, so that who sees some can't count those in between.
extension LoginKey {
  /// Numbers from 0 to this one are sealed. JSON parsers read them exactly.
  public static let largestSealed = Int64(1) << (2 * halfBits) - 1

  /// Returns the number that stands for `number`: a permutation, by a Feistel network of four rounds (Luby and Rackoff, 1988) with
  /// keyed BLAKE2b.
  public func seal(_ number: Int64) -> Int64 {
    rounds(0..<4, from: number) { left, right, mask in (right, left ^ mask(right)) }
  }

  /// Returns the number that `number` stands for. Any number stands for one.
  public func open(_ number: Int64) -> Int64 {
    rounds((0..<4).reversed(), from: number) { left, right, mask in (right ^ mask(left), left) }
  }

  private static let halfBits: Int64 = 26

  private func rounds(
    _ rounds: some Sequence<UInt8>, from number: Int64,
    _ step: (Int64, Int64, (Int64) -> Int64) -> (Int64, Int64)
  ) -> Int64 {
    let half = Int64(1) << Self.halfBits - 1
    var (left, right) = (number >> Self.halfBits & half, number & half)
    for round in rounds {
      (left, right) = step(left, right) { part in
        // No login begins with that byte, so no digest of one is a mask.
        let bytes = keyedHash(of: [0xFF, round] + withUnsafeBytes(of: part.littleEndian, Array.init))
        return bytes.prefix(4).reduce(0) { $0 << 8 | Int64($1) } & half
      }
    }
    return left << Self.halfBits | right
  }
}
