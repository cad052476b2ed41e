/// Which value of several that come close together `debounce` and `throttle` let through.
public enum Edge: Sendable {
  /// The first, at once.
  case leading
  /// The last, when the time is over.
  case trailing
  /// The first at once, and the last when the time is over.
  case both
}
