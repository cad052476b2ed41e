package import Identity

// The outcomes of use cases, as the protocol says them.

extension JobResult {
  init(_ step: SignInStep) {
    switch step {
    case .ask(let question): self = .step(.ask(question))
    case .tell(let notice): self = .step(.tell(notice))
    case .wait(let reason, let page): self = .step(.wait(reason, page: page))
    case .ended(let outcome): self.init(outcome)
    }
  }

  init(_ outcome: SignInOutcome, isNew: Bool = false) {
    switch outcome {
    case .signedIn(let signedIn): self = .signedIn(signedIn, isNew: isNew)
    case .refused(let seconds): self = .ended(.refused(blockedFor: seconds, isNew: isNew))
    case .throttled(let seconds): self = .ended(.throttled(seconds: seconds, isNew: isNew))
    case .disabled: self = .ended(.disabled(isNew: isNew))
    case .unavailable(.service(.sessionEnded)): self = .replies([.unavailable(.notNow)])
    case .unavailable(let error): self = .ended(.unavailable(error, isNew: isNew))
    case .cancelled: self = .ended(.cancelled(isNew: isNew))
    case .secondStepMissing: self = .ended(.secondStepMissing)
    case .passwordExpired: self = .ended(.passwordExpired)
    case .changed: self = .ended(.changed)
    case .taken: self = .ended(.taken)
    // Forms check the length, not servers.
    case .passwordLength: self = .ended(.unavailable(.service(.nonsense), isNew: isNew))
    case .unanswered: self = .ended(.unavailable(.service(.furtherStep), isNew: isNew))
    }
  }

  init(_ outcome: SignUpOutcome) {
    switch outcome {
    case .added(let outcome): self.init(outcome, isNew: true)
    case .notAdded(.exists): self = .ended(.exists)
    case .notAdded(.notFirst): self = .ended(.notFirst)
    case .notAdded(.violation(let violation)): self = .ended(.violation(violation))
    case .notAdded(.unavailable(let error)): self = .ended(.unavailable(error, isNew: false))
    case .notAdded(.cancelled): self = .ended(.cancelled(isNew: false))
    case .throttled(let seconds): self = .ended(.throttled(seconds: seconds, isNew: false))
    case .disabled: self = .ended(.disabled(isNew: false))
    }
  }
}

extension JobResult {
  init(_ outcome: PasswordChangeOutcome) {
    if case .unavailable(.service(.sessionEnded)) = outcome {
      self = .replies([.unavailable(.notNow)])
    } else {
      self = .ended(Ending(outcome))
    }
  }
}

extension Ending {
  init(_ outcome: PasswordChangeOutcome) {
    switch outcome {
    case .changed: self = .changed
    case .confirmed: self = .confirmed
    case .violation(let violation): self = .violation(violation)
    case .refused(let seconds): self = .refused(blockedFor: seconds, isNew: false)
    case .throttled(let seconds): self = .throttled(seconds: seconds, isNew: false)
    case .disabled: self = .disabled(isNew: false)
    case .unavailable(let error): self = .unavailable(error, isNew: false)
    case .cancelled: self = .cancelled(isNew: false)
    }
  }
}

// The outcomes of use cases, for counters.

extension Job {
  /// The word for the end of a conversation, by those of the log where it has one; nil for anything else.
  package func outcome(_ result: JobResult) -> String? {
    switch (self, result) {
    case (.converse, .signedIn), (.goOn, .signedIn): AttemptOutcome.signedIn.rawValue
    case (.converse, .ended(let ending)), (.goOn, .ended(let ending)): ending.outcome
    default: nil
    }
  }
}

extension JobResult {
  /// The failure of the store that it tells of; nil if there is none.
  package var storeError: StoreError? {
    switch self {
    case .ended(.unavailable(let error, isNew: _)): error
    case .replies(let replies):
      if case .unavailable(.store(let error))? = replies.first { error } else { nil }
    case .ended, .step, .signedIn, .verified: nil
    }
  }
}

extension Ending {
  fileprivate var outcome: String {
    switch self {
    case .signedIn: AttemptOutcome.signedIn.rawValue
    case .refused: AttemptOutcome.refused.rawValue
    case .throttled: AttemptOutcome.throttled.rawValue
    case .disabled: "disabled"
    case .cancelled: AttemptOutcome.cancelled.rawValue
    case .unavailable: "unavailable"
    case .changed: "changed"
    case .confirmed: AttemptOutcome.passed.rawValue
    case .secondStepMissing, .passwordExpired, .violation, .exists, .notFirst, .taken:
      AttemptOutcome.notAccepted.rawValue
    }
  }
}
