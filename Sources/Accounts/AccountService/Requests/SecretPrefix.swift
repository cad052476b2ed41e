public import Identity

/// The use of a secret.
public enum SecretKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The password of a sign-in or of a new account, the current password of a change, or the answer to a challenge.
  case password = 1
  /// The password that takes the place of the current one.
  case newPassword
  /// The token of a session, 43 characters of base64url. From the form it asks for the session; from the service it
  /// follows a sign-in.
  case token
}

/// What goes before a secret. It contains nothing secret.
public struct SecretPrefix: Sendable, Hashable {
  /// The use of the secret.
  public let kind: SecretKind
  /// The challenge that it answers; nil for the first one of a conversation.
  public let challenge: ChallengeID?
  /// The number of its request.
  public let sequence: UInt16

  /// The prefix of a secret for the request of that number.
  public init(_ kind: SecretKind, to challenge: ChallengeID? = nil, sequence: UInt16) {
    self.kind = kind
    self.challenge = challenge
    self.sequence = sequence
  }
}
