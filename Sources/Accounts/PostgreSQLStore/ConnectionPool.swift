internal import Identity
internal import Synchronization

/// The connections of a store. Each thread takes one, so there are as many as threads that work at once.
final class ConnectionPool: Sendable {
  private let place: PostgreSQLPlace
  private let reasons: LastReason
  private let idle = Mutex<[Idle]>([])

  private let timelines: Timelines

  /// - Parameter reasons: Gets the server's words for each failure.
  init(to place: PostgreSQLPlace, _ timelines: Timelines, noting reasons: LastReason) {
    (self.place, self.timelines, self.reasons) = (place, timelines, reasons)
  }

  /// Runs `body` with a connection that nobody else uses.
  func use<R>(until deadline: ContinuousClock.Instant, _ body: (ServerConnection) throws -> R) throws -> R {
    let taken = idle.withLock { idle in idle.popLast() }
    let connection = try taken?.connection ?? open(until: deadline)
    defer {
      if connection.isUsable { idle.withLock { [holder = Idle(connection: connection)] in $0.append(holder) } }
    }
    return try body(connection)
  }

  /// Connects to a server that is no old primary. Where the place names several servers, one of the others may be the
  /// new primary.
  func connect(until deadline: ContinuousClock.Instant) throws -> ServerConnection {
    let first = try ServerConnection(to: place, noting: reasons)
    if try timelines.believe(first, until: deadline) { return first }
    let servers = first.servers
    for server in servers where servers.count > 1 && .now < deadline {
      guard let other = try? ServerConnection(to: place, at: server),
        (try? timelines.believe(other, until: deadline, onlyPrimary: true)) == true
      else { continue }
      return other
    }
    throw StoreError.database(.oldPrimary, path: place.name)
  }

  /// Connects, and looks if the tables are those that this program knows.
  private func open(until deadline: ContinuousClock.Instant) throws -> ServerConnection {
    let connection = try connect(until: deadline)
    if let fault = try PostgreSQLSchema.state(connection, until: deadline).fault {
      throw StoreError.database(fault, path: place.name)
    }
    return connection
  }

  func close() { idle.withLock { idle in idle.removeAll() } }

  /// A connection in the pool, from which one thread takes it.
  private struct Idle: @unchecked Sendable {  // Only the thread that took it out of the pool uses it.
    let connection: ServerConnection
  }
}
