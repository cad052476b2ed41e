import Identity
import Terminal

/// The rules for text from outside.
enum TextFaults {
  /// Drawn text neither controls the terminal nor changes the direction of text. Clean text stays as it is.
  static func ofSanitiser(_ bytes: [UInt8]) -> String? {
    let clean = Sanitiser.cleaned(String(decoding: bytes, as: UTF8.self))
    for scalar in clean.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
        return "U+\(String(scalar.value, radix: 16)) is drawn"
      default: break
      }
    }
    return Sanitiser.cleaned(clean) == clean ? nil : "cleaned twice it is another text"
  }

  /// An email keeps its rule, which is written here in another way.
  static func ofEmail(_ bytes: [UInt8]) -> String? {
    let isValid = bytes.withUnsafeBufferPointer { EmailAddress.isValid(utf8: $0) }
    if isValid != isEmail(bytes) { return "it is taken for \(isValid ? "" : "in")valid" }
    let text = String(decoding: bytes, as: UTF8.self)
    let address = EmailAddress(text)
    let given = GivenEmail(text)
    if given.address != nil, given.fault != nil { return "it is an address with a fault" }
    if GivenEmail(given.text).address != given.address { return "what is shown of it is another address" }
    guard isValid else { return address == nil || text.utf8.count != bytes.count ? nil : "made of what is invalid" }
    if given.address?.text != text { return "it is not taken as it was given" }
    guard let address, address.text == text else { return "it is not stored as it was typed" }
    return EmailAddress(address.key) == address ? nil : "its key is another address"
  }

  private static func isEmail(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
      .map { $0.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) }
    guard bytes.count <= 254, parts.count == 2, parts[0].reduce(parts[0].count - 1, { $0 + $1.count }) <= 64
    else { return false }
    let digits = Set("0123456789".utf8)
    let word = digits.union("-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    let atom = word.union("!#$%&'*+/=?^_`{|}~".utf8)
    return parts[0].allSatisfy { !$0.isEmpty && $0.allSatisfy(atom.contains) } && parts[1].count > 1
      && parts[1].allSatisfy { label in
        !label.isEmpty && label.count < 64 && label.allSatisfy(word.contains)
          && ![label.first, label.last].contains(UInt8(ascii: "-"))
      } && !(parts[1].last?.allSatisfy(digits.contains) ?? false)
  }
}
