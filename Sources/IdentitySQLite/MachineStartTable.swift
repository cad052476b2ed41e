import GRDB
import Identity

extension Database {
  /// Adjusts the times of all failures to the clock as it is set now. If the clock has been set since the last time,
  /// they move along, so that setting it neither frees nor blocks anybody. See
  /// Decisions/0041-throttle-by-elapsed-time.md.
  func follow(_ start: MachineStart?) throws {
    guard let start else { return }
    let known = try Row.fetchOne(self, sql: "SELECT boot, moment FROM machine_start").map(MachineStart.init)
    let setting = known.map(start.setting) ?? .zero
    guard known?.boot != start.boot || setting != .zero else { return }
    try execute(
      sql: "INSERT OR REPLACE INTO machine_start (only, boot, moment) VALUES (1, ?, ?)",
      arguments: [start.boot, start.moment.milliseconds])
    let shift = setting.wholeMilliseconds
    guard shift != 0 else { return }
    try execute(sql: "UPDATE throttle_run SET since = since + ?1, last = last + ?1", arguments: [shift])
    try execute(sql: "UPDATE throttle_pending SET charged = charged + ?", arguments: [shift])
  }
}
