/// The next step of a proof.
public enum ProofStep: Sendable, Hashable {
  /// Somebody must answer.
  case ask(Question)
  /// Somebody must be told. The proof goes on with ``Proof/proceed()``.
  case tell(Notice)
  /// Something must happen elsewhere. The proof waits for it in ``Proof/proceed()``.
  case wait(Waiting)
  /// It is proven who this is. The proof is over.
  case proven(Subject)
  /// Another provider has proven that this is somebody it knows, under that name. The proof is over.
  case known(Subject, as: LoginName)
  /// The step has changed the account of its owner, which is now this. The attempt of its answer is settled. The proof is
  /// over.
  case changed(Account)
  /// It is proven who this is at another provider, but that person is linked to another account. The proof is over.
  case taken
  /// It is not proven. The proof is over, and nobody is told why.
  case refused
}

/// An event that a sign-in waits for.
public enum Waiting: Sendable, Hashable, CaseIterable {
  /// A person approves the sign-in on another device.
  case approval
}
