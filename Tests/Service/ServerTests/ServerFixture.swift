import ServiceTestSupport
import Workers

@testable import Server

/// The store, the rules, the limits and the workers of a server, in a test.
@MainActor final class ServerFixture: ServiceFixture {
  /// The limits of a service; nil for a server of one form.
  var limits: Limits?
  /// How much a server does at once.
  var capacity = Capacity()
  /// The server's own clock, which never goes back.
  var uptime = Duration.zero
  /// The processes of its workers, for each server, and the file that they run.
  var pools: [WorkerPool] = []
  var pool: WorkerPool? { pools.last }
  var worker: PlayedWorker?

  // An exit test would wait for a process that ended and was left, for ever: swift-testing waits for any child.
  isolated deinit { for pool in pools { pool.end() } }
}
