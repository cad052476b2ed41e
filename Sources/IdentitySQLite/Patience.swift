import Glibc

/// How to wait for the lock of another program: for about 5 s, looking again every few milliseconds.
///
/// SQLite's own timeout looks less and less often, so whoever has waited longest is least likely to find the lock free,
/// and of many programs at once some never do. Here all have the same chance, at any time.
enum Patience {
  /// Waits once more, and says so; false when it has been enough.
  /// - Parameter times: How often it has waited for this lock before.
  static func waitsAgain(after times: Int) -> Bool {
    guard times < 1_000 else { return false }
    usleep(.random(in: 1_000...9_000))
    return true
  }
}
