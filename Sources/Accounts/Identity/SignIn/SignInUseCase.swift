public import Secrets

/// The rules of signing in: each answer that is verified waits for its turn, is charged, verified, and settled. Settling
/// records the outcome and opens the session in one step.
///
/// An attempt is charged before anything is verified or answered, so leaving early, by cancelling or by a kill, does
/// not give it back. A right answer that another question follows is no failure, but only the end of the sign-in clears
/// failures. See Decisions/0097-sign-in-is-a-conversation.md.
public struct SignInUseCase: SigningIn {
  /// The end of a conversation that goes well.
  public enum Purpose: Sendable, Hashable {
    /// The user is signed in.
    case signIn
    /// The user is signed in, but only to an account with a second step.
    case signInBySecondStep
    /// The user is signed in, but only to that account: it locked a terminal.
    case unlock(AccountReference)
    /// The further steps have changed the account, which is its owner's if one is given. Nobody is signed in. A change
    /// that ends sessions leaves the owner's open.
    case change(by: Owner?)
  }

  let authenticator: any Authenticator
  let furtherSteps: [any FurtherStep]
  let purpose: Purpose
  private let attempts: any AttemptLog
  private let accounts: any AccountStore
  let sessions: any SessionStore
  let source: AttemptSource
  let links: LinkedSubjects?
  private let throttle: Throttle
  private let lifetime: SessionLifetime?
  private let turn: ThrottleWait
  private let isConfirmed: Bool
  private let signs: Bool

  /// - Parameters:
  ///   - authenticator: Proves who it is.
  ///   - furtherSteps: The steps behind that, in their order.
  ///   - purpose: The end that the user wants.
  ///   - attempts: The log in which attempts are charged and recorded.
  ///   - accounts: The accounts, for a purpose that is about one of them.
  ///   - sessions: Ends the session of a sign-in that is cancelled just after it was recorded.
  ///   - source: The source of all attempts of this program.
  ///   - throttle: The rule for failures.
  ///   - session: The lifetime of a session to open; nil for none, because nobody would hold its token.
  ///   - turn: How to wait for attempts of others that are pending.
  ///   - links: The accounts of people whom another provider proves; nil where only our own passwords prove.
  ///   - isConfirmed: Whether the owner of a change has proven lately who they are. They are not asked again: only the steps
  ///     that change something are left.
  ///   - signs: Whether the form can have a key sign.
  public init(
    authenticator: any Authenticator, furtherSteps: [any FurtherStep] = [], attempts: any AttemptLog,
    accounts: any AccountStore, sessions: any SessionStore, source: AttemptSource, throttle: Throttle = Throttle(),
    purpose: Purpose = .signIn,
    session: SessionLifetime?, turn: ThrottleWait = ThrottleWait(), links: LinkedSubjects? = nil,
    isConfirmed: Bool = false, signs: Bool = false
  ) {
    self.signs = signs
    self.authenticator = authenticator
    self.accounts = accounts
    self.isConfirmed = isConfirmed
    self.furtherSteps = isConfirmed ? furtherSteps.filter { !$0.isProof } : furtherSteps
    self.purpose = purpose
    self.attempts = attempts
    self.sessions = sessions
    self.source = source
    self.throttle = throttle
    lifetime = session
    self.turn = turn
    self.links = links
  }

  /// Whether a conversation that goes well ends in a sign-in.
  var signsIn: Bool {
    switch purpose {
    case .signIn, .signInBySecondStep, .unlock: true
    case .change: false
    }
  }

  /// Whether it is about one account, whoever proves what.
  var isOfOneAccount: Bool {
    switch purpose {
    case .unlock, .change(by: .some): true
    case .signIn, .signInBySecondStep, .change(by: nil): false
    }
  }

  /// The place of conversations.
  var place: ConversationPlace {
    if case .change(let owner) = purpose {
      return ConversationPlace(source: source, session: owner?.session, signs: signs, isChange: true)
    }
    return ConversationPlace(source: source, signs: signs)
  }

  /// Whether an account is another than the one that the purpose is about.
  func isForeign(_ account: Account?) -> Bool {
    switch purpose {
    case .change(let owner?): !owner.mayOwn(account)
    case .unlock(let reference): account?.id != reference.number
    case .signIn, .signInBySecondStep, .change(by: nil): false
    }
  }

  /// Whether a conversation with this login may begin, before anything is verified or recorded: nobody unlocks for another
  /// account. Whoever makes a reference up learns nothing, because the answer to it is the same for each login.
  func mayBegin(_ login: Login) async throws(StoreError) -> Bool {
    guard case .unlock(let reference) = purpose else { return true }
    guard let email = try await accounts.currentEmail(of: reference) else { return false }
    return login.kind != .email || login == .email(email)
  }

  /// The account of an owner who has proven lately who they are; nil if they must prove it.
  /// - Throws: ``ServiceFault/sessionEnded`` if the account is theirs no more.
  func confirmedAccount() async throws(StoreError) -> Account? {
    guard isConfirmed, case .change(let owner?) = purpose else { return nil }
    // A session knows its account, but the owner only an email, which may be another account's by now. The log tells.
    _ = try await attempts.page(of: AttemptQuery(member: owner), before: nil, limit: 1)
    guard let account = try await accounts.account(of: owner.email), owner.mayOwn(account) else {
      throw .service(.sessionEnded)
    }
    return account
  }

  /// A new conversation. Nothing happens before its first answer.
  public func begin(_ login: Login, _ password: SealedPassword?) -> any SignInConversation {
    StepwiseSignIn(login, password, of: self)
  }
}

// The steps, for each use case that makes attempts.
extension SignInUseCase {
  /// The result of a charge.
  enum Charged {
    /// Verify, then conclude, pass, refuse or cancel the attempt.
    case admitted(Admission)
    /// The sign-in is over.
    case ended(SignInOutcome)
  }

  /// Waits for the turn of an attempt with a login that somebody typed, and charges it.
  func charge(typed login: Login) async throws(StoreError) -> Charged {
    try await charged { () async throws(StoreError) in
      try await attempts.charge(typed: login, from: source, under: throttle)
    }
  }

  /// The same for an email that is about to have an account.
  func charge(_ email: EmailAddress) async throws(StoreError) -> Charged {
    try await charged { () async throws(StoreError) in
      try await attempts.charge(email, from: source, under: throttle)
    }
  }

  private func charged(
    _ charge: () async throws(StoreError) -> Charge
  ) async throws(StoreError) -> Charged {
    switch try await turn.wait(for: charge) {
    case .admitted(let admission): .admitted(admission)
    case .mustWait: .ended(Task.isCancelled ? .cancelled : .throttled(seconds: 1))
    case .blocked(let seconds): .ended(.throttled(seconds: seconds))
    case .disabled: .ended(.disabled)
    }
  }

  /// Whether a sign-in to `account` asks for more than the first proof.
  func asksMore(of account: Account) async throws(StoreError) -> Bool {
    for step in furtherSteps {
      if case .ask = try await step.begin(for: account, place).proceed() { return true }
    }
    return false
  }

  /// Ends as the purpose wants it.
  /// - Parameters:
  ///   - subject: The person that another provider has proven; nil if our own password did.
  ///   - isSecondStepProven: Whether that provider's proof stands for the account's second step.
  func conclude(
    _ account: Account, provenAs subject: Subject? = nil, _ attempt: AttemptID, isSecondStepProven: Bool = false
  ) async throws(StoreError) -> SignInOutcome {
    switch purpose {
    case .change: return try await pass(attempt) ?? .changed
    case .signInBySecondStep where account.secondStep == nil && !isSecondStepProven:
      return try await pass(attempt) ?? .secondStepMissing
    case .unlock where isForeign(account): return try await pass(attempt) ?? .refused(blockedFor: nil)
    case .signIn, .signInBySecondStep, .unlock: return try await signIn(to: account, provenAs: subject, attempt)
    }
  }

  /// Signs in to `account`, as it was charged. The user is signed in only once the log says so, and not if the task was
  /// cancelled meanwhile.
  private func signIn(
    to account: Account, provenAs subject: Subject?, _ attempt: AttemptID
  ) async throws(StoreError) -> SignInOutcome {
    let token = lifetime.map { _ in SecureToken() }
    let opening = lifetime.flatMap { lifetime in
      token.map { NewSession(token: $0.digest, lifetime: lifetime, uid: source.uid, place: SessionPlace(source)) }
    }
    let settlement: Settlement =
      subject.map { .signedInAs($0, account, opening: opening) } ?? .signedIn(account, opening: opening)
    switch try await attempts.settle(attempt, as: settlement, under: throttle) {
    case .refused(let seconds): return .refused(blockedFor: seconds)
    case .cancelled, .passed, .notAccepted: return .cancelled
    case .signedIn(let session):
      if !Task.isCancelled {
        let owner = Owner(of: account, in: session?.id)
        guard let session, let token else { return .signedIn(SignedIn(email: account.email, owner: owner)) }
        return .signedIn(SignedIn(email: account.email, session: session, token: token, owner: owner))
      }
      // If this fails, nothing is lost: nobody ever sees the session's token.
      if let session { _ = try? await sessions.revoke(.id(session.id), from: source) }
      return .cancelled
    }
  }

  /// Records that the answer was right and that another is needed, or that it was not accepted. Returns nil, or the
  /// outcome if the attempt is on record no more.
  func pass(_ attempt: AttemptID, isAccepted: Bool = true) async throws(StoreError) -> SignInOutcome? {
    switch try await attempts.settle(attempt, as: isAccepted ? .passed : .notAccepted, under: throttle) {
    case .passed, .notAccepted: nil
    case .signedIn, .refused, .cancelled: .refused(blockedFor: nil)
    }
  }

  /// Records that the answer was wrong.
  /// - Parameter isOwn: Whether the answer was about the login of the conversation, not about a name to be linked.
  func refuse(_ attempt: AttemptID, isOwn: Bool = true) async throws(StoreError) -> SignInOutcome {
    let settlement: Settlement = if case .change(by: _?) = purpose, isOwn { .unconfirmed } else { .refused }
    guard case .refused(let seconds) = try await attempts.settle(attempt, as: settlement, under: throttle) else {
      return .refused(blockedFor: nil)
    }
    return .refused(blockedFor: seconds)
  }

  /// Records that an answer was wrong that is asked for again. Returns nil, or the outcome if the email is blocked now.
  func block(after attempt: AttemptID, isOwn: Bool) async throws(StoreError) -> SignInOutcome? {
    let outcome = try await refuse(attempt, isOwn: isOwn)
    if case .refused(blockedFor: nil) = outcome { return nil }
    return outcome
  }

  /// Records that the user left before the answer.
  func cancel(_ attempt: AttemptID) async throws(StoreError) {
    _ = try await attempts.settle(attempt, as: .cancelled, under: throttle)
  }
}
