import Foundation

/// How much a test does that could go on for hours: a little in `make test`, what was promised in `make test-long`, and any
/// number in `make test-long COUNT=…`.
public enum LongRun {
  private static let wanted = ProcessInfo.processInfo.environment["SIGNIN_ROUNDS"]

  /// Whether this is `make test-long`.
  public static var isLong: Bool { wanted != nil }

  /// How often a test does its work.
  /// - Parameters:
  ///   - few: Rounds in `make test`.
  ///   - promised: Rounds in `make test-long`.
  public static func rounds(_ few: Int, promised: Int) -> Int {
    guard let wanted else { return few }
    return Int(wanted) ?? promised
  }
}
