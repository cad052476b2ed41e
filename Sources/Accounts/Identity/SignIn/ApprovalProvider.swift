/// Another provider at which people approve their sign-in on another device. Nobody types a name or a password for it.
public struct ApprovalProvider: Sendable, Hashable, Codable {
  /// Its name in the settings, see ``Subject/provider``.
  public let name: String
  /// Its name for people.
  public let title: String
  /// The domains of its people's emails, in small letters.
  public let domains: [String]

  /// The most domains of a provider.
  public static let mostDomains = 64

  /// A provider with the given properties.
  public init(name: String, title: String, domains: [String] = []) {
    self.name = name
    self.title = title
    self.domains = domains
  }

  /// Whether a text that somebody typed is the email of somebody whom the provider knows.
  public func routes(_ email: EmailAddress) -> Bool {
    domains.contains { email.key.hasSuffix("@" + $0) }
  }

  /// The login of whoever the provider proves. An email that was typed is a hint for it, and nothing more.
  public func login(hinting email: EmailAddress? = nil) -> Login? {
    (email.flatMap { LoginName($0.text, of: name) } ?? LoginName.anyone(of: name)).map(Login.name)
  }
}

extension LoginName {
  private static let anyone = "*"

  /// The login of whoever the provider proves, where nobody typed a name.
  static func anyone(of provider: String) -> LoginName? { LoginName(anyone, of: provider) }

  /// Whether nobody typed this name.
  public var isAnyone: Bool { text == Self.anyone }
}

extension Login {
  /// The text that somebody typed; empty if nobody typed a name.
  public var typed: String {
    if case .name(let name) = self, name.isAnyone { "" } else { text }
  }
}

/// A reason why another provider has proven nobody. Nothing was verified as wrong, so it is no failed attempt.
public enum ProviderFault: String, Sendable, Hashable, CaseIterable, Codable {
  /// The person, or the provider, declined.
  case denied
  /// Nobody approved the sign-in in time.
  case tooLate
  /// The provider can't be reached, or doesn't answer as one.
  case unreachable
  /// Its certificate isn't valid.
  case certificate
  /// Its clock and this machine's differ.
  case clock
  /// Its answer can't be trusted.
  case answer
  /// It gives no email, which the settings need.
  case emailMissing
  /// It hasn't verified the email.
  case emailNotVerified
  /// The person isn't in a group or domain that may sign in here.
  case notAllowed
  /// It is set up wrongly here, or doesn't offer approvals.
  case misconfigured
  /// It has proven somebody who has no account here, and gets none.
  case noAccount
  /// It has proven somebody else than the owner of the account that this is about.
  case otherPerson
}

/// What another provider says of somebody whom it has proven, besides who it is.
public struct Vouching: Sendable, Hashable {
  /// The email that it has verified; nil for none.
  public var email: EmailAddress?
  /// Whether its proof stands for the account's second step, too.
  public var isSecondStep: Bool
  /// Whether the person approved elsewhere, and no answer was verified here.
  public var isApproval: Bool

  /// Says nothing, or the given properties.
  public init(email: EmailAddress? = nil, isSecondStep: Bool = false, isApproval: Bool = false) {
    self.email = email
    self.isSecondStep = isSecondStep
    self.isApproval = isApproval
  }
}
