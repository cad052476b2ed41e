import Glibc

/// Tells what time it is. Injected once, into the stores: they read it inside the transaction that uses it, so that
/// waiting for another process never makes a stamp old.
public protocol WallClock: Sendable {
  /// The present moment.
  func now() -> Timestamp

  /// When the machine was started, as the clock is set at present; nil where that cannot be known.
  var machineStart: MachineStart? { get }
}

/// The clock of the machine.
public struct SystemClock: WallClock {
  /// A view on the one clock there is.
  public init() {}

  /// The present moment by `CLOCK_REALTIME`.
  public func now() -> Timestamp { Timestamp(of: CLOCK_REALTIME) }

  /// By `CLOCK_BOOTTIME`, which nobody can set and which goes on while the machine sleeps.
  public var machineStart: MachineStart? {
    guard let boot = Self.boot else { return nil }
    let running = Timestamp(of: CLOCK_BOOTTIME).milliseconds
    return MachineStart(boot: boot, moment: now().advanced(by: .milliseconds(-running)))
  }

  /// The kernel's name for the time since it was started, other for every start: random(4).
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
