import TestSupport
import Testing

@testable import Server
@testable import Unix

/// The turns of a service, in turns of a loop whose every end a test sees.
@MainActor @Suite struct ConnectionSchedulerTests {
  private typealias Scheduler = ConnectionScheduler<PlayedConnection>
  private let loop = RunLoop(signals: -1)
  private let served = Served()

  @Test(arguments: [0, 100, 4_096, 65_536])
  func `A turn ends with the message that uses up its bytes, however many connections one person has`(_ bytes: Int) {
    // given a gate with 512 connections, at which messages never end
    let scheduler = Scheduler(loop, budget: 16_384)
    let flood = (0..<512).map { _ in PlayedConnection(of: 33, endless: bytes, served) }
    // when
    for connection in flood { scheduler.lineUp(connection) }
    turn(1)
    served.turns = []
    turn(100)
    // then
    let most = 1 + (16_384 - 1) / (bytes + Scheduler.bytesOfService)
    #expect(served.turns.count == 100)
    #expect(served.turns.allSatisfy { $0.count == most })
    // and the connections were served one after another
    let counts = flood.map(\.received)
    #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
  }

  @Test(.tags(.serviceKeepsAccounts), arguments: [1, 2, 20])
  func `A hello waits for one message of each other person at most, and for no other connection of theirs`(
    _ people: Int
  ) {
    // given people who flood the service with the longest messages
    let scheduler = Scheduler(loop, budget: 16_384)
    for person in 0..<people {
      for _ in 0..<16 { scheduler.lineUp(PlayedConnection(of: UInt32(1000 + person), endless: 65_536, served)) }
    }
    turn(10)
    // when another one says hello
    let other = PlayedConnection(of: 2000, messages: 1, served)
    scheduler.lineUp(other)
    served.turns = []
    while other.received == 0, served.turns.count < 1_000 { turn(1) }
    // then
    let before = served.turns.flatMap(\.self).prefix { $0 != 2000 }
    #expect(before.count <= people)
    #expect(Set(before).count == before.count)
  }

  @Test func `A flood holds no timer up, such as that of the watchdog`() {
    // given a flood, and timers that are due one after another
    let scheduler = Scheduler(loop, budget: 16_384)
    scheduler.lineUp(PlayedConnection(of: 1000, endless: 65_536, served))
    turn(1)
    var ran = 0
    for _ in 0..<3 { _ = loop.timers.add(after: .zero) { ran += 1 } }
    // when
    turn(2)
    // then
    #expect(ran == 3)
  }

  @Test func `A connection that has nothing more is forgotten, and the loop sleeps`() {
    let scheduler = Scheduler(loop, budget: 16_384)
    let connection = PlayedConnection(of: 1000, messages: 3, served)
    scheduler.lineUp(connection)
    turn(2)
    #expect(connection.received == 3)
    #expect(loop.timers.next == nil)
  }

  @Test func `Nothing is received from a person who has sent too much, until the pause is over`() {
    // given
    var isTooMuch = false
    let scheduler = Scheduler(loop, budget: 16_384, pause: .seconds(3600)) { person in isTooMuch && person == 1000 }
    let flood = (0..<3).map { _ in PlayedConnection(of: 1000, endless: 8_192, served) }
    let other = PlayedConnection(of: 1001, endless: 1_000, served)
    for connection in flood + [other] { scheduler.lineUp(connection) }
    turn(10)
    #expect(flood.allSatisfy { $0.received > 0 })
    // when
    isTooMuch = true
    turn(3)
    let received = flood.map(\.received)
    turn(10)
    // then they wait, and others are served
    #expect(flood.allSatisfy { $0.isPaused })
    #expect(flood.map { $0.received } == received)
    #expect(served.turns.suffix(10).allSatisfy { $0.contains(1001) && !$0.contains(1000) })
  }

  @Test func `After a pause a person is served again`() {
    // given
    var isTooMuch = true
    let scheduler = Scheduler(loop, budget: 16_384, pause: .zero) { _ in isTooMuch }
    let connection = PlayedConnection(of: 1000, endless: 8_192, served)
    scheduler.lineUp(connection)
    turn(1)
    #expect(connection.received == 0)
    // when
    isTooMuch = false
    turn(2)
    scheduler.lineUp(connection)
    turn(2)
    // then
    #expect(connection.received > 0)
  }

  /// Lets the loop make so many turns.
  private func turn(_ count: Int) {
    var rest = count + 1
    loop.onTurnEnd = { [loop, served] in
      rest -= 1
      if rest < count { served.endTurn() }
      if rest <= 0 { return loop.stop() }
      // The next turn comes at once.
      _ = loop.timers.add(after: .zero) {}
    }
    _ = loop.run()
    loop.onTurnEnd = {}
  }
}

/// Who was served in each turn.
@MainActor private final class Served {
  var turns: [[UInt32]] = []
  private var now: [UInt32] = []

  func note(_ person: UInt32) { now.append(person) }

  func endTurn() {
    turns.append(now)
    now = []
  }
}

/// A connection at which so many messages arrived.
@MainActor private final class PlayedConnection: ScheduledConnection {
  let uid: UInt32
  private let bytes: Int
  private var rest: Int
  private let served: Served
  private(set) var received = 0
  private(set) var isPaused = false
  var isReading: Bool { !isPaused }

  init(of uid: UInt32, endless bytes: Int, _ served: Served) {
    (self.uid, self.bytes, self.served, rest) = (uid, bytes, served, .max)
  }

  init(of uid: UInt32, messages: Int, _ served: Served) {
    (self.uid, self.served, rest, bytes) = (uid, served, messages, 200)
  }

  func turn() -> Int? {
    if rest == 0 || isPaused { return nil }
    rest -= 1
    received += 1
    served.note(uid)
    return bytes
  }

  func pause() { isPaused = true }
  func resume() { isPaused = false }

  nonisolated static func == (left: PlayedConnection, right: PlayedConnection) -> Bool { left === right }
  nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
