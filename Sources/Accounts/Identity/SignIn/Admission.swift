public import Secrets

/// A charged attempt, with what its verification needs. All of it was read in the step that charged the attempt.
public struct Admission: Sendable, Hashable {
  /// The attempt, which must be settled.
  public let attempt: AttemptID
  /// The account of the email, or nil if there is none. This must not be observable from outside.
  public let account: Account?
  /// The cost of the costliest hash, by ``Secrets/HashCost/work``, or nil if there are no accounts. Each verification costs
  /// as much, see Decisions/0085-equal-cost.md.
  public let costliestHash: HashCost?
  /// The costliest hash of each scheme that is not ours.
  public let foreignHashes: [ForeignHash]

  /// An attempt on a store with that account and those costliest hashes.
  public init(attempt: AttemptID, account: Account?, costliestHash: HashCost?, foreignHashes: [ForeignHash] = []) {
    self.foreignHashes = foreignHashes
    self.attempt = attempt
    self.account = account
    self.costliestHash = costliestHash
  }
}
