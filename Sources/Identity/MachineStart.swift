/// When the machine was started, by its clock as it is set at present. Until the next start that moment only moves when
/// somebody sets the clock, and by as much: so stores notice, and go by the time that has passed.
public struct MachineStart: Sendable, Hashable {
  /// Which start it was: no two have the same name.
  public let boot: String
  /// When it was.
  public let moment: Timestamp

  /// A start as a clock tells it, or a store kept it.
  public init(boot: String, moment: Timestamp) {
    self.boot = boot
    self.moment = moment
  }

  /// By how much the clock has been set since `earlier` was read, forward or, negative, back. Zero where that is unknown,
  /// since the machine was started anew, or less than a second: the two clocks are not read at one moment.
  public func setting(since earlier: MachineStart) -> Duration {
    guard boot == earlier.boot else { return .zero }
    let setting = moment.since(earlier.moment)
    return setting <= .seconds(-1) || setting >= .seconds(1) ? setting : .zero
  }
}
