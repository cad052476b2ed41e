public import Identity

extension AttemptOutcome {
  /// What people call it, in at most 12 columns. What stores keep and programs read is the raw value.
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
