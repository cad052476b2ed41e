/// An attempt was blocked that a test needed to be admitted.
public struct AttemptBlocked: Error {
  /// An error of no properties.
  public init() {}
}
