import TestSupport
import Testing

import AccountService
@testable import Server

@Suite struct QuotasTests {
  private static let limits = Limits(gateUIDs: [33])
  private static let start = Duration.seconds(1000)

  @Test(.tags(.serviceKeepsAccounts), arguments: [(1000, 16), (33, 512), (0, 512)])
  func `A user has so many connections, and others still get theirs`(_ uid: UInt32, _ most: Int) {
    var users = Quotas()
    for _ in 0..<most { #expect(users.arrive(uid, under: Self.limits, at: Self.start) == nil) }
    #expect(users.arrive(uid, under: Self.limits, at: Self.start) == .connectionsOfUser)
    #expect(users.arrive(1001, under: Self.limits, at: Self.start) == nil)
    users.depart(uid)
    #expect(users.arrive(uid, under: Self.limits, at: Self.start) == nil)
  }

  @Test func `All users together have 2,048 connections`() {
    var users = Quotas()
    for number in 0..<2048 {
      #expect(users.arrive(UInt32(1000 + number % 128), under: Self.limits, at: Self.start) == nil)
    }
    #expect(users.arrive(5000, under: Self.limits, at: Self.start) == .connections)
    #expect(users.connections == 2048)
  }

  @Test(arguments: [(Int.max, 2048), (8192, 2048), (1024, 768), (300, 150), (64, 32)])
  func `Connections leave descriptors for the store and the workers`(_ descriptors: Int, _ connections: Int) {
    #expect(Limits(gateUIDs: [], descriptors: descriptors).connections == connections)
  }

  @Test(arguments: [(1000, 30), (33, 960), (0, 960)])
  func `A user begins so many conversations in a minute`(_ uid: UInt32, _ most: Int) {
    var users = Quotas()
    for _ in 0..<most { #expect(users.converse(uid, under: Self.limits, at: Self.start) == nil) }
    #expect(users.converse(uid, under: Self.limits, at: Self.start) == .conversations)
    let later = Self.start + .seconds(60) / most
    #expect(users.converse(uid, under: Self.limits, at: later) == nil)
    #expect(users.converse(uid, under: Self.limits, at: later) == .conversations)
    for _ in 0..<most { #expect(users.converse(uid, under: Self.limits, at: later + .seconds(60)) == nil) }
  }

  @Test(arguments: [(1000, 10.0), (33, 1), (0, 1)])
  func `A user sends 1,000 KB at once, of which each message is one at least, and then so many in a time`(
    _ uid: UInt32, _ seconds: Double
  ) {
    // given a user who has sent one KB less
    var users = Quotas()
    for _ in 0..<500 { users.receive(0, of: uid, under: Self.limits, at: Self.start) }
    users.receive(1024 * 498, of: uid, under: Self.limits, at: Self.start)
    #expect(users.isSlowedDown(uid, under: Self.limits, at: Self.start) == false)
    // when
    users.receive(1, of: uid, under: Self.limits, at: Self.start)
    // then
    #expect(users.isSlowedDown(uid, under: Self.limits, at: Self.start) == true)
    #expect(users.isSlowedDown(2000, under: Self.limits, at: Self.start) == false)
    // and a long message costs the time in which its tokens come back
    users.receive(1024 * 63, of: uid, under: Self.limits, at: Self.start)
    let (before, after) = (Duration.seconds(seconds * 0.064), Duration.seconds(seconds * 0.065))
    #expect(users.isSlowedDown(uid, under: Self.limits, at: Self.start + before) == true)
    #expect(users.isSlowedDown(uid, under: Self.limits, at: Self.start + after) == false)
  }

  @Test func `A new connection brings no new conversations`() {
    var users = Quotas()
    _ = users.arrive(1000, under: Self.limits, at: Self.start)
    for _ in 0..<30 { _ = users.converse(1000, under: Self.limits, at: Self.start) }
    users.depart(1000)
    for uid: UInt32 in 2000..<2400 {
      _ = users.arrive(uid, under: Self.limits, at: Self.start)
      users.depart(uid)
    }
    _ = users.arrive(1000, under: Self.limits, at: Self.start)
    #expect(users.converse(1000, under: Self.limits, at: Self.start) == .conversations)
  }

  @Test(arguments: [(1000, 4), (33, 64), (0, 64)])
  func `A user has so many workers at once, and all have 128`(_ uid: UInt32, _ most: Int) {
    var users = Quotas()
    for _ in 0..<most { #expect(users.hire(uid, under: Self.limits) == nil) }
    #expect(users.hire(uid, under: Self.limits) == .workersOfUser)
    for number in most..<128 { #expect(users.hire(2000 + UInt32(number / 4), under: Self.limits) == nil) }
    #expect(users.hire(5000, under: Self.limits) == .workers)
    users.dismiss(uid)
    #expect(users.hire(5000, under: Self.limits) == nil)
  }

  @Test(arguments: [(1000, 5), (33, 64), (0, 64)])
  func `A user has so many answers verified at once`(_ uid: UInt32, _ most: Int) {
    var users = Quotas()
    for _ in 0..<most { #expect(users.answer(uid, under: Self.limits) == nil) }
    #expect(users.answer(uid, under: Self.limits) == .answersOfUser)
    #expect(users.answer(2000, under: Self.limits) == nil)
    users.endAnswer(uid)
    #expect(users.answer(uid, under: Self.limits) == nil)
  }

  @Test func `A hundred answers of fifty users find room`() {
    var users = Quotas()
    for number in 0..<100 { #expect(users.answer(UInt32(1000 + number % 50), under: Self.limits) == nil) }
    for number in 0..<28 { #expect(users.answer(UInt32(2000 + number), under: Self.limits) == nil) }
    #expect(users.answer(3000, under: Self.limits) == .answers)
  }

  @Test func `The log tells of a user once a minute, of each kind of thing`() {
    var users = Quotas()
    let times: [(UInt32, Int, Quotas.Line)] = [
      (1000, 0, .refused), (1000, 59, .refused), (1000, 59, .offence), (1001, 59, .refused), (1000, 60, .refused),
    ]
    let told = times.map { users.note($2, of: $0, at: Self.start + .seconds($1)) }
    #expect(told == [true, false, true, true, true])
  }
}
