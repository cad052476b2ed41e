import Testing
import AccountService
import Messages

@testable import Server

@Suite struct OutboxTests {
  @Test func `Small messages cost what they take in memory, so few of them are too many`() throws {
    let (ours, its) = try SeqpacketSocket.pair()
    defer { [ours, its].forEach { $0.close() } }
    fill(ours)
    var outbox = Outbox()
    // when 16 KB of messages wait, each of four bytes
    for _ in 0..<4096 { outbox.add(.message([1, 2, 3, 4])) }
    // then
    guard case .overfull = outbox.flush(to: ours, atMost: 64) else {
      Issue.record("4096 messages may wait.")
      return
    }
  }

  @Test func `A page of the longest rows may wait`() throws {
    let (ours, its) = try SeqpacketSocket.pair()
    defer { [ours, its].forEach { $0.close() } }
    fill(ours)
    var outbox = Outbox()
    for _ in 0..<150 { outbox.add(.message([UInt8](repeating: 0, count: 1000))) }
    guard case .waiting = outbox.flush(to: ours, atMost: 64) else {
      Issue.record("It is refused.")
      return
    }
  }

  @Test func `Messages leave in their order, and at most 64 in a turn`() throws {
    let (ours, its) = try SeqpacketSocket.pair()
    defer { [ours, its].forEach { $0.close() } }
    var outbox = Outbox()
    for number in 0..<150 as Range<UInt8> { outbox.add(.message(message(number))) }
    var received: [UInt8] = []
    var turns: [Int] = []
    while !outbox.isEmpty, turns.count < 150 {
      let state = outbox.flush(to: ours, atMost: 64)
      let before = received.count
      while case .message(let bytes) = its.receive() { received.append(bytes[1]) }
      turns.append(received.count - before)
      if outbox.isEmpty {
        guard case .empty = state else {
          Issue.record("It is empty and says otherwise.")
          return
        }
      }
      // What comes meanwhile has its place behind the others.
      if turns.count == 1 { outbox.add(.message(message(150))) }
    }
    #expect(received == Array(0...150))
    #expect(turns == [64, 64, 23])
  }

  /// A message with a number, whose first byte is no secret's.
  private func message(_ number: UInt8) -> [UInt8] { [1, number, 0, 0, 0, 0, 0, 0] }

  /// Sends until the socket takes no more.
  private func fill(_ socket: SeqpacketSocket) {
    while case .sent = socket.send(message(0)) {}
  }
}
