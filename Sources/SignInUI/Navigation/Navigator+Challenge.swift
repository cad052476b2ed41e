public import Identity
public import SignIn

extension Navigator: ChallengeRouting {
  /// Shows the step.
  public func didMeet(_ step: ConversationStep, in conversation: Conversation) {
    transition(to: .challenge(step, conversation))
  }

  /// Shows the activity, or ends with the sign-in. A conversation that failed leads back to where it began.
  public func didEnd(_ conversation: Conversation, with outcome: SignInOutcome) {
    tally.take(
      outcome, of: conversation.login, cause: conversation.refusal, counts: conversation.signedIn == nil)
    if conversation.signedIn == nil, case .signedIn(let signedIn) = outcome {
      if case .signIn(let remembersEmail) = conversation.purpose {
        dependencies.memory?.remember(remembersEmail ? signedIn.login.text : nil)
      }
      proceed(signedIn)
      announceLast(of: conversation.notices)
    } else if conversation.signedIn == nil && tally.hasUsedUp(dependencies.settings.attemptLimit) {
      didUseUpAttempts()
    } else if case .secondStep(let signedIn) = conversation.purpose, conversation.isBlocked(by: outcome) {
      // Users who type the password once more must not type it into the search.
      setUpSecondStep(of: signedIn, saying: conversation.message(endingWith: outcome))
    } else {
      goBack(from: conversation, saying: conversation.message(endingWith: outcome))
    }
  }

  /// Goes back to where the conversation began.
  public func didLeave(_ conversation: Conversation, saying message: Message?) {
    // Only once: a dialogue says twice that the user leaves while something is under way.
    if case .challenge = scene { goBack(from: conversation, saying: message) }
  }

  /// Goes back to where the conversation began, and says why.
  public func didRunOutOfTime(in conversation: Conversation) {
    goBack(from: conversation, saying: conversation.signedIn == nil ? .answerTooLate : .setUpTooLate)
  }

  private func goBack(from conversation: Conversation, saying message: Message?) {
    switch conversation.purpose {
    case .signIn(let remembersEmail):
      transition(to: .signInAgain(conversation.login, remembersEmail: remembersEmail, message))
    case .unlock: transition(to: .signInAgain(conversation.login, remembersEmail: false, message))
    case .secondStep(let signedIn), .link(let signedIn):
      transition(to: .activity(signedIn))
      if let message { presenter.announce(message) }
    }
  }

  /// Says the last notice before the end, for which there was no time.
  private func announceLast(of notices: [Message]) {
    switch (notices.last, result) {
    case (.passwordEnds(let days, _), nil): presenter.announce(.passwordEnds(days: days, isChangeable: true))
    case (let notice?, nil): presenter.announce(notice)
    case (let notice?, _): parting = notice.text
    case (nil, _): break
    }
  }
}

extension Conversation {
  /// The sign-in of the user who has this conversation; nil if it is the sign-in itself, or unlocks.
  var signedIn: SignedIn? {
    switch purpose {
    case .secondStep(let signedIn), .link(let signedIn): signedIn
    case .signIn, .unlock: nil
    }
  }
}
