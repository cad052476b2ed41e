public import Identity
import Synchronization

/// A clock on a machine of its own, which stands still until a test advances or sets it.
public final class ManualClock: WallClock {
  private struct State {
    var time: Timestamp
    var start: MachineStart

    init(at time: Timestamp) {
      self.time = time
      start = MachineStart(boot: String(UInt64.random(in: .min ... .max)), moment: time)
    }
  }

  private let state: Mutex<State>

  /// A clock at `time`, 2026-01-01 00:00 UTC by default; the machine has just been started.
  public init(_ time: Timestamp = Timestamp(milliseconds: 1_767_225_600_000)) {
    state = Mutex(State(at: time))
  }

  /// The time that it shows.
  public func now() -> Timestamp { state.withLock { $0.time } }

  /// The start of its machine, by its own time.
  public var machineStart: MachineStart? { state.withLock { $0.start } }

  /// Its user lives in UTC.
  public func local(_ time: Timestamp) -> CivilTime { CivilTime(time, secondsAhead: 0) }

  /// Lets time pass.
  public func advance(by duration: Duration) {
    state.withLock { $0.time = $0.time.advanced(by: duration) }
  }

  /// Sets the clock forward, or with a negative duration back; no time passes.
  public func set(by duration: Duration) {
    state.withLock { state in
      state.time = state.time.advanced(by: duration)
      state.start = MachineStart(boot: state.start.boot, moment: state.start.moment.advanced(by: duration))
    }
  }

  /// Restarts its machine; no time passes.
  public func restart() {
    state.withLock { $0 = State(at: $0.time) }
  }
}
