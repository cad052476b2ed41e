/// A field to fill in, to prove who one is. It is typed data, so a form can show it.
///
/// Each answer is ``Answer/secret(_:to:)``: it stays in guarded memory, whatever it is.
public struct Challenge: Sendable, Hashable, Codable {
  /// The kind of answer that a challenge takes.
  public enum Kind: Sendable, Hashable, Codable {
    /// The account's password.
    case password
    /// A password to replace the current one. The form asks for it twice.
    case newPassword(NewPasswordReason)
    /// A code for one use, of that many digits, from the owner's device. A recovery code is taken as well.
    case code(digits: Int)
    /// One of the account's recovery codes.
    case recoveryCode
    /// A code of that many digits, made from the secret of the offer. It shows that the owner's device has the secret.
    case confirmation(CodeOffer, digits: Int)
    /// A signature by one of the account's keys.
    case signature(SignatureRequest)
    /// A signature by a key that is to be added, with its name.
    case newKey(SignatureRequest)
    /// The words of a program outside of this one. They may hold any character: clean them, and show them as a quotation.
    case prompt(String, isSecret: Bool)

    /// Whether Enter alone is an answer: another program may ask for no more.
    var takesEmptyAnswer: Bool {
      if case .prompt = self { true } else { false }
    }

    // The names of what has no label in Swift.
    private enum NewPasswordCodingKeys: String, CodingKey { case _0 = "reason" }
    private enum ConfirmationCodingKeys: String, CodingKey { case _0 = "offer", digits }
    private enum SignatureCodingKeys: String, CodingKey { case _0 = "request" }
    private enum NewKeyCodingKeys: String, CodingKey { case _0 = "request" }
    private enum PromptCodingKeys: String, CodingKey { case _0 = "words", isSecret }
  }

  /// Its name, which its answer repeats.
  public let id: ChallengeID
  /// The answer that it takes.
  public let kind: Kind

  /// A challenge with the given properties, by default with a new name.
  public init(_ kind: Kind, id: ChallengeID = ChallengeID()) {
    self.id = id
    self.kind = kind
  }
}

/// The reason why a new password is asked for.
public enum NewPasswordReason: String, Sendable, Hashable, CaseIterable, Codable {
  /// The current one is good for one sign-in.
  case oneTime
  /// The current one is older than this store allows.
  case expired
}

/// A new secret for codes, which the owner takes to a device. It is shown once.
public struct CodeOffer: Sendable, Hashable, Codable {
  /// The picture of the secret's address, for the camera of the device. True is dark.
  public let picture: BitMatrix
  /// The secret in base32, in groups of four, for typing.
  public let secret: String
  /// The secret's address (`otpauth:`), for programs that take it as text; nil if it is not known.
  public let address: String?

  /// The offer of that secret.
  public init(picture: BitMatrix, secret: String, address: String? = nil) {
    self.picture = picture
    self.secret = secret
    self.address = address
  }
}

/// The name of a challenge in its conversation.
public struct ChallengeID: Sendable, Hashable {
  /// Its number, which fits into a message. 0 stands for the first challenge of a conversation.
  public let number: UInt16

  /// The challenge with that number.
  public init(_ number: UInt16) {
    self.number = number
  }

  /// A random name, so that a late answer to an earlier challenge does not meet the next one.
  public init() {
    number = .random(in: 1 ... .max)
  }
}
