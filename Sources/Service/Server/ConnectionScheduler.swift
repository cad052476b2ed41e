import AccountService
import Unix

/// A connection to which a ``ConnectionScheduler`` gives turns.
@MainActor protocol ScheduledConnection: AnyObject, Hashable {
  /// Its person, with whose other connections this one counts.
  var uid: UInt32 { get }
  /// Whether it receives what arrives.
  var isReading: Bool { get }
  /// Sends what waits, and receives one message. Returns its bytes; nil if none was received.
  func turn() -> Int?
  /// Receives nothing until ``resume()``.
  func pause()
  /// Receives again.
  func resume()
}

extension Connection: ScheduledConnection {}

/// Serves connections in turns of the loop. A turn has a budget of bytes, which limits its time. People are served one after
/// another, a message each, and so are the connections of each person. So whatever one person sends, others wait for one
/// message of theirs.
@MainActor final class ConnectionScheduler<Connection: ScheduledConnection> {
  /// What it costs to serve a connection, beside the bytes of its message.
  static var bytesOfService: Int { 512 }

  private let loop: RunLoop
  private let budget: Int
  private let pause: Duration
  /// Returns whether the person has sent too much.
  private let isSlowedDown: (UInt32) -> Bool
  private let onMessage: (UInt32, _ bytes: Int) -> Void
  private var ready = RoundRobin<Connection>()
  /// The connections of people who have sent too much.
  private var paused: [UInt32: [Connection]] = [:]
  private var isTurnDue = false
  /// What the last turn received.
  private(set) var bytesOfLastTurn = 0

  /// - Parameters:
  ///   - budget: The work of a turn, in bytes.
  ///   - pause: How long nothing is received from a person who has sent too much.
  ///   - isSlowedDown: Returns whether a person has sent too much. Nothing more is received from them for a while.
  ///   - onMessage: Called with the length of each message.
  init(
    _ loop: RunLoop, budget: Int, pause: Duration = .seconds(1),
    isSlowedDown: @escaping (UInt32) -> Bool = { _ in false },
    onMessage: @escaping (UInt32, _ bytes: Int) -> Void = { _, _ in }
  ) {
    (self.loop, self.budget, self.pause) = (loop, budget, pause)
    (self.isSlowedDown, self.onMessage) = (isSlowedDown, onMessage)
  }

  /// Something arrived at the connection, or more can be sent.
  func lineUp(_ connection: Connection) {
    ready.join(connection, of: connection.uid)
    // A message that has arrived wins over its deadline.
    planTurn(loop.afterEvents)
  }

  private func planTurn(_ add: (@escaping () -> Void) -> Void) {
    if isTurnDue || ready.isEmpty { return }
    isTurnDue = true
    add { [weak self] in self?.turn() }
  }

  private func turn() {
    isTurnDue = false
    bytesOfLastTurn = 0
    var left = budget
    while left > 0, let (connection, person) = ready.next() {
      left -= Self.bytesOfService
      if connection.isReading, isSlowedDown(person) { pause(connection, of: person) }
      guard let bytes = connection.turn() else { continue }
      left -= bytes
      bytesOfLastTurn += bytes
      onMessage(person, bytes)
      ready.join(connection, of: person)
    }
    // Behind the timers that are due: under a flood, too, the service must tell its manager that it lives.
    planTurn { _ = loop.timers.add(after: .zero, $0) }
  }

  private func pause(_ connection: Connection, of person: UInt32) {
    connection.pause()
    paused[person, default: []].append(connection)
    if paused[person]?.count == 1 {
      _ = loop.timers.add(after: pause) { [weak self] in self?.resume(person) }
    }
  }

  private func resume(_ person: UInt32) {
    for connection in paused.removeValue(forKey: person) ?? [] { connection.resume() }
  }
}
