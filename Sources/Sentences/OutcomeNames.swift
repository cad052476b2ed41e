public import Identity

extension AttemptOutcome {
  /// The outcome's name for people, in at most 12 columns. Stores and other programs use the raw value.
  public var name: String {
    switch self {
    case .pending: translated("not finished")
    case .signedIn: translated("signed in")
    case .refused: translated("refused")
    case .throttled: translated("blocked")
    case .cancelled: translated("cancelled")
    }
  }
}
