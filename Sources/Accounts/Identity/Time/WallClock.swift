import Glibc

/// The time, injected once, into the stores. They read it inside the transaction that uses it, so waiting for another
/// process never makes it outdated.
public protocol WallClock: Sendable {
  /// The present moment.
  func now() -> Timestamp

  /// The time at which the machine was started, by the clock as it is set now, or nil if it is unknown.
  var machineStart: MachineStart? { get }

  /// Returns a moment in the user's time zone.
  func local(_ time: Timestamp) -> CivilTime
}

extension WallClock {
  /// In the time zone of the process.
  public func local(_ time: Timestamp) -> CivilTime { time.local }
}

/// The clock of the machine.
public struct SystemClock: WallClock {
  /// All instances read the machine's one clock.
  public init() {}

  /// The present moment by `CLOCK_REALTIME`.
  public func now() -> Timestamp { Timestamp(of: CLOCK_REALTIME) }

  /// Measured by `CLOCK_BOOTTIME`, which cannot be set and goes on while the machine sleeps.
  public var machineStart: MachineStart? {
    guard let boot = Self.boot else { return nil }
    let running = Timestamp(of: CLOCK_BOOTTIME).milliseconds
    return MachineStart(boot: boot, moment: now().advanced(by: .milliseconds(-running)))
  }

  /// The kernel's name for this start of the machine, different for every start: random(4).
  private static var boot: String? {
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 36)
    guard read(file, &bytes, bytes.count) == bytes.count else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Timestamp {
  fileprivate init(of clock: clockid_t) {
    var time = timespec()
    clock_gettime(clock, &time)  // cannot fail: the clock exists and the pointer is good
    self.init(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
