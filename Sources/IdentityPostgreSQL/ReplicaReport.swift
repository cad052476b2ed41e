public import Identity

/// The use of a replica at the moment. `signin doctor` judges it.
public struct ReplicaReport: Sendable {
  /// Whether pages of the log can come from it.
  public let state: ReplicaState
  /// The bytes of changes that it lacks; 0 unless it is late.
  public let bytesBehind: Int
  /// The way to it.
  public let way: ServerReport.Way

  /// Asks the server at `replica`, and the primary at `place`. Blocks its thread, for some seconds at most.
  public init(of replica: PostgreSQLPlace, for place: PostgreSQLPlace) throws(StoreError) {
    let position = try Self.asked(place) { connection, deadline in
      try connection.run([LogPosition.question], until: deadline).first?.first.map(LogPosition.init)
    }
    (state, bytesBehind, way) = try Self.asked(replica) { connection, deadline in
      if let fault = try PostgreSQLSchema.state(connection, until: deadline).fault {
        throw StoreError.server(fault, path: replica.name)
      }
      let answers = try LogReplica.comparison(connection, at: position, until: deadline)
      return (try ReplicaState(answers), try answers.first?.first?.optionalNumber("behind") ?? 0, connection.way)
    }
  }

  private static func asked<R>(
    _ place: PostgreSQLPlace, _ question: (ServerConnection, ContinuousClock.Instant) throws -> R?
  ) throws(StoreError) -> R {
    do {
      let deadline = ContinuousClock.now + PostgreSQLStore.patience
      guard let answer = try question(ServerConnection(to: place), deadline) else { throw ServerError.lost }
      return answer
    } catch {
      throw StoreError(error, at: place.name)
    }
  }
}
