/// A hash that another program has made, by a scheme that is never used for new ones. Its password is verified, and the
/// account gets a hash of ours at the first sign-in. See Decisions/0166-hashes-of-others.md.
public struct ForeignHash: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// A scheme, by its name in stores.
  public enum Scheme: String, Sendable, CaseIterable {
    /// argon2i (RFC 9106).
    case argon2i
    /// bcrypt: `$2a$`, `$2b$` and `$2y$` of crypt(5).
    case bcrypt
    /// sha256crypt: `$5$` of crypt(5).
    case sha256crypt
    /// sha512crypt: `$6$` of crypt(5).
    case sha512crypt
    /// yescrypt: `$y$` of crypt(5).
    case yescrypt
  }

  /// Its scheme.
  public let scheme: Scheme
  /// The work of computing it. Only hashes of one scheme can be compared.
  public let work: Int
  /// The hash as its scheme writes it, with all its parameters.
  let text: String
  /// The parameters of the scheme.
  let setting: Setting

  enum Setting: Sendable, Hashable {
    case argon2i(HashCost)
    /// The binary logarithm of the rounds.
    case bcrypt(Int)
    /// Rounds.
    case sha(Int)
    /// The binary logarithm of N, and r.
    case yescrypt(Int, Int)
  }

  /// The memory that computing it takes, in KiB. That of bcrypt and sha-crypt is next to nothing.
  public var memoryKiB: Int {
    switch setting {
    case .argon2i(let cost): cost.memoryKiB
    case .yescrypt: work / 8  // blocks of 128 bytes
    case .bcrypt, .sha: 0
    }
  }

  /// The cost of computing it by argon2; nil for a scheme of crypt(5).
  var argon2Cost: HashCost? { if case .argon2i(let cost) = setting { cost } else { nil } }

  /// The scheme and the work, without salt and hash.
  public var description: String { "ForeignHash(\(scheme), \(work))" }

  /// The scheme and the work, without salt and hash.
  public var customMirror: Mirror { Mirror(self, children: ["scheme": scheme, "work": work]) }

  /// The text in stores, where commas are for hashes of ours: indexes find their costs by them. Of the hashes of one scheme, that of the most work is the last in the order of texts.
  var stored: String {
    let digits = String(work)
    return Self.prefix(of: scheme) + String(repeating: "0", count: Self.workDigits - digits.count) + digits
      + (scheme == .argon2i ? text.replacing(",", with: ";") : text)
  }

  /// The beginning of all texts in stores.
  public static let storedPrefix = "$import$"

  /// The beginning of the texts in stores of hashes by `scheme`, which end in the next character.
  public static func prefix(of scheme: Scheme) -> String { storedPrefix + scheme.rawValue + "$" }

  /// The hash in a text from a store.
  init(stored phc: String) throws(PasswordHashError) {
    let fields = phc.split(separator: "$", maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count == 4, let work = fields[3].firstIndex(of: "$") else { throw .malformed }
    let text = String(fields[3][work...])
    try self.init(imported: fields[2] == "argon2i" ? text.replacing(";", with: ",") : text)
    guard stored.utf8.elementsEqual(phc.utf8) else { throw .malformed }
  }

  /// The hash in a text of another program.
  /// - Throws: ``PasswordHashError/tooExpensive(_:)`` above the limit of its scheme, see ``mostWork(of:)``.
  init(imported text: String) throws(PasswordHashError) {
    let fields = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), fields.count >= 4, fields[0].isEmpty else {
      throw .malformed
    }
    switch fields[1] {
    case "argon2i":
      let hash = try Argon2Text(text, variant: "argon2i")
      try self.init(.argon2i, .argon2i(hash.cost), hash.text)
    case "2a", "2b", "2y":
      guard fields.count == 4, let cost = Int(fields[2]), fields[2].utf8.count == 2, fields[2].first != "+", cost >= 4,
        Self.isCrypt64(fields[3], count: 53)
      else { throw .malformed }
      try self.init(.bcrypt, .bcrypt(cost), text)
    case "5", "6":
      let scheme = fields[1] == "5" ? Scheme.sha256crypt : .sha512crypt
      let rounds = fields[2].hasPrefix("rounds=") ? Int(fields[2].dropFirst(7)) : 5000
      let rest = fields.dropFirst(fields[2].hasPrefix("rounds=") ? 3 : 2)
      guard let rounds, rounds >= 1000, !fields[2].contains("+"), rest.count == 2, let salt = rest.first,
        let digest = rest.last,
        (0...16).contains(salt.utf8.count), Self.isCrypt64(salt),
        Self.isCrypt64(digest, count: scheme == .sha256crypt ? 43 : 86)
      else { throw .malformed }
      // The default is written out, so that all parameters are in the text.
      try self.init(scheme, .sha(rounds), "$\(fields[1])$rounds=\(rounds)$\(salt)$\(digest)")
    case "y":
      let parameters = Array(fields[2].utf8)
      guard fields.count == 5, parameters.count == 3, parameters[0] == UInt8(ascii: "j"),
        let cost = Self.crypt64(parameters[1]), let blocks = Self.crypt64(parameters[2]), (0..<47).contains(cost),
        (0..<47).contains(blocks), (1...86).contains(fields[3].utf8.count), Self.isCrypt64(fields[3]),
        Self.isCrypt64(fields[4], count: 43)
      else { throw .malformed }
      try self.init(.yescrypt, .yescrypt(cost + 1, blocks + 1), text)
    default: throw .malformed
    }
  }

  private init(_ scheme: Scheme, _ setting: Setting, _ text: String) throws(PasswordHashError) {
    self.scheme = scheme
    self.setting = setting
    self.text = text
    guard let work = setting.work, work <= Self.mostWork(of: scheme) else { throw .tooExpensive(scheme) }
    self.work = work
  }

  /// The most work of a hash, which takes about five seconds on a machine of 2020, and at most 1 GiB.
  static func mostWork(of scheme: Scheme) -> Int {
    switch scheme {
    case .argon2i: HashCost.limit.work
    case .bcrypt: 1 << 16
    case .sha256crypt, .sha512crypt: 9_999_999
    case .yescrypt: 1 << 23
    }
  }

  /// Whether `text` has only the characters of crypt(5), and that many, if a number is given.
  private static func isCrypt64(_ text: String, count: Int? = nil) -> Bool {
    text.utf8.allSatisfy { crypt64($0) != nil } && (count.map { $0 == text.utf8.count } ?? true)
  }

  /// The value of a character of crypt(5).
  private static func crypt64(_ character: UInt8) -> Int? { alphabet.firstIndex(of: character) }

  static let alphabet = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  private static let workDigits = 12
}

extension ForeignHash.Setting {
  /// The work; nil if it is more than any limit.
  var work: Int? {
    switch self {
    case .argon2i(let cost): cost.work
    case .bcrypt(let cost): cost < 32 ? 1 << cost : nil
    case .sha(let rounds): rounds
    case .yescrypt(let cost, let blocks): cost < 32 ? blocks << cost : nil
    }
  }
}
