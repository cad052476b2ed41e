/// The name that a person types. A store resolves it to an ``Account``, a provider to a ``Subject``.
public enum Login: Sendable, Hashable {
  /// An email, with or without an account.
  case email(EmailAddress)
  /// A name that a provider outside of the store may know.
  case name(LoginName)

  /// The email by which attempts are counted and logged.
  public var email: EmailAddress {
    switch self {
    case .email(let email): email
    case .name(let name): name.email
    }
  }

  /// The login as typed.
  public var text: String {
    switch self {
    case .email(let email): email.text
    case .name(let name): name.text
    }
  }

  /// The kind of login that it is.
  public var kind: LoginKind {
    switch self {
    case .email: .email
    case .name(let name): .name(provider: name.provider)
    }
  }
}
