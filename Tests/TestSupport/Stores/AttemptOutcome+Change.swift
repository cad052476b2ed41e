public import Identity

extension AttemptOutcome {
  /// Whether the row is a change, not an attempt.
  public var isChange: Bool {
    if case .change = self { true } else { false }
  }
}
