/// The next step of a proof.
public enum ProofStep: Sendable, Hashable {
  /// Somebody must answer. Answers come one at a time; a proof that needs the others too asks for them again.
  case ask([Challenge])
  /// Somebody must be told. The proof goes on with ``Proof/proceed()``.
  case tell(Notice)
  /// Something must happen elsewhere. The proof waits for it in ``Proof/proceed()``.
  case wait(Waiting)
  /// It is proven who this is. The proof is over.
  case proven(Subject)
  /// It is not proven. The proof is over, and nobody is told why.
  case refused
}

/// Something to know during a sign-in.
public struct Notice: Sendable, Hashable {
  /// How grave a notice is.
  public enum Weight: Sendable, Hashable, CaseIterable {
    /// For information.
    case information
    /// Something went wrong.
    case error
  }

  /// How grave it is.
  public let weight: Weight
  /// The words of a program outside of this one. They may hold any character: clean them, and show them as a quotation.
  public let quotation: String

  /// A notice in those words.
  public init(_ weight: Weight, quoting quotation: String) {
    self.weight = weight
    self.quotation = quotation
  }
}

/// An event that a sign-in waits for.
public enum Waiting: Sendable, Hashable, CaseIterable {
  /// A person approves the sign-in on another device.
  case approval
}
