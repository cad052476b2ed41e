import AccountService
import Identity
import ServiceTestSupport
import TestSupport
import Testing
import Unix

/// When a connection reads, and when it sends.
@MainActor @Suite struct ConnectionReadingTests {
  private let fixture = ServiceFixture()

  @Test func `A form that does not take its replies is read on until too many wait`() async throws {
    // given
    let played = try await ScriptedConnection.welcomed(fixture)
    played.channel.sending = .waiting
    // when
    played.send(.previousSignIn, 1)
    // then
    #expect(played.channel.watched.map { [$0.reads, $0.writes] } == [true, true])
    #expect(played.connection.isReading)
    // when too many wait
    played.channel.isFull = true
    played.send(.previousSignIn, 2)
    #expect(played.channel.watched.map { [$0.reads, $0.writes] } == [false, true])
    #expect(!played.connection.isReading)
    // and when it has taken them, it is read again
    played.channel.sending = .empty
    played.channel.isFull = false
    #expect(played.connection.turn() == 7)
    #expect(played.channel.replies.map(\.number) == [1, 2])
    #expect(played.channel.watched.map { [$0.reads, $0.writes] } == [true, false])
  }

  @Test func `An administrator's program is not read before it has taken its reply`() async throws {
    // given
    let played = try await ScriptedConnection.welcomed(fixture, at: .administration)
    #expect(played.channel.longest == .max)
    played.channel.sending = .waiting
    // when
    played.send(.administer(.clear(.all)), 1)
    #expect(await played.turned { !played.channel.isEmpty })
    // then
    #expect(played.channel.watched.map { [$0.reads, $0.writes] } == [false, true])
    played.send(.administer(.clear(.all)), 2)
    #expect(played.channel.arrivals.count == 1)
    // and then it is
    played.channel.sending = .empty
    #expect(played.connection.turn() == 7)
  }

  @Test func `A form that sent too much is not read until it may be again`() async throws {
    // given
    let played = try await ScriptedConnection.welcomed(fixture)
    // when
    played.connection.pause()
    // then
    #expect(played.channel.watched == nil && !played.connection.isReading)
    played.send(.previousSignIn, 1)
    #expect(played.channel.arrivals.count == 1)
    // when
    played.connection.resume()
    // then
    #expect(played.channel.watched.map { [$0.reads, $0.writes] } == [true, false])
    #expect(played.connection.turn() == 7)
    #expect(await played.reply() == .unavailable(.notNow))
  }

  @Test func `A form that sent too much still gets its replies`() async throws {
    let played = try await ScriptedConnection.welcomed(fixture)
    played.channel.sending = .waiting
    played.send(.previousSignIn, 1)
    played.connection.pause()
    #expect(played.channel.watched.map { [$0.reads, $0.writes] } == [false, true])
    played.channel.sending = .empty
    #expect(played.connection.turn() == nil)
    #expect(await played.reply() == .unavailable(.notNow))
    #expect(played.channel.watched == nil)
  }

  @Test func `A connection that is over is neither paused nor read`() async throws {
    let played = try await ScriptedConnection.welcomed(fixture)
    played.arrive(.end)
    #expect(played.ends == 1)
    played.connection.pause()
    played.connection.resume()
    played.connection.drain()
    #expect(played.channel.watched == nil && !played.connection.isReading)
    #expect(played.connection.turn() == nil)
    #expect(played.ends == 1)
  }

  @Test(arguments: [SendingState.overfull, .broken])
  func `A form that never takes its replies, or is gone, is left`(_ sending: SendingState) async throws {
    let played = try await ScriptedConnection.welcomed(fixture)
    played.channel.sending = sending
    played.send(.previousSignIn, 1)
    #expect(played.ends == 1 && played.channel.finishes == 1)
  }

  @Test func `Many replies leave at once, and one by one behind those that wait`() async throws {
    // given
    let played = try await ScriptedConnection.welcomed(fixture)
    played.channel.sending = .waiting
    // when, then
    played.send(.previousSignIn, 1)
    #expect(played.channel.mostSent == 64)
    played.send(.previousSignIn, 2)
    #expect(played.channel.mostSent == 1)
  }

  @Test func `A stranger's messages are short, and a member's may be long`() async throws {
    let played = try await ScriptedConnection.signedIn(fixture)
    #expect(played.channel.longest == 4096)
    played.send(.previousSignIn, 2)
    #expect(played.channel.longest == .max)
  }

  @Test func `A turn says how many bytes it took, also with what ended the connection`() async throws {
    let played = try await ScriptedConnection.welcomed(fixture)
    #expect(played.connection.turn() == nil)
    played.channel.arrivals = [.request(ServiceFixture.hello, 1)]
    #expect(played.connection.turn() == 7)
    #expect(played.ends == 1)
  }

  // MARK: Draining

  @Test func `A connection that drains ends at once if nothing is under way`() async throws {
    let played = try await ScriptedConnection.welcomed(fixture)
    played.connection.drain()
    #expect(played.ends == 1 && played.channel.finishes == 1)
  }

  @Test func `A connection that drains answers what is under way, and reads nothing more`() async throws {
    // given
    try await fixture.addAda()
    fixture.gate.close()
    let played = try await ScriptedConnection.welcomed(fixture)
    try played.begin(.signIn, 1)
    #expect(await played.turned { fixture.gate.waiting == 1 })
    // when
    played.connection.drain()
    #expect(played.ends == 0 && played.channel.watched == nil)
    // then its reply is sent as soon as it is taken
    played.channel.sending = .waiting
    fixture.gate.open()
    #expect(await played.turned { !played.channel.isEmpty })
    #expect(played.ends == 0)
    played.channel.sending = .empty
    #expect(played.connection.turn() == nil)
    guard case .ended(.signedIn)? = await played.reply() else { throw ServiceFixture.Unexpected(nil) }
    #expect(played.ends == 1 && played.channel.finishes == 1)
  }

  @Test func `A connection that drains has no deadline any more`() async throws {
    // given a form that does not take its reply
    let played = try ScriptedConnection(fixture)
    played.limits.gate.close()
    played.send(ServiceFixture.hello, 0)
    #expect(await played.turned { played.limits.gate.waiting == 1 })
    // when
    played.connection.drain()
    await played.skip(fixture.deadlines.keeping)
    // then
    #expect(played.ends == 0)
    played.limits.gate.open()
    #expect(await played.turned { played.ends == 1 })
    guard case .welcome? = await played.reply() else { throw ServiceFixture.Unexpected(nil) }
  }
}
