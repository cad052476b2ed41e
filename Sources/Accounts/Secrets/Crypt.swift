internal import CCrypt
internal import CSodium
internal import Glibc

/// crypt(3) of libxcrypt.
enum Crypt {
  /// Whether `text` was made from the password. The comparison takes the same time wherever the two differ.
  /// - Parameter longest: A longer password, in bytes, counts as wrong, and costs as much as a short one.
  static func verify(
    _ password: SealedPassword, against text: String, longest: Int
  ) throws(HashingError) -> Bool {
    guard let result = try run(password, text, longest) else { return false }
    let expected = Array(text.utf8)
    return result.count == expected.count && sodium_memcmp(result, expected, expected.count) == 0
  }

  /// Returns the hash that the setting makes of the password; nil for a password that is too long, or too long for crypt(3).
  private static func run(
    _ password: SealedPassword, _ setting: String, _ longest: Int
  ) throws(HashingError) -> [UInt8]? {
    guard let memory = GuardedMemory(byteCount: Int(signin_crypt_memory)),
      let phrase = GuardedMemory(byteCount: Int(CRYPT_MAX_PASSPHRASE_SIZE))
    else { throw .outOfMemory }
    let isWhole = password.withBytes { start, count in
      guard count < phrase.byteCount, count <= longest else { return false }
      phrase.start.copyMemory(from: start, byteCount: count)
      return true
    }
    guard let isWhole else { throw .passwordWiped }
    // libxcrypt wipes its memory. Parts of the password may stay on the stack below.
    defer { sodium_stackzero(stackByteCount) }
    guard let text = crypt_rn(phrase.start, setting, memory.start, Int32(signin_crypt_memory)) else {
      // Its settings are well-formed, so that is the only failure left.
      throw .outOfMemory
    }
    return isWhole ? Array(UnsafeRawBufferPointer(start: text, count: strlen(text))) : nil
  }

  // More than its schemes use, and little compared with the stack of a thread.
  private static let stackByteCount = 65_536
}

extension ForeignHash {
  /// Whether the hash was made from `password`.
  /// - Parameter costliest: The costliest hash of the scheme, which decides how long a password may be: it is the same for
  ///   every account then.
  func isMade(
    from password: SealedPassword, beside costliest: ForeignHash? = nil
  ) throws(HashingError) -> Bool {
    if case .argon2i = setting { return try Argon2id.verify(password, againstText: text) }
    return try Crypt.verify(
      password, against: text, longest: min(longestPassword, costliest?.longestPassword ?? .max))
  }

  /// The longest password that it is computed for, in bytes. Each round of sha-crypt reads the password about twice, the salt and
  /// the last result. So that no password takes more than twice the work of a short one at the limit, the costliest hashes
  /// take 53 bytes, and those of up to a million rounds any.
  var longestPassword: Int {
    guard case .sha(let rounds) = setting else { return .max }
    let bytesBeside = (scheme == .sha256crypt ? 32 : 64) + 10
    return (2 * (bytesBeside + 2 * 16) * Self.mostWork(of: scheme) / rounds - bytesBeside) / 2
  }

  /// Whether the hash depends on all of the password. bcrypt reads 72 bytes (crypt(5)); the other schemes read everything.
  func readsWhole(_ password: SealedPassword) -> Bool {
    scheme != .bcrypt || password.withBytes { _, count in count <= 72 } ?? false
  }

  /// Settings whose hashes together take the time by which one of `other`, of the same scheme, is quicker than this one.
  /// The whole of it, if there is no other.
  func rest(after other: ForeignHash?) -> [String] {
    let rest = work - (other?.work ?? 0)
    switch setting {
    case .argon2i: return []  // its cost counts as that of argon2id
    case .sha(let rounds):
      // Fewer than a thousand rounds are no setting, and take a millisecond.
      return rest >= min(rounds, 1000) / 2 ? [decoy("rounds=\(max(1000, rest))")] : []
    case .bcrypt(let cost):
      return Self.powers(of: rest, times: 1, most: cost, least: 4).map { decoy(($0 < 10 ? "0" : "") + "\($0)") }
    case .yescrypt(let cost, let blocks):
      let second = Character(Unicode.Scalar(Self.alphabet[blocks - 1]))
      return Self.powers(of: rest, times: blocks, most: cost, least: 2).map {
        decoy("j\(Character(Unicode.Scalar(Self.alphabet[$0 - 1])))\(second)")
      }
    }
  }

  /// The logarithms of the greatest powers of two that make up `rest`, each `factor` times.
  private static func powers(of rest: Int, times factor: Int, most: Int, least: Int) -> [Int] {
    var (rest, found) = (rest, [Int]())
    for power in stride(from: most, through: least, by: -1) where factor << power <= rest {
      found.append(power)
      rest -= factor << power
    }
    return found
  }

  /// A setting of those parameters, with a dummy salt.
  private func decoy(_ parameters: String) -> String {
    let id = text.split(separator: "$")[0]
    return "$\(id)$\(parameters)$" + (scheme == .bcrypt ? "......................" : "................")
  }
}
