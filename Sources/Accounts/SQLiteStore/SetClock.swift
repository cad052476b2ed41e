import SQLite
import Identity

extension Database {
  /// Adjusts the times of all failures and sessions to the clock as it is set now. If the clock has been set since the
  /// last time, they move along. So setting it neither frees nor blocks anybody, and neither ends nor prolongs a
  /// session. See Decisions/0082-throttle-waits.md.
  ///
  /// After a restart nobody knows how far the clock was set. A session opened in the future ends then.
  func follow(_ clock: any WallClock) throws {
    guard let start = clock.machineStart else { return }
    let known = try first("SELECT boot, moment FROM machine_start") { row in
      MachineStart(boot: try row["boot"], moment: Timestamp(milliseconds: try row["moment"]))
    }
    let setting = known.map(start.setting) ?? .zero
    let isRestarted = known?.boot != start.boot
    guard isRestarted || setting != .zero else { return }
    try execute(
      "INSERT OR REPLACE INTO machine_start (only, boot, moment) VALUES (1, ?, ?)",
      [start.boot, start.moment.milliseconds])
    if isRestarted {
      try execute("DELETE FROM session WHERE opened > ?", [clock.now().latestOpening.milliseconds])
      return
    }
    let shift = setting.wholeMilliseconds
    try execute("UPDATE throttle_run SET since = since + ?1, last = last + ?1", [shift])
    try execute("UPDATE throttle_pair SET succeeded = succeeded + ?1, waiting = waiting + ?1", [shift])
    try execute("UPDATE throttle_pending SET charged = charged + ?", [shift])
    try execute(
      "UPDATE session SET opened = opened + ?1, used = used + ?1, expires = expires + ?1", [shift])
  }
}

extension Timestamp {
  /// The latest time at which an open session may say that it was opened, seen from this moment. It is a second ahead,
  /// because a setting of the clock by less than a second goes unnoticed.
  var latestOpening: Timestamp { advanced(by: .seconds(1)) }
}
