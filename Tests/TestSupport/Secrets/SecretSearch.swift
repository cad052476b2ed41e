import Glibc

/// Searches for a secret like an attacker with a copy of memory or of a file: for any five consecutive characters of
/// it, as UTF-8, UTF-16 or UTF-32, in the cells of a screen, in base64 and in hexadecimal.
public struct SecretSearch: Sendable {
  private static let windowLength = 5
  /// The distances in bytes between the starts of two characters: in the encodings of Unicode, and in a screen's cells
  /// of any size.
  private static let strides = [1, 2] + Array(stride(from: 4, through: 64, by: 4))

  private let secret: [UInt8]
  /// The windows that start with each byte, as indices into the secret.
  private var windows = [[Int]](repeating: [], count: 256)
  /// The spelled windows that start with each byte.
  private var spellings = [[[UInt8]]](repeating: [], count: 256)
  /// Whether a spelling starts with these two bytes, or a window with the first of them.
  private var isBeginning = [Bool](repeating: false, count: 65_536)

  /// - Parameter secret: At least five ASCII characters.
  public init(_ secret: String) {
    self.secret = Array(secret.utf8)
    for start in 0...self.secret.count - Self.windowLength {
      let window = Array(self.secret[start..<start + Self.windowLength])
      windows[Int(window[0])].append(start)
      for spelling in Self.hexadecimal(window) + Self.base64(window) { spellings[Int(spelling[0])].append(spelling) }
    }
    for byte in 0..<256 {
      for second in 0..<256 where !windows[byte].isEmpty { isBeginning[byte << 8 | second] = true }
      for spelling in spellings[byte] { isBeginning[byte << 8 | Int(spelling[1])] = true }
    }
  }

  /// A password that occurs nowhere else: 20 characters of a keyboard, each used once.
  public static func unlikelyPassword(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    return String(decoding: (UInt8(0x21)...0x7E).shuffled(using: &random).prefix(20), as: UTF8.self)
  }

  /// The number of occurrences. Written for speed without an optimiser, because tests are built without it.
  public func count(in bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return 0 }
    var found = 0
    Self.emptyPage.withUnsafeBufferPointer { empty in
      isBeginning.withUnsafeBufferPointer { isBeginning in
        guard let empty = empty.baseAddress, let isBeginning = isBeginning.baseAddress else { return }
        var place = 0
        while place < bytes.count - 1 {
          let end = min(place + Self.emptyPage.count, bytes.count - 1)
          if memcmp(base + place, empty, end - place) == 0 { place = end }
          while place < end {
            if isBeginning[Int(base[place]) << 8 | Int(base[place + 1])] { found += matches(base, place, bytes.count) }
            place += 1
          }
        }
      }
    }
    return found
  }

  /// The number of occurrences.
  public func count(in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { count(in: $0) }
  }

  private static let emptyPage = [UInt8](repeating: 0, count: 4096)

  private func matches(_ base: UnsafePointer<UInt8>, _ place: Int, _ count: Int) -> Int {
    var found = 0
    for window in windows[Int(base[place])] {
      let second = secret[window + 1]
      for step in Self.strides where place + (Self.windowLength - 1) * step < count && base[place + step] == second {
        if (2..<Self.windowLength).allSatisfy({ base[place + $0 * step] == secret[window + $0] }) { found += 1 }
      }
    }
    for spelling in spellings[Int(base[place])] where place + spelling.count <= count {
      if memcmp(base + place, spelling, spelling.count) == 0 { found += 1 }
    }
    return found
  }

  private static func hexadecimal(_ window: [UInt8]) -> [[UInt8]] {
    ["0123456789abcdef", "0123456789ABCDEF"].map { digits in
      let digits = Array(digits.utf8)
      return window.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
  }

  /// The digits that depend on the window alone, for each of its three possible offsets.
  private static func base64(_ window: [UInt8]) -> [[UInt8]] {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    return ["+/", "-_"].flatMap { last in
      let digits = Array((letters + last).utf8)
      return (0..<3).map { place in
        let bytes = [UInt8](repeating: 0, count: place) + window
        let bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        let whole = (8 * place + 5) / 6..<bits.count / 6
        return whole.map { digit in digits[Int(bits[digit * 6..<digit * 6 + 6].reduce(0) { $0 << 1 | $1 })] }
      }
    }
  }
}
