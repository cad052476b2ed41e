public import Unix
public import Messages

/// The server of accounts: it serves forms, each over a socket of its own, in turns of one run loop. The store and the
/// hashing work on other threads, so that the loop never waits for them.
@MainActor public final class AccountServer {
  /// How long a form may take.
  public struct Deadlines: Sendable {
    /// The timeout of the hello.
    public var hello = Duration.seconds(15)
    /// Until it sends what a conversation waits for: its secrets, or an answer.
    public var answer = Duration.seconds(120)
    /// Until it goes on after something that its user must put away first: a new secret, or recovery codes. Also until an
    /// administrator's program sends its next request: it may wait for its user.
    public var keeping = Duration.seconds(900)

    /// 15 s, 120 s and 15 min.
    public init() {}
  }

  /// A way in.
  public enum Entrance: Sendable {
    /// For forms.
    case signIn
    /// For administrators.
    case administration
  }

  /// Called when the last connection is over, and all its work is done.
  public var onIdle: () -> Void = {}
  /// Called for the log of a service.
  public var onEvent: (ServerEvent) -> Void {
    get { admission.onEvent }
    set { admission.onEvent = newValue }
  }
  /// How many hashes may be under way at once, two by default.
  public var mostHashes: Int {
    get { admission.queue.mostAtOnce }
    set { admission.queue.mostAtOnce = newValue }
  }
  /// How much memory hashes may take at once, in KiB; any by default. One that takes more is computed alone.
  public var mostHashMemory: Int {
    get { admission.queue.mostMemory }
    set { admission.queue.mostMemory = newValue }
  }
  /// How many jobs of the store that take turns may be under way at once, two by default.
  public var mostStoreJobs: Int {
    get { admission.storeQueue.mostAtOnce }
    set { admission.storeQueue.mostAtOnce = newValue }
  }
  /// Whether no connection is left.
  public var isIdle: Bool { connections.isEmpty }
  /// The connections that are not over.
  var connectionCount: Int { connections.count }
  /// The most programs of administrators at once.
  static let mostAdministrations = 32

  let loop: RunLoop
  let workers: WorkThreads
  private(set) var dependencies: UseCaseDependencies
  let deadlines: Deadlines
  let admission: AdmissionControl
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var listeners: [Listener] = []

  /// - Parameters:
  ///   - loop: Where all messages come and go.
  ///   - workers: The threads for the store and the hashing.
  ///   - dependencies: The store and the rules.
  ///   - limits: How much one user can take; nil for a server of one form.
  ///   - now: A clock that never goes back.
  public init(
    _ loop: RunLoop, _ workers: WorkThreads, _ dependencies: UseCaseDependencies,
    deadlines: Deadlines = Deadlines(), limits: Limits? = nil, now: @escaping () -> Duration = { Timers.now }
  ) {
    (self.loop, self.workers, self.dependencies, self.deadlines) = (loop, workers, dependencies, deadlines)
    admission = AdmissionControl(limits, now: now)
  }

  /// Serves the programs that connect to the socket, until ``stop()``.
  public func serve(at socket: ListeningSocket, _ entrance: Entrance) {
    let listener = Listener(socket, loop) { [weak self] socket in self?.serve(socket, entrance) }
    listeners.append(listener)
    listener.open()
  }

  /// Serves the program at the other end, and closes the socket in the end. Rejects the connection if the limit is reached.
  /// - Parameter entrance: Permission to connect to the socket of administrators is permission to administer.
  public func serve(_ socket: SeqpacketSocket, _ entrance: Entrance = .signIn) {
    guard let peer = socket.peer else { return socket.close() }
    serve(socket, from: peer, entrance)
  }

  func serve(_ socket: SeqpacketSocket, from peer: PeerProcess, _ entrance: Entrance = .signIn) {
    guard admits(peer, entrance) else {
      _ = socket.send(Reply.unavailable(.busy).message(0))
      return socket.close()
    }
    let connection = Connection(socket, peer, at: entrance, dependencies, loop, workers, deadlines, admission) {
      [weak self] in
      self?.forget($0)
    }
    connections[ObjectIdentifier(connection)] = connection
    count(entrance, by: 1)
    connection.start()
  }

  private func count(_ entrance: Entrance, by change: Int) {
    switch entrance {
    case .signIn: admission.load.connections += change
    case .administration: admission.load.administrators += change
    }
  }

  private func admits(_ peer: PeerProcess, _ entrance: Entrance) -> Bool {
    switch entrance {
    case .signIn: admission.admits(connectionOf: admission.person(peer.uid))
    case .administration: connections.values.count { $0.entrance == .administration } < Self.mostAdministrations
    }
  }

  /// Takes other rules, for the connections to come. Those that are there keep theirs, but for the limits.
  public func change(to dependencies: UseCaseDependencies, limits: Limits?) {
    self.dependencies = dependencies
    admission.limits = limits
  }

  /// Ends in order, so that the next process can go on: takes nobody and no request any more, and finishes what was asked. What
  /// still waits to be hashed after that time is told to try again, and nobody is charged for it. A while later ``stop()`` follows.
  public func drain(for time: Duration) {
    closeListeners()
    for connection in connections.values { connection.drain() }
    _ = loop.timers.add(after: time) { [weak self] in self?.admission.queue.close() }
    _ = loop.timers.add(after: time + Self.timeForHashes) { [weak self] in self?.stop() }
  }

  /// For the hashes that are under way when nothing more begins. The costliest takes some five seconds.
  private static let timeForHashes = Duration.seconds(10)

  /// Ends all connections: cancels what can be cancelled, and does what was promised.
  public func stop() {
    closeListeners()
    for connection in connections.values { connection.stop() }
  }

  private func closeListeners() {
    for listener in listeners { listener.close() }
    listeners = []
  }

  private func forget(_ connection: Connection) {
    if connection.entrance == .signIn { admission.forget(connectionOf: connection.uid) }
    connections[ObjectIdentifier(connection)] = nil
    count(connection.entrance, by: -1)
    if isIdle { onIdle() }
  }
}
