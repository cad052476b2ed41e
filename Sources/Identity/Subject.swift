/// Somebody as a provider knows them: what a proof of identity ends in. A provider says who somebody is to itself only; the
/// store alone says which `Account` that is.
public struct Subject: Sendable, Hashable {
  /// The provider that vouches: `signin` for our own passwords, `pam`, `ldap:NAME` or `oidc:ISSUER`.
  public let provider: String
  /// The name that never changes at the provider, compared byte for byte: the account's number at `signin`, name and uid
  /// at `pam`, entryUUID or objectGUID at `ldap`, the `sub` claim at `oidc`. An email address is not one: providers give
  /// those to others.
  public let id: String

  /// Whether our own passwords vouch for it.
  public var isOurs: Bool { provider == Self.ourProvider }

  /// The provider of accounts with a password of ours.
  public static let ourProvider = "signin"

  /// `provider` says that this is `id`.
  public init(provider: String, id: String) {
    self.provider = provider
    self.id = id
  }
}
