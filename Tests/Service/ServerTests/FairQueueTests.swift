import TestSupport
import Testing

import AccountService
@testable import Server
import Unix

extension FairQueue {
  /// Lines up for another hash of a user.
  fileprivate mutating func join(_ uid: UInt32, memory: Int = 0) -> Ticket {
    let ticket = ticket(of: uid, memory: memory)
    join(ticket)
    return ticket
  }
}

@Suite struct FairQueueTests {
  private static func queue(atOnce: Int = 1, mostMemory: Int = .max, crowds: Set<UInt32> = []) -> FairQueue {
    FairQueue(mostAtOnce: atOnce, mostMemory: mostMemory, Limits(gateUIDs: crowds))
  }

  /// Takes and ends all turns, and returns whose they were.
  private static func played(_ queue: inout FairQueue) -> [UInt32] {
    var uids: [UInt32] = []
    while let ticket = queue.next() {
      uids.append(ticket.uid)
      queue.end(ticket)
    }
    return uids
  }

  @Test func `Users take turns, however many hashes one of them has`() {
    var queue = Self.queue()
    for uid: UInt32 in [1, 1, 1, 1, 2, 3, 2] { _ = queue.join(uid) }
    #expect(Self.played(&queue) == [1, 2, 3, 1, 2, 1, 1])
  }

  @Test func `The order is the one in which hashes begin`() {
    var queue = Self.queue()
    for uid: UInt32 in [7, 7, 8, 7, 9, 8] { _ = queue.join(uid) }
    let order = queue.order.map(\.uid)
    #expect(order == Self.played(&queue))
  }

  @Test func `A user's hashes begin in their order`() {
    var queue = Self.queue()
    let tickets = (0..<3).map { _ in queue.join(1) }
    var begun: [FairQueue.Ticket] = []
    while let ticket = queue.next() {
      begun.append(ticket)
      queue.end(ticket)
    }
    #expect(begun == tickets)
  }

  @Test func `Hashes at once take no more memory than they may`() {
    var queue = Self.queue(atOnce: 4, mostMemory: 100)
    let first = queue.join(1, memory: 60)
    for uid: UInt32 in 2...3 { _ = queue.join(uid, memory: 40) }
    #expect(queue.next() == first)
    #expect(queue.next()?.uid == 2)
    #expect(queue.next() == nil)
    queue.end(first)
    #expect(queue.next()?.uid == 3)
  }

  @Test func `A costly hash is computed alone, and none overtakes it`() {
    var queue = Self.queue(atOnce: 4, mostMemory: 100)
    let (first, costly, last) = (
      queue.join(1, memory: 10), queue.join(2, memory: 1000), queue.join(3, memory: 10)
    )
    #expect(queue.next() == first)
    #expect(queue.next() == nil)
    queue.end(first)
    #expect(queue.next() == costly)
    #expect(queue.next() == nil)
    queue.end(costly)
    #expect(queue.next() == last)
  }

  @Test func `No more hashes begin than the machine does at once`() {
    var queue = Self.queue(atOnce: 2)
    for uid: UInt32 in 1...4 { _ = queue.join(uid) }
    let first = queue.next()
    #expect(first?.uid == 1)
    #expect(queue.next()?.uid == 2)
    #expect(queue.next() == nil)
    if let first { queue.end(first) }
    #expect(queue.next()?.uid == 3)
    #expect(queue.next() == nil)
  }

  @Test func `A user's second hash waits for the first one, and others pass it`() {
    var queue = Self.queue(atOnce: 3)
    for uid: UInt32 in [1, 1, 2] { _ = queue.join(uid) }
    #expect(queue.next()?.uid == 1)
    #expect(queue.next()?.uid == 2)
    #expect(queue.next() == nil)
  }

  @Test(.tags(.serviceKeepsAccounts), arguments: [(1, 1), (2, 1), (3, 2), (8, 4)])
  func `The users behind a gate have half of the hashes, and others need not wait for one of theirs`(
    _ atOnce: Int, _ most: Int
  ) {
    // given
    var queue = Self.queue(atOnce: atOnce, crowds: [5])
    for _ in 0...atOnce { _ = queue.join(5) }
    // when
    let begun = (0..<atOnce).compactMap { _ in queue.next() }
    // then
    #expect(begun.count == most)
    let mine = queue.join(1)
    #expect(queue.next() == (atOnce > 1 ? mine : nil))
  }

  @Test func `Where nobody is limited, one user has all hashes`() {
    var queue = FairQueue(mostAtOnce: 3, nil)
    for _ in 0..<3 { _ = queue.join(5) }
    #expect((0..<3).compactMap { _ in queue.next() }.count == 3)
  }

  @Test func `A hash that leaves is not begun, and the others move up`() {
    var queue = Self.queue()
    let (one, two, three) = (queue.join(1), queue.join(2), queue.join(3))
    queue.leave(two)
    #expect(queue.order == [one, three])
    queue.leave(one)
    queue.leave(three)
    #expect(queue.next() == nil)
  }

  @Test(.tags(.serviceKeepsAccounts)) func `Nobody waits for more than one hash of each other user, whoever comes`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var queue = Self.queue()
      for _ in 0..<Int.random(in: 0...30, using: &random) { _ = queue.join(.random(in: 1...5, using: &random)) }
      let mine = queue.join(99)
      var before: [UInt32: Int] = [:]
      while let ticket = queue.next() {
        queue.end(ticket)
        if ticket == mine { break }
        before[ticket.uid, default: 0] += 1
        _ = queue.join(ticket.uid)
      }
      #expect(before.values.allSatisfy { $0 == 1 })
    }
  }
}

@MainActor @Suite struct TurnQueueTests {
  @Test func `The turns of many tasks all come and end, whatever is cancelled`() async {
    // given
    let queue = TurnQueue(FairQueue(mostAtOnce: 1, Limits(gateUIDs: [])))
    // when
    let tasks = (0..<300).map { number in
      Task { @concurrent in
        guard let ticket = await queue.begin(UInt32(number % 7), onPlace: { _ in }) else { return }
        await Task.yield()
        await queue.end(ticket)
      }
    }
    for task in tasks where Bool.random() { task.cancel() }
    for task in tasks { await task.value }
    // then the turn is free
    let last = await queue.begin(9) { _ in Issue.record("It had to wait.") }
    #expect(last != nil)
  }

  @Test func `A queue that is closed lets nothing begin any more`() async {
    // given
    let queue = TurnQueue(FairQueue(mostAtOnce: 1, Limits(gateUIDs: [])))
    let first = await queue.begin(1) { _ in }
    let waiting = Task { await queue.begin(2) { _ in } }
    while queue.count == 0 { await Task.yield() }
    // when
    queue.close()
    // then
    #expect(first != nil)
    #expect(await waiting.value == nil)
    #expect(await queue.begin(3) { _ in } == nil)
  }

  @Test func `A query that is cancelled before its turn ends no session at the form`() async {
    // given a query that waits behind another one
    let admission = AdmissionControl(Capacity(storeJobs: 1), nil, RunLoop(signals: -1)) { .zero }
    let first = await admission.storeQueue.begin(1)
    let waiting = Task {
      await admission.perform(.verify, of: 2) {
        .replies([.done])
      } onPlace: { _ in
      }
    }
    while admission.storeQueue.count == 0 { await Task.yield() }
    // when
    waiting.cancel()
    // then the answer is one that a form never takes for the end of its session
    guard case .replies(let replies) = await waiting.value else {
      Issue.record("It was performed.")
      return
    }
    #expect(first != nil && replies == [.unavailable(.busy)])
  }
}
