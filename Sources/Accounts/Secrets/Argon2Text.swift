/// An argon2 hash as any program writes it (the PHC string format), with the parameters in the order in which ours are.
struct Argon2Text {
  let cost: HashCost
  let lanes: Int
  let salt: [UInt8]
  let digest: [UInt8]
  /// Whether the parameters are in the one order, so that this is the only text of the hash.
  let isInOrder: Bool
  private let variant: String

  /// Reads `$VARIANT$v=19$m=…,t=…,p=…$SALT$HASH`, with the parameters in any order.
  init(_ phc: String, variant: String) throws(PasswordHashError) {
    guard phc.utf8.count <= Self.longestByteCount else { throw .malformed }
    // Bytes, because an import reads many: splitting at characters takes longer than all else.
    let fields = Array(phc.utf8).split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
    guard fields.count == 6, fields[0].isEmpty, fields[1].elementsEqual(variant.utf8),
      fields[2].elementsEqual("v=19".utf8)
    else { throw .malformed }
    var (memoryKiB, passes, lanes): (Int?, Int?, Int?)
    let parameters = fields[3].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    isInOrder = parameters.map { $0.first } == [UInt8(ascii: "m"), UInt8(ascii: "t"), UInt8(ascii: "p")]
    for parameter in parameters {
      guard parameter.dropFirst().first == UInt8(ascii: "="), let number = Self.number(parameter.dropFirst(2)) else {
        throw .malformed
      }
      switch parameter.first {
      case UInt8(ascii: "m") where memoryKiB == nil: memoryKiB = number
      case UInt8(ascii: "t") where passes == nil: passes = number
      case UInt8(ascii: "p") where lanes == nil: lanes = number
      default: throw .malformed
      }
    }
    guard let memoryKiB, let passes, let lanes, (1...16).contains(lanes),
      let salt = Base64.standard.decode(fields[4], within: 8...64),
      let digest = Base64.standard.decode(fields[5], within: 16...64)
    else { throw .malformed }
    let cost = HashCost(memoryKiB: memoryKiB, passes: passes)
    guard cost.isComputable, memoryKiB >= 8 * lanes else { throw .absurdCost(cost) }
    (self.cost, self.lanes, self.salt, self.digest) = (cost, lanes, salt, digest)
    self.variant = variant
  }

  /// The text in the one order.
  var text: String { Self.text(variant, cost, lanes, salt, digest) }

  static func text(_ variant: String, _ cost: HashCost, _ lanes: Int, _ salt: [UInt8], _ digest: [UInt8]) -> String {
    let costs = "m=\(cost.memoryKiB),t=\(cost.passes),p=\(lanes)"
    return "$\(variant)$v=19$\(costs)$\(Base64.standard.encode(salt))$\(Base64.standard.encode(digest))"
  }

  /// A number in its only form: digits, without zeros in front.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard let number = Int(String(decoding: digits, as: UTF8.self)), String(number).utf8.elementsEqual(digits) else {
      return nil
    }
    return number
  }

  private static let longestByteCount = 256
}

extension Base64 {
  /// Returns the bytes that `text` encodes, if there are as many as that; nil unless it is their one canonical form.
  func decode(_ text: ArraySlice<UInt8>, within counts: ClosedRange<Int>) -> [UInt8]? {
    let count = text.count * 6 / 8
    return counts.contains(count) ? decode(text, count: count) : nil
  }
}
