package import Identity

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
