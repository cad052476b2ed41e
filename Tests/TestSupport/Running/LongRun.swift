import Foundation

/// The amount of work of a test that could go on for hours: a little in `make test`, the promised amount in
/// `make test-long`, and any number in `make test-long COUNT=…`.
public enum LongRun {
  private static let wanted = ProcessInfo.processInfo.environment["SIGNIN_ROUNDS"]

  /// Whether this is `make test-long`.
  public static var isLong: Bool { wanted != nil }

  /// The number of rounds of a test.
  /// - Parameters:
  ///   - few: Rounds in `make test`.
  ///   - promised: Rounds in `make test-long`.
  public static func rounds(_ few: Int, promised: Int) -> Int {
    guard let wanted else { return few }
    return Int(wanted) ?? promised
  }
}
