public import Identity
public import Secrets

/// What only administrators may ask, on the service's second socket. One request is under way at a time; closing the
/// connection cancels it. Hashes go in with these, and none comes out with an ``AdminReply``. The service
/// takes the uid of each source from the kernel; the rest is a claim.
public enum AdminRequest: Sendable, Hashable, Codable {
  /// Asks for an account. The server answers ``AdminReply/account(_:)``.
  case account(EmailAddress)
  /// Asks for at most `limit` accounts after that one. The server answers ``AdminReply/accounts(_:)`` as often as
  /// needed, then ``AdminReply/end(next:)``.
  case accounts(after: EmailAddress?, limit: Int)
  /// Adds an account. The server answers ``AdminReply/addition(_:)``.
  case add(NewAccount, AdditionCondition, AttemptSource)
  /// Some of the accounts that ``addAll(_:allowing:_:)`` will add, in their order. There is no answer.
  case batch([NewAccount])
  /// Adds the accounts of all batches in one step. The server answers ``AdminReply/positions(_:)`` as often as needed,
  /// then ``AdminReply/end(next:)``.
  case addAll(BulkAddition, allowing: PasswordLengths, AttemptSource)
  /// Changes an account. The server answers ``AdminReply/lookup(_:)``.
  case change(EmailAddress, AccountChange, AttemptSource)
  /// Gives an account another email, the second one. The server answers ``AdminReply/renaming(_:)``.
  case rename(EmailAddress, EmailAddress, AttemptSource)
  /// Asks for the subjects of an account. The server answers ``AdminReply/subjects(_:)`` as often as needed, then
  /// ``AdminReply/end(next:)``.
  case subjects(EmailAddress)
  /// Asks for the keys of an account. The server answers ``AdminReply/keys(_:)``, then ``AdminReply/end(next:)``. Since version
  /// 2.2.
  case keys(EmailAddress)
  /// Links a subject to an account. The server answers ``AdminReply/linking(_:)``.
  case link(Subject, EmailAddress, AttemptSource)
  /// Adds an account without a password, linked to a subject. The server answers ``AdminReply/addition(_:)``.
  case addLinked(EmailAddress, Subject, AttemptSource)
  /// Ends the link of a subject to an account. The server answers ``AdminReply/lookup(_:)``.
  case unlink(Subject, EmailAddress, AttemptSource)
  /// Records that passwords of these lengths have been allowed. The server answers ``AdminReply/lengths(_:)``.
  case allow(PasswordLengths)
  /// Asks for the session of a token, which counts as a use. The server answers ``AdminReply/session(_:)``.
  case verify(TokenDigest)
  /// Asks for the sessions of one account, or of all. The server answers ``AdminReply/sessions(_:)`` as often as
  /// needed, then ``AdminReply/end(next:)``.
  case sessions(EmailAddress?)
  /// Ends sessions. The server answers ``AdminReply/count(_:)``.
  case revoke(SessionSelection, AttemptSource)
  /// Asks for a page of the log. The server answers ``AdminReply/rows(_:)`` as often as needed, then
  /// ``AdminReply/end(next:)``.
  case page(AttemptQuery, before: AttemptID?, limit: Int)
  /// Asks for all that the throttle counts. The server answers ``AdminReply/throttle(_:)`` as often as needed, then
  /// ``AdminReply/end(next:)``.
  case throttleState
  /// Forgets failures. The server answers ``AdminReply/count(_:)``.
  case clear(ThrottleSelection)
  /// Asks how the service is. It tries its store first. The server answers ``AdminReply/health(_:)``.
  case health

  // The names of what has no label in Swift.
  private enum AccountCodingKeys: String, CodingKey { case _0 = "email" }
  private enum AddCodingKeys: String, CodingKey { case _0 = "account", _1 = "condition", _2 = "source" }
  private enum BatchCodingKeys: String, CodingKey { case _0 = "accounts" }
  private enum AddAllCodingKeys: String, CodingKey { case _0 = "addition", allowing, _2 = "source" }
  private enum ChangeCodingKeys: String, CodingKey { case _0 = "email", _1 = "change", _2 = "source" }
  private enum RenameCodingKeys: String, CodingKey { case _0 = "email", _1 = "new", _2 = "source" }
  private enum SubjectsCodingKeys: String, CodingKey { case _0 = "email" }
  private enum KeysCodingKeys: String, CodingKey { case _0 = "email" }
  private enum LinkCodingKeys: String, CodingKey { case _0 = "subject", _1 = "email", _2 = "source" }
  private enum AddLinkedCodingKeys: String, CodingKey { case _0 = "email", _1 = "subject", _2 = "source" }
  private enum UnlinkCodingKeys: String, CodingKey { case _0 = "subject", _1 = "email", _2 = "source" }
  private enum AllowCodingKeys: String, CodingKey { case _0 = "lengths" }
  private enum VerifyCodingKeys: String, CodingKey { case _0 = "digest" }
  private enum SessionsCodingKeys: String, CodingKey { case _0 = "email" }
  private enum RevokeCodingKeys: String, CodingKey { case _0 = "selection", _1 = "source" }
  private enum PageCodingKeys: String, CodingKey { case _0 = "query", before, limit }
  private enum ClearCodingKeys: String, CodingKey { case _0 = "selection" }
}

extension AdminRequest {
  /// The most accounts of a batch. One takes up to 500 bytes.
  public static let longestBatch = 100

  /// Calls `send` with the requests that bring these accounts to a service, for ``addAll(_:allowing:_:)``.
  public static func eachBatch<Problem>(
    of accounts: [NewAccount], _ send: (AdminRequest) throws(Problem) -> Void
  ) throws(Problem) {
    for start in stride(from: 0, to: accounts.count, by: longestBatch) {
      try send(.batch(Array(accounts[start...].prefix(longestBatch))))
    }
  }
}
