public import Unix
public import Wire

/// The keeper of accounts: it serves forms, each over a socket of its own, in turns of one run loop. The store and the
/// hashing work on other threads, so that the loop never waits for them.
@MainActor public final class Keeper {
  /// How long a form may take.
  public struct Deadlines: Sendable {
    /// Until it says hello.
    public var hello = Duration.seconds(15)
    /// Until it sends what a conversation waits for: its secrets, or an answer.
    public var answer = Duration.seconds(120)
    /// Until it goes on after something that its user must put away first: a new secret, or recovery codes.
    public var keeping = Duration.seconds(900)

    /// 15 s, 120 s and 15 min.
    public init() {}
  }

  /// Called when the last connection is over, and all its work is done.
  public var onIdle: () -> Void = {}
  /// Whether no connection is left.
  public var isIdle: Bool { connections.isEmpty && administrations.isEmpty }

  let loop: RunLoop
  let workers: WorkThreads
  let office: Result<Office, Unavailability>
  let deadlines: Deadlines
  private var connections: [ObjectIdentifier: Connection] = [:]
  var administrations: [ObjectIdentifier: Administration] = [:]

  /// - Parameters:
  ///   - loop: Where all messages come and go.
  ///   - workers: The threads for the store and the hashing.
  ///   - office: The store and the rules, or the reason why there are none. Each form is told that reason.
  public init(
    _ loop: RunLoop, _ workers: WorkThreads, _ office: Result<Office, Unavailability>,
    deadlines: Deadlines = Deadlines()
  ) {
    (self.loop, self.workers, self.office, self.deadlines) = (loop, workers, office, deadlines)
  }

  /// Serves the form at the other end, and closes the socket in the end.
  public func serve(_ link: Link) {
    guard let peer = link.peer else { return link.close() }
    let connection = Connection(link, peer, office, loop, workers, deadlines) { [weak self] in self?.forget($0) }
    connections[ObjectIdentifier(connection)] = connection
    connection.start()
  }

  /// Ends all connections: cancels what can be cancelled, and does what was promised.
  public func stop() {
    for connection in connections.values { connection.stop() }
    for administration in administrations.values { administration.stop() }
  }

  private func forget(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    if isIdle { onIdle() }
  }
}
