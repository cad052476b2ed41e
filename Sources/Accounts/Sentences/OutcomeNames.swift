public import Identity

extension AttemptSearch {
  /// A typed search, in the user's language. An email in it is read as ``GivenEmail`` says, as it was when it was stored.
  public init(typed text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map { word in
      GivenEmail(String(word)).address?.text ?? String(word)
    }
    self.init(
      words.joined(separator: " "), naming: \.searchedName, failures: ["failed", translated("failed")],
      dates: { SearchedDates.local($0) })
  }
}

extension AttemptOutcome {
  /// The outcome's name for people, in at most 12 columns unless it is unknown. Stores and other programs use the raw value.
  public var name: String {
    switch self {
    case .pending: translated("not finished")
    case .signedIn: translated("signed in")
    case .refused: translated("refused")
    case .unconfirmed: translated("wrong answer")
    case .throttled: translated("blocked")
    case .cancelled: translated("cancelled")
    case .passed: translated("right answer")
    case .notAccepted: translated("not accepted")
    case .change(let change): change.name
    case .unknown(let text): text
    }
  }
}

extension AttemptOutcome {
  /// The name where there is room for more words than in a column.
  public var fullName: String {
    switch self {
    case .unconfirmed: translated("wrong password or code")
    case .passed: translated("right password or code")
    case .change(.passwordReset): translated("password reset by an administrator")
    case .change(.sessionRevoked): translated("session ended")
    case .change(.recoveryCodesMade): translated("new recovery codes")
    case .change(.recoveryCodeUsed): translated("recovery code used")
    case .change(.secondStepAdded): translated("two-step sign-in turned on")
    case .change(.secondStepRemoved): translated("two-step sign-in turned off")
    case .pending, .signedIn, .refused, .throttled, .cancelled, .notAccepted, .change, .unknown: name
    }
  }

  /// The names, and what people look for instead, though it may have been something else.
  fileprivate var searchedName: String {
    switch self {
    case .refused: name + " " + translated("wrong password")
    case .notAccepted: name + " " + translated("wrong password or code")
    default: name + " " + fullName
    }
  }
}

extension LoggedChange {
  fileprivate var name: String {
    switch self {
    case .passwordChanged: translated("new password")
    case .passwordReset: translated("admin reset")
    case .locked: translated("locked")
    case .unlocked: translated("unlocked")
    case .sessionRevoked: translated("ended")
    case .signedOut: translated("signed out")
    case .accountAdded: translated("new account")
    case .renamed: translated("renamed")
    case .accountRemoved: translated("removed")
    case .secondStepAdded: translated("2nd step on")
    case .secondStepRemoved: translated("2nd step off")
    case .recoveryCodesMade: translated("new codes")
    case .recoveryCodeUsed: translated("code used")
    case .keyAdded: translated("key added")
    case .keyRemoved: translated("key removed")
    case .keyCounter: translated("key counter")
    case .linked: translated("name linked")
    case .unlinked: translated("unlinked")
    }
  }
}
