/// Selects the value that `debounce` and `throttle` send when several come close together.
public enum Edge: Sendable {
  /// The first, at once.
  case leading
  /// The last, when the time has passed.
  case trailing
  /// The first at once, and the last when the time has passed.
  case both
}
