import Identity

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

  init(_ outcome: PasswordChangeOutcome) {
    switch outcome {
    case .changed: self = .ended(.changed)
    case .confirmed: self = .ended(.confirmed)
    case .violation(let violation): self = .ended(.violation(violation))
    case .refused(let seconds): self = .ended(.refused(blockedFor: seconds, isNew: false))
    case .throttled(let seconds): self = .ended(.throttled(seconds: seconds, isNew: false))
    case .disabled: self = .ended(.disabled(isNew: false))
    case .unavailable(.service(.sessionEnded)): self = .replies([.unavailable(.notNow)])
    case .unavailable(let error): self = .ended(.unavailable(error, isNew: false))
    case .cancelled: self = .ended(.cancelled(isNew: false))
    }
  }
}
