public import Secrets

/// An account for whoever outlives one sign-in, such as a lock of a terminal: its number, not its email, which may change and
/// get another owner. Its store answers only references that it has made, so nobody can ask for the emails of all numbers.
public struct AccountReference: Sendable, Hashable {
  /// The account's number, which is never used again.
  public let number: Int64
  /// Stands for the number, by the store's key.
  private let digest: String

  /// The reference that a store with that key makes.
  init(to number: Int64, digest: String) { (self.number, self.digest) = (number, digest) }

  /// The reference in a text; nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int64(parts[0]), number >= 0, String(number) == parts[0],
      parts[1].utf8.count == 16, parts[1].utf8.allSatisfy("0123456789abcdef".utf8.contains)
    else { return nil }
    self.init(to: number, digest: String(parts[1]))
  }

  /// The number and 16 hexadecimal digits.
  public var text: String { "\(number)-\(digest)" }
}

extension LoginKey {
  /// A reference to the account of that number, which only a store with this key makes.
  public func reference(to account: Int64) -> AccountReference {
    // No login has this form: each has an @.
    AccountReference(to: account, digest: digest(of: "account/\(account)"))
  }
}
