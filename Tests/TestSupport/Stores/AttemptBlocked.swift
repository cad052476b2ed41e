/// An attempt was blocked, although the test needed it to be admitted.
public struct AttemptBlocked: Error {
  /// Creates the error.
  public init() {}
}
