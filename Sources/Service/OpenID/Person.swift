internal import Identity
internal import OpenIDSettings

/// Somebody whom a provider has proven.
public struct Person: Sendable, Hashable {
  /// The name that never changes at the provider: its subject, behind the tenant where the issuer is that of many.
  public let id: String
  /// What the provider calls them.
  public let name: String
  /// Their email; nil unless the provider has verified it, or its word counts.
  public let email: String?
  /// Whether they have proven themselves in a way that counts as a second step.
  public let hasSecondStep: Bool

  /// - Parameters:
  ///   - claims: The claims of the ID token, checked.
  ///   - userinfo: More claims of the same subject; nil without them.
  init(
    _ claims: JSON, _ userinfo: JSON?, of provider: OpenIDProvider, _ metadata: ProviderMetadata
  ) throws(OpenIDFault) {
    let subject = claims["sub"]?.text ?? ""
    // It makes the name of an account (``Subject``), so it has no spaces.
    let id = metadata.isOfAllTenants ? (claims["tid"]?.text ?? "") + "/" + subject : subject
    guard (1...255).contains(id.utf8.count),
      !id.unicodeScalars.contains(where: { $0.properties.generalCategory == .control || $0.properties.isWhitespace })
    else { throw OpenIDFault(.answer, .idToken, "subject") }
    // One source for both: an email of one and the word about another's would be a mix-up.
    let source = claims.has("email") ? claims : userinfo
    let address = source?["email"]?.text
    let isVerified = source.map(Self.isVerified) ?? false || provider.trustsEmail
    self.id = id
    email = isVerified ? address : nil
    name =
      [claims, userinfo].lazy.compactMap { $0?["preferred_username"]?.text }.first { Self.isName($0) }
      ?? (email.flatMap { Self.isName($0) ? $0 : nil }) ?? subject
    let methods = (claims["amr"]?.texts ?? []) + [claims["acr"]?.text].compactMap(\.self)
    hasSecondStep = methods.contains(where: provider.secondStep.contains)
    try check(provider, address, isVerified, Self.groups(claims, userinfo))
  }

  /// OpenID Connect Core 1.0, 5.1 has a boolean; some providers write a text.
  private static func isVerified(_ claims: JSON) -> Bool {
    claims["email_verified"]?.boolean == true || claims["email_verified"]?.text == "true"
  }

  private static func isName(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count) && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private static func groups(_ claims: JSON, _ userinfo: JSON?) -> [String] {
    (claims.has("groups") ? claims : userinfo)?["groups"]?.texts ?? []
  }

  private func check(
    _ provider: OpenIDProvider, _ address: String?, _ isVerified: Bool, _ groups: [String]
  ) throws(OpenIDFault) {
    if !provider.groups.isEmpty, !groups.contains(where: provider.groups.contains) {
      throw OpenIDFault(.notAllowed, .check, groups.isEmpty ? "no-groups" : "group")
    }
    guard !provider.domains.isEmpty else { return }
    guard let address else { throw OpenIDFault(.emailMissing, .check, "no-email") }
    guard isVerified else { throw OpenIDFault(.emailNotVerified, .check, "email-not-verified") }
    guard let at = address.lastIndex(of: "@"),
      provider.domains.contains(address[address.index(after: at)...].lowercased())
    else { throw OpenIDFault(.notAllowed, .check, "domain") }
  }

  /// Whether the claims of the ID token lack something that userinfo may have.
  static func needsUserinfo(_ claims: JSON, of provider: OpenIDProvider) -> Bool {
    !claims.has("email") || !provider.groups.isEmpty && !claims.has("groups")
  }
}
