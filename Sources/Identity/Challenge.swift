/// A question that a proof asks. It is typed data, so a form knows which field to show.
public struct Challenge: Sendable, Hashable {
  /// The kind of answer that a challenge takes.
  public enum Kind: Sendable, Hashable {
    /// The account's password, as ``Answer/secret(_:to:)``.
    case password
    /// A code for one use, of that many digits, as ``Answer/text(_:to:)``.
    case code(digits: Int)
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

  /// Whether `answer` is one to this challenge, right or wrong.
  func takes(_ answer: Answer) -> Bool {
    switch (kind, answer) {
    case (.password, .secret(_, id)), (.code, .text(_, id)): true
    case (_, .begin), (_, .proceed), (_, .secret), (_, .text): false
    }
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

extension [Challenge] {
  /// The challenge, if there is only one and it asks for a password.
  var onlyPassword: ChallengeID? {
    if let first, count == 1, first.kind == .password { first.id } else { nil }
  }
}
