/// A user as a provider knows them: the result of a proof. Only the store maps it to an `Account`.
public struct Subject: Sendable, Hashable {
  /// The provider that vouches: `signin` for our own passwords, `pam`, `ldap:NAME` or `oidc:ISSUER`.
  public let provider: String
  /// The name that never changes at the provider, compared byte for byte: the account's number at `signin`, name and
  /// uid at `pam`, entryUUID or objectGUID at `ldap`, the `sub` claim at `oidc`. Not an email address: providers reuse
  /// those.
  public let id: String

  /// Whether our own passwords vouch for it.
  public var isOurs: Bool { provider == Self.ourProvider }

  /// The provider of accounts with a password of ours.
  public static let ourProvider = "signin"

  /// The worker of people who approve their sign-in elsewhere. It has providers of its own, each with a table of settings.
  public static let approvalWorker = "oidc"

  /// The name of a provider's worker: that of the provider, but one for all `oidc-…`.
  public static func program(of provider: String) -> String {
    isByApproval(provider) ? approvalWorker : provider
  }

  /// Whether a provider's people approve their sign-in elsewhere.
  public static func isByApproval(_ provider: String) -> Bool { provider.hasPrefix(approvalWorker + "-") }

  /// The most bytes of a name.
  private static let longestID = 255

  /// As people write it: `pam:ada/1000`.
  public var text: String { provider + ":" + id }

  /// A subject of another provider, as people write it. Nil if the provider has no name, or the name of the subject is
  /// empty, too long, or has spaces or control characters.
  public init?(text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    self.init(proven: String(text[text.index(after: colon)...]), by: String(text[..<colon]))
  }

  /// The subject that `provider` has proven; nil as above.
  public init?(proven id: String, by provider: String) {
    guard LoginName.isProvider(provider), provider != Self.ourProvider, (1...Self.longestID).contains(id.utf8.count),
      id.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control && !$0.properties.isWhitespace })
    else { return nil }
    self.init(provider: provider, id: id)
  }

  /// The user `id` of `provider`.
  public init(provider: String, id: String) {
    self.provider = provider
    self.id = id
  }
}
