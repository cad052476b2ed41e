import Identity
import Secrets

/// A login and its password, to sign in with. There is no password where a provider's people approve elsewhere.
struct SignInAttempt {
  let login: Login
  let password: SealedPassword?
  let isRemembering: Bool
  let isUnlock: Bool

  /// Nil if the login is not valid.
  init?(_ login: Login?, _ password: GuardedText, isRemembering: Bool, isUnlock: Bool) throws(PasswordError) {
    guard let login else { return nil }
    self.login = login
    self.password = try password.sealed()
    self.isRemembering = isRemembering
    self.isUnlock = isUnlock
  }

  /// Whoever the provider proves; nil if it can have no login.
  /// - Parameters:
  ///   - email: The email that was typed, a hint for the provider.
  ///   - lock: The owner of a locked terminal; nil for a form that is no lock.
  init?(at provider: ApprovalProvider, hinting email: EmailAddress? = nil, isRemembering: Bool, lock: Login? = nil) {
    guard let login = lock ?? provider.login(hinting: email) else { return nil }
    self.login = login
    password = nil
    self.isRemembering = isRemembering
    isUnlock = lock != nil
  }

  /// Begins to sign in, and counts the outcome. That of a cancelled attempt is lost.
  func begin(at signIn: any SigningIn, _ tally: AttemptTally) async -> SignInAnswer {
    let conversation = signIn.begin(login, password)
    let step = await conversation.next(.begin)
    if !Task.isCancelled {
      if let outcome = step.outcome {
        tally.record(outcome, of: login, as: isUnlock ? .password : nil)
      } else {
        tally.didAdmit(login)
      }
    }
    // Only an open conversation is kept: it holds the password.
    let nextStep = step.open.map { next in
      Conversation(conversation, of: login, for: isUnlock ? .unlock : .signIn(remembersEmail: isRemembering))
        .going(on: next)
    }
    return SignInAnswer(
      login: login, isRemembering: isRemembering, isUnlock: isUnlock, outcome: step.outcome, nextStep: nextStep)
  }
}

/// The first answer to an attempt to sign in: its outcome, or the next step.
struct SignInAnswer: SubmissionAnswer {
  let login: Login
  let isRemembering: Bool
  let isUnlock: Bool
  /// Nil if the conversation goes on.
  let outcome: SignInOutcome?
  /// The conversation at its next step; nil at the end.
  let nextStep: Conversation?

  var signedIn: (user: SignedIn, isRemembering: Bool)? { outcome?.signedIn.map { ($0, isRemembering) } }

  /// The wait before the next attempt, where no field counts it down.
  var wait: Message? {
    if case .throttled(let seconds) = outcome { .blocked(nil, seconds: seconds) } else { nil }
  }

  var isRefused: Bool {
    if case .refused? = outcome { true } else { false }
  }

  /// Whether the typed password may stay, because it was not verified: while attempts are blocked, while the user
  /// corrects a length, and while no service accepts it.
  var keepsPasswords: Bool {
    switch outcome {
    case .throttled, .passwordLength, .unavailable(.socket), .unavailable(.service(.busy)): true
    case nil, .signedIn, .refused, .disabled, .unavailable, .secondStepMissing, .passwordExpired, .changed, .taken,
      .unanswered, .cancelled:
      false
    }
  }

  /// Why the sign-in failed, as said once a block is over; nil if it did not, or if another part of the form says it.
  func message(attemptsLeft: Int? = nil) -> Message? {
    switch outcome {
    case nil, .signedIn, .changed, .taken, .throttled, .cancelled, .passwordLength: nil
    case .refused: isUnlock ? .refused(.password) : .refused(Refusal(of: login), attemptsLeft: attemptsLeft)
    case .disabled: .attemptsDisabled
    case .unavailable(let error): Message(unavailable: error)
    case .secondStepMissing: .secondStepMissing
    case .passwordExpired: .passwordExpired
    case .unanswered: .furtherStep
    }
  }
}
