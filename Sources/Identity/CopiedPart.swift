/// The part of a log that a copy had written when it broke off: its oldest attempts, all of them up to a number.
public struct CopiedPart: Sendable, Hashable {
  /// How many attempts it has.
  public let count: Int
  /// The number of the newest one.
  public let last: Int64
  /// The numbers of those that may have changed since: pending ones, and blocked ones, which others join.
  public let unsettled: [Int64]

  /// A part of `count` attempts, up to the number `last`.
  public init(count: Int, last: Int64, unsettled: [Int64]) {
    self.count = count
    self.last = last
    self.unsettled = unsettled
  }
}
