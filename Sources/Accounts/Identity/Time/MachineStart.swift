/// The time at which the machine was started, by its clock as it is set now.
///
/// Until the next start, this time moves only when the clock is set, and by the same amount. So stores notice that, and
/// go by elapsed time. See Decisions/0082-throttle-waits.md.
public struct MachineStart: Sendable, Hashable {
  /// The name of the start. No two starts have the same name.
  public let boot: String
  /// The time of the start.
  public let moment: Timestamp

  /// A start from a clock or a store.
  public init(boot: String, moment: Timestamp) {
    self.boot = boot
    self.moment = moment
  }

  /// Returns by how much the clock has been set since `earlier` was read: forward, or back if negative.
  ///
  /// Returns zero if the machine was restarted, because the amount is then unknown. Less than a second counts as zero
  /// too, because the two clocks are not read at the same moment.
  public func setting(since earlier: MachineStart) -> Duration {
    guard boot == earlier.boot else { return .zero }
    let setting = moment.since(earlier.moment)
    return setting <= .seconds(-1) || setting >= .seconds(1) ? setting : .zero
  }
}
