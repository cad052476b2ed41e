import Glibc
import Secrets

/// The number of guesses that find a password, for an attacker who tries words, runs on the keyboard, repeats and dates
/// first, alone and together: the idea of zxcvbn (Wheeler, USENIX Security 2016), with fewer patterns and no ranks of
/// words. Bits of the alphabet would call `passwordpassword` strong, and zxcvbn's C library copies the password.
///
/// All numbers are decimal logarithms. The password stays where it is: no byte of it is copied.
struct PasswordGuesses {
  /// The bytes that are examined. A longer password is not guessed soon.
  private static let mostBytes = 64
  /// The parts that a password is taken apart into. More of them are strong anyway.
  private static let mostParts = 8
  /// Any word of a list: 500 guesses.
  private static let word = 2.7
  private static let two = 0.301

  let password: UnsafeBufferPointer<UInt8>
  let lists: (WordList, WordList)
  /// The email of the owner, whose parts are the first guesses.
  let email: UnsafeBufferPointer<UInt8>

  init(_ password: UnsafeBufferPointer<UInt8>, in lists: (WordList, WordList), for email: UnsafeBufferPointer<UInt8>) {
    self.password = UnsafeBufferPointer(rebasing: password.prefix(Self.mostBytes))
    self.lists = lists
    self.email = email
  }

  var all: Double { guesses(of: password.indices, isUnit: false) }

  /// Returns the fewest guesses that find a part: each number of smaller parts is tried, as an attacker would try each
  /// order of so many patterns (l! × Π guesses), after all passwords of fewer patterns (10000^(l−1)).
  /// - Parameter isUnit: Whether the part is repeated. It is not taken apart into repeats again.
  private func guesses(of part: Range<Int>, isUnit: Bool) -> Double {
    guard !part.isEmpty else { return 0 }
    let (count, columns) = (part.count, Self.mostParts + 1)
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: (count + 1) * columns) { fewest in
      defer { fewest.wipe() }
      // The fewest guesses for each end and number of parts.
      fewest.initialize(repeating: .infinity)
      fewest[0] = 0
      func reach(_ end: Int, from start: Int, _ guesses: Double) {
        let guesses = end - start == count ? guesses : max(guesses, end - start == 1 ? 1.04 : 1.71)
        for parts in 0..<Self.mostParts {
          let place = end * columns + parts + 1
          fewest[place] = min(fewest[place], fewest[start * columns + parts] + guesses)
        }
      }
      for start in 0..<count {
        forEachPattern(in: part.lowerBound + start..<part.upperBound, isUnit: isUnit) { end, guesses in
          reach(end - part.lowerBound, from: start, guesses)
        }
        // Characters outside of patterns: ten guesses each.
        var characters = 0.0
        for end in start + 1...count {
          if password[part.lowerBound + end - 1] & 0xC0 != 0x80 { characters += 1 }
          reach(end, from: start, characters)
        }
      }
      var (orders, result) = (0.0, Double.infinity)
      for parts in 1...Self.mostParts {
        orders += log10(Double(parts))
        let product = orders + fewest[count * columns + parts]
        let before = 4 * Double(parts - 1)
        result = min(result, max(product, before) + log10(1 + pow(10, -abs(product - before))))
      }
      return result
    }
  }

  /// Calls `body` with the end and the guesses of each pattern with which a part begins.
  private func forEachPattern(in part: Range<Int>, isUnit: Bool, _ body: (Int, Double) -> Void) {
    forEachWord(in: part, body)
    forEachRun(in: part, body)
    if !isUnit, let (end, guesses) = `repeat`(in: part) { body(end, guesses) }
    forEachDate(in: part, body)
  }

  // MARK: Words

  private func forEachWord(in part: Range<Int>, _ body: (Int, Double) -> Void) {
    forEachPartOfEmail(in: part, body)
    let hasSubstitutes = password[part].contains { Self.letter(for: $0, one: UInt8(ascii: "l")) != nil }
    let ones: [UInt8?] = hasSubstitutes ? [nil, UInt8(ascii: "l"), UInt8(ascii: "i")] : [nil]
    for one in ones {
      for list in [lists.0, lists.1] {
        list.forEachPrefix(count: part.count) { index in
          let byte = password[part.lowerBound + index].lowercasedASCII
          return one.flatMap { Self.letter(for: byte, one: $0) } ?? byte
        } _: { length in
          let end = part.lowerBound + length
          body(end, Self.word + Self.two * variations(of: part.lowerBound..<end, hasSubstitutes: one != nil))
        }
      }
    }
  }

  /// Parts of the email, alone or one behind the other, with a mark between them or none.
  private func forEachPartOfEmail(in part: Range<Int>, _ body: (Int, Double) -> Void) {
    var (start, guesses) = (part.lowerBound, 0.0)
    while let end = (start...part.upperBound).last(where: { end in
      end - start > 2 && NewPasswordRules.isPart(UnsafeBufferPointer(rebasing: password[start..<end]), of: email)
    }) {
      guesses += 2
      body(end, guesses)
      start = end
      if start < part.upperBound, !password[start].isASCIILetterOrDigit { start += 1 }
    }
  }

  /// The number of times that capitals and substitutes double the guesses.
  private func variations(of word: Range<Int>, hasSubstitutes: Bool) -> Double {
    let capitals = password[word].count { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    let substitutes = hasSubstitutes ? password[word].count { Self.letter(for: $0, one: UInt8(ascii: "l")) != nil } : 0
    let byCase = capitals == 0 ? 0 : capitals == 1 || capitals == word.count ? 1 : min(capitals, 4) + 1
    return Double(byCase + min(substitutes, 3))
  }

  /// The letter for which people type a digit or mark that looks like it.
  private static func letter(for byte: UInt8, one: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "4"), UInt8(ascii: "@"): UInt8(ascii: "a")
    case UInt8(ascii: "8"): UInt8(ascii: "b")
    case UInt8(ascii: "("): UInt8(ascii: "c")
    case UInt8(ascii: "3"): UInt8(ascii: "e")
    case UInt8(ascii: "6"), UInt8(ascii: "9"): UInt8(ascii: "g")
    case UInt8(ascii: "1"), UInt8(ascii: "!"), UInt8(ascii: "|"): one
    case UInt8(ascii: "0"): UInt8(ascii: "o")
    case UInt8(ascii: "$"), UInt8(ascii: "5"): UInt8(ascii: "s")
    case UInt8(ascii: "+"), UInt8(ascii: "7"): UInt8(ascii: "t")
    case UInt8(ascii: "%"): UInt8(ascii: "x")
    case UInt8(ascii: "2"): UInt8(ascii: "z")
    default: nil
    }
  }

  // MARK: Runs and repeats

  /// Runs of neighbours in the alphabet (`abc`, `321`) and on the keyboard (`qwerty`, `1qaz`).
  private func forEachRun(in part: Range<Int>, _ body: (Int, Double) -> Void) {
    for step in [1, -1] {
      var end = part.lowerBound + 1
      while end < part.upperBound, Int(password[end]) - Int(password[end - 1]) == step {
        end += 1
        if end - part.lowerBound > 2 { body(end, log10(20 * Double(end - part.lowerBound))) }
      }
    }
    var end = part.lowerBound + 1
    var (turns, direction) = (0.0, Keyboard.Step?.none)
    while end < part.upperBound, let step = Keyboard.step(from: password[end - 1], to: password[end]) {
      if step != direction { turns += 1 }
      (direction, end) = (step, end + 1)
      body(end, log10(47 * Double(end - part.lowerBound)) + turns * log10(4.6))
    }
  }

  /// The end and the guesses of the shortest text that is repeated at once (`aaa`, `abcabc`); nil for none.
  private func `repeat`(in part: Range<Int>) -> (end: Int, guesses: Double)? {
    for length in 1...part.count {
      let unit = part.lowerBound..<part.lowerBound + length
      var end = unit.upperBound
      while end + length <= part.upperBound, password[end..<end + length].elementsEqual(password[unit]) {
        end += length
      }
      guard end > unit.upperBound else { continue }
      return (end, guesses(of: unit, isUnit: true) + log10(Double((end - part.lowerBound) / length)))
    }
    return nil
  }

  // MARK: Dates

  /// Years, and dates with or without marks between their parts: `1815`, `101215`, `10.12.1815`, `1815-12-10`.
  private func forEachDate(in part: Range<Int>, _ body: (Int, Double) -> Void) {
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset + count <= part.count else { return nil }
      return password[part.lowerBound + offset..<part.lowerBound + offset + count].reduce(0) { sum, byte in
        byte.isASCIIDigit ? sum.map { $0 * 10 + Int(byte - UInt8(ascii: "0")) } : nil
      }
    }
    func isYear(_ offset: Int, from first: Int = 1000) -> Bool {
      number(offset, 4).map { (first...2099).contains($0) } ?? false
    }
    func isMark(_ offset: Int) -> Bool {
      offset < part.count && !password[part.lowerBound + offset].isASCIILetterOrDigit
    }
    func isDay(_ first: Int, _ second: Int) -> Bool {
      guard let one = number(first, 2), let other = number(second, 2) else { return false }
      return min(one, other) > 0 && max(one, other) <= 31 && min(one, other) <= 12
    }
    let date = log10(40_000.0)
    if isYear(0, from: 1800) { body(part.lowerBound + 4, log10(200.0)) }
    if isDay(0, 2) {
      if number(4, 2) != nil { body(part.lowerBound + 6, date) }
      if isYear(4) { body(part.lowerBound + 8, date) }
    }
    if isYear(0), isDay(4, 6) { body(part.lowerBound + 8, date) }
    if isDay(0, 3), isMark(2), isMark(5) {
      if number(6, 2) != nil { body(part.lowerBound + 8, date) }
      if isYear(6) { body(part.lowerBound + 10, date) }
    }
    if isYear(0), isMark(4), isMark(7), isDay(5, 8) { body(part.lowerBound + 10, date) }
  }
}

/// The keys for letters, digits and marks, as on most keyboards of the world.
private enum Keyboard {
  /// The way from a key to its neighbour.
  struct Step: Equatable {
    let rows: Int
    let columns: Int
  }

  /// Returns the way to a neighbour; nil if the keys are none.
  static func step(from first: UInt8, to second: UInt8) -> Step? {
    guard let from = place(of: first), let to = place(of: second) else { return nil }
    let step = Step(rows: to.row - from.row, columns: to.column - from.column)
    // Each row is half a key to the right of the one above.
    switch (step.rows, step.columns) {
    case (0, 1), (0, -1), (1, 0), (1, -1), (-1, 0), (-1, 1): return step
    default: return nil
    }
  }

  private static func place(of key: UInt8) -> (row: Int, column: Int)? {
    for (row, keys) in rows.enumerated() {
      for (index, byte) in keys.utf8.enumerated() where byte == key {
        // Both levels of a row are in it, one behind the other.
        return (row, index % (keys.utf8.count / 2) + (row == 0 ? 0 : 1))
      }
    }
    return nil
  }

  private static let rows = [
    "`1234567890-=~!@#$%^&*()_+", "qwertyuiop[]\\QWERTYUIOP{}|", "asdfghjkl;'ASDFGHJKL:\"", "zxcvbnm,./ZXCVBNM<>?",
  ]
}
