/// The next step of a proof.
public enum ProofStep: Sendable, Hashable {
  /// The person must answer.
  case ask(Question)
  /// The person must read this. The proof goes on with ``Proof/proceed()``.
  case tell(Notice)
  /// Something must happen elsewhere. The proof waits for it in ``Proof/proceed()``.
  /// - Parameter at: The page where it happens, if a person approves it there; the next page replaces it.
  case wait(WaitReason, at: ApprovalPage? = nil)
  /// The person is this subject. The proof is over.
  case proven(Subject)
  /// The person is this subject of another provider, which knows them by that name. The proof is over.
  case known(Subject, as: LoginName, Vouching = Vouching())
  /// The person is that subject, whose password at the other provider has expired, and can't be changed here. The proof
  /// is over.
  case expired(Subject, as: LoginName)
  /// Nothing can be proven now, for this reason, and no answer was judged. The proof is over.
  case unavailable(StoreError)
  /// The step has changed the account of its owner, which is now this. The attempt of its answer is settled. The proof is
  /// over, and the person must read the notice, if there is one.
  case changed(Account, notice: Notice? = nil)
  /// The person is a subject of another provider that is linked to another account. The proof is over.
  case taken
  /// The proof has failed, and is over. Nobody is told why.
  case refused
}

/// An event that a sign-in waits for.
public enum WaitReason: String, Sendable, Hashable, CaseIterable, Codable {
  /// A person approves the sign-in on another device.
  case approval
}
