public import Identity
import Synchronization

/// A clock that stands still until time is told to pass, or somebody sets it, on a machine of its own.
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

  /// 2026-01-01 00:00 UTC unless said otherwise; the machine has just been started.
  public init(_ time: Timestamp = Timestamp(milliseconds: 1_767_225_600_000)) {
    state = Mutex(State(at: time))
  }

  /// What time it shows.
  public func now() -> Timestamp { state.withLock { $0.time } }

  /// When its machine was started, by what it shows.
  public var machineStart: MachineStart? { state.withLock { $0.start } }

  /// Lets so much time pass.
  public func advance(by duration: Duration) {
    state.withLock { $0.time = $0.time.advanced(by: duration) }
  }

  /// Sets it forward, or with a negative duration back, in no time.
  public func set(by duration: Duration) {
    state.withLock { state in
      state.time = state.time.advanced(by: duration)
      state.start = MachineStart(boot: state.start.boot, moment: state.start.moment.advanced(by: duration))
    }
  }

  /// Starts its machine anew, in no time.
  public func restart() {
    state.withLock { $0 = State(at: $0.time) }
  }
}
