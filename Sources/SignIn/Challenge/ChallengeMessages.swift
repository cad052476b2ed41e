public import Identity

extension Message {
  /// Why a question is asked again; nil the first time.
  init?(faultOf question: Question) {
    guard let fault = question.fault else { return nil }
    self = Message(fault, of: question.challenges.first?.kind)
  }

  /// Why an answer to a challenge of that kind was not taken.
  init(_ fault: AnswerFault, of kind: Challenge.Kind?) {
    switch (fault, kind) {
    case (.used, _): self = .usedCode
    case (.codesLocked, _): self = .codesLocked
    case (.codesUnavailable, _): self = .codesUnavailable
    case (.unconfirmed, _): self = .unconfirmedCode
    case (.violation(let violation), _): self = Message(violation)
    case (.wrong, .code): self = .wrongCode
    case (.wrong, .recoveryCode): self = .wrongRecoveryCode
    case (.wrong, .password): self = .wrongPassword
    case (.wrong, .confirmation), (.wrong, .newPassword), (.wrong, .prompt), (.wrong, nil): self = .wrongAnswer
    }
  }

  /// The reason for a challenge that the user did not expect.
  init?(reasonFor challenge: Challenge) {
    guard case .newPassword(let reason) = challenge.kind else { return nil }
    self = .newPasswordNeeded(reason)
  }

  /// A notice that needs no answer; nil for one that does.
  init?(_ notice: Notice) {
    switch notice {
    case .quotation(let words, _): self = .quotation(words)
    case .passwordEnds(let days): self = .passwordEnds(days: days, isChangeable: false)
    case .recoveryCodes: return nil
    }
  }
}

extension Conversation {
  /// Why the conversation ended, to say in the scene that comes next; nil if that says it anyway.
  public func message(endingWith outcome: SignInOutcome) -> Message? {
    switch (outcome, purpose) {
    case (.refused(let seconds?), .secondStep), (.refused(let seconds?), .link): .blocked(refusal, seconds: seconds)
    case (.refused, _): Message(refusal)
    case (.throttled(let seconds), .secondStep), (.throttled(let seconds), .link):
      .blocked(.tooManyAttempts, seconds: seconds)
    case (.disabled, _): .attemptsDisabled
    case (.unavailable(let error), .signIn), (.unavailable(let error), .unlock): .unavailable(error)
    case (.unavailable(let error), .secondStep): .secondStepNotSetUp(error)
    case (.unavailable(let error), .link): .nameNotLinked(error)
    case (.changed, .link): .nameLinked
    case (.taken, .link): .nameTaken
    case (.secondStepMissing, _): .secondStepMissing
    case (.unanswered, _): .furtherStep
    case (.changed, .secondStep): .secondStepOn
    case (.signedIn, _), (.throttled, _), (.passwordLength, _), (.changed, _), (.taken, _), (.cancelled, _): nil
    }
  }
}
