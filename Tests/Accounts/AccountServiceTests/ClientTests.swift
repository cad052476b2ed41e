import Identity
import Secrets
import ServiceTestSupport
import TestSupport
import Testing

@testable import AccountService

/// The form's side of a connection, step by step. `AccountClientTests` plays it at a socket.
@MainActor @Suite struct ClientTests {
  private static let begin = Request.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: true))

  // MARK: Welcome

  @Test func `It says hello once, and asks behind the welcome`() async throws {
    // given
    let service = ScriptedService()
    service.client.start()
    service.client.start()
    #expect(service.channels.count == 1)
    #expect(service.channel.requests.map(\.request) == [.hello(ScriptedService.hello)])
    #expect(service.channel.requests.map(\.number) == [0])
    // when
    let asking = await service.ask(.previousSignIn)
    #expect(service.requests.isEmpty)
    service.answer(.welcome(ScriptedService.welcome), to: 0)
    // then
    #expect(service.requests == [.previousSignIn] && service.numbers == [1])
    service.answer(.previous(nil), to: 1)
    #expect(try await service.result(of: asking).reply == .previous(nil))
    #expect(service.welcomes == 1 && service.faults.isEmpty)
  }

  @Test func `Who only waits for the welcome asks nothing`() async throws {
    // given
    let service = ScriptedService()
    let waiting = Task { [client = service.client] in try? await client.welcome() }
    await service.turn { !service.channels.isEmpty }
    // when
    service.answer(.welcome(ScriptedService.welcome), to: 0)
    // then
    #expect(await service.value(of: waiting) == ScriptedService.welcome)
    #expect(try await service.client.welcome() == ScriptedService.welcome)
    #expect(service.requests.isEmpty)
  }

  @Test func `A service has five seconds to say welcome, and 150 for an answer`() async throws {
    // given
    let (silent, slow) = (ScriptedService(), ScriptedService.welcoming())
    silent.client.start()
    let asking = await slow.ask(.previousSignIn)
    // when, then
    await silent.skip(.seconds(5))
    #expect(silent.faults == [.service(.silent)] && silent.channel.closes == 1)
    await slow.skip(.seconds(75))
    #expect(slow.channel.closes == 0)
    await slow.skip(.seconds(75))
    await #expect(throws: StoreError.service(.silent)) { try await slow.result(of: asking) }
    #expect(slow.channel.closes == 1 && slow.faults.isEmpty)
  }

  @Test func `An answer that takes a person's time elsewhere may take that long besides`() async throws {
    let service = ScriptedService.welcoming()
    let asking = await service.ask(.previousSignIn, waiting: .seconds(600))
    await service.skip(.seconds(500))
    #expect(service.channel.closes == 0)
    await service.skip(.seconds(250))
    await #expect(throws: StoreError.service(.silent)) { try await service.result(of: asking) }
  }

  @Test func `The time of an answer begins anew with each place in the queue, and ends with the answer`() async throws {
    // given
    let service = ScriptedService.welcoming()
    let asking = await service.ask(.previousSignIn)
    // when
    for place in [2, 1] {
      await service.skip(.seconds(100))
      service.answer(.queued(place: place), to: 1)
    }
    await service.skip(.seconds(100))
    service.answer(.previous(nil), to: 1)
    // then
    #expect(try await service.result(of: asking).reply == .previous(nil))
    #expect(service.places == [2, 1])
    await service.skip(.seconds(600))
    #expect(service.channel.closes == 0)
  }

  @Test func `A service that can't be found is a fault, and so is each one before the welcome`() async throws {
    let service = ScriptedService()
    service.refusal = .inputOutput(.full, path: "/x")
    service.client.start()
    #expect(service.faults == [.inputOutput(.full, path: "/x")])
    service.refusal = nil
    for (reply, error) in [
      (Reply.unavailable(.busy), StoreError.service(.busy)), (.done, .service(.nonsense)),
      (.unavailable(.store(.hashing(.outOfMemory))), .hashing(.outOfMemory)),
    ] {
      service.client.start()
      service.answer(reply, to: 0)
      #expect(service.faults.last == error)
      #expect(service.channel.closes == 1)
    }
    #expect(service.faults.count == 4 && service.welcomes == 0)
  }

  @Test func `A service that has no place free is greeted once it has one, and is no fault`() async throws {
    // given
    let service = ScriptedService()
    service.refusal = .service(.busy)
    let asking = await service.ask(.previousSignIn)
    // when
    await service.turn { !service.later.requests.isEmpty }
    service.later.arrivals = [.reply(.welcome(ScriptedService.welcome), 0), .reply(.previous(nil), 1)]
    service.later.isReady()
    // then
    #expect(service.later.requests.map(\.request) == [.hello(ScriptedService.hello), .previousSignIn])
    #expect(try await service.result(of: asking).reply == .previous(nil))
    #expect(service.faults.isEmpty && service.later.closes == 0)
  }

  @Test func `A service that has no place later either is a fault`() async throws {
    let service = ScriptedService(laterRefusal: .service(.busy))
    service.refusal = .service(.busy)
    let asking = await service.ask(.previousSignIn)
    await #expect(throws: StoreError.service(.busy)) { try await service.result(of: asking) }
    #expect(service.faults == [.service(.busy)])
  }

  @Test func `A place that comes after the client has left is given back`() async throws {
    let service = ScriptedService()
    service.refusal = .service(.busy)
    service.client.start()
    service.client.leave(within: .zero)
    await service.turn { service.later.closes > 0 }
    #expect(service.later.closes == 1 && service.later.requests.isEmpty && service.faults.isEmpty)
  }

  // MARK: Answers

  @Test func `Rows are kept until the end of their page, of each request its own`() async throws {
    // given
    let service = ScriptedService.welcoming()
    let first = await service.ask(.page(AttemptSearch("a"), before: nil))
    let second = await service.ask(.page(AttemptSearch("b"), before: nil))
    let (one, other) = (Attempt.sample(1), Attempt.sample(2))
    // when
    service.answer(.rows([one, one]), to: 1)
    service.answer(.rows([other]), to: 2)
    service.answer(.rows([other]), to: 1)
    service.answer(.endOfRows(next: nil), to: 2)
    service.answer(.endOfRows(next: nil), to: 1)
    // then
    #expect(try await service.result(of: first).rows == [one, one, other])
    #expect(try await service.result(of: second).rows == [other])
  }

  @Test func `A token is taken behind its sign-in only`() async throws {
    // given
    let service = ScriptedService.welcoming()
    let session = Session(
      id: SessionID(), email: ServiceFixture.ada, opened: Timestamp(milliseconds: 1),
      lastUsed: Timestamp(milliseconds: 1),
      lifetime: SessionLifetime())
    let (token, asking) = (SecureToken(), await service.ask(Self.begin))
    // when
    service.answer(.ended(.signedIn(ServiceFixture.ada, session, isNew: false)), to: 1)
    service.arrive(.token(token, 1))
    // then
    let answer = try await service.result(of: asking)
    #expect(answer.reply == .ended(.signedIn(ServiceFixture.ada, session, isNew: false)))
    #expect(answer.token?.digest == token.digest)
    #expect(service.channel.closes == 0)
    service.arrive(.token(token, 1))
    #expect(service.channel.closes == 1)
  }

  @Test func `A reply that nobody waits for, or that can't be one, ends the connection`() async throws {
    let session = Session(
      id: SessionID(), email: ServiceFixture.ada, opened: Timestamp(milliseconds: 1),
      lastUsed: Timestamp(milliseconds: 1),
      lifetime: SessionLifetime())
    for replies in [
      [(Reply.done, UInt16(2))], [(.welcome(ScriptedService.welcome), 1)], [(.refused, 1)],
      [(.ended(.signedIn(ServiceFixture.ada, session, isNew: false)), 1), (.done, 1)],
    ] {
      let service = ScriptedService.welcoming()
      let asking = await service.ask(Self.begin)
      for (reply, number) in replies { service.answer(reply, to: number) }
      await #expect(throws: StoreError.service(.nonsense)) { try await service.result(of: asking) }
      #expect(service.channel.closes == 1 && service.faults.isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `A service that ends fails all that waits, and the next request connects again`(_ isInOrder: Bool) async throws {
    // given
    let service = ScriptedService.welcoming()
    let (one, other) = (await service.ask(.previousSignIn), await service.ask(.overview))
    // when
    service.arrive(isInOrder ? .end : .fault(.newer))
    // then
    for asking in [one, other] {
      await #expect(throws: StoreError.self) { try await service.result(of: asking) }
    }
    let again = await service.ask(.previousSignIn)
    #expect(service.channels.count == 2)
    service.answer(.welcome(ScriptedService.welcome), to: 0)
    #expect(service.numbers == [3])
    service.answer(.previous(nil), to: 3)
    #expect(try await service.result(of: again).reply == .previous(nil))
    #expect(service.welcomes == 2)
  }

  @Test func `A service that can't be sent to may have said why`() async throws {
    // given a word that has not been read
    let service = ScriptedService.welcoming()
    service.channel.isBroken = true
    service.channel.arrivals = [.fault(.newer)]
    // when
    let asking = await service.ask(.previousSignIn)
    // then
    await #expect(throws: StoreError.service(.newer)) { try await service.result(of: asking) }
    #expect(service.channel.closes == 1)
    // and one that said nothing has ended
    let mute = ScriptedService.welcoming()
    mute.channel.isBroken = true
    let lost = await mute.ask(.previousSignIn)
    await #expect(throws: StoreError.service(.ended)) { try await mute.result(of: lost) }
    #expect(mute.channel.closes == 1)
  }

  // MARK: Secrets

  @Test func `A secret follows its request, unless it was wiped meanwhile`() async throws {
    // given
    let service = ScriptedService.welcoming()
    let (password, wiped) = (try GuardedText("secret").sealed(), try GuardedText("secret").sealed())
    wiped.wipe()
    // when
    let begun = await service.ask(Self.begin, [.password(.password, password)])
    #expect(service.requests == [Self.begin] && service.channel.secrets == [1])
    service.answer(.ended(.changed), to: 1)
    #expect(try await service.result(of: begun).reply == .ended(.changed))
    let dropped = await service.ask(Self.begin, [.password(.password, password), .password(.newPassword, wiped)])
    // then
    #expect(try await service.result(of: dropped).reply == .ended(.cancelled(isNew: false)))
    #expect(service.numbers == [1] && service.channel.secrets == [1])
  }

  @Test func `A service that takes no secret has ended`() async throws {
    let service = ScriptedService.welcoming()
    service.channel.takesNoSecrets = true
    let password = try GuardedText("secret").sealed()
    let asking = await service.ask(Self.begin, [.password(.password, password), .password(.newPassword, password)])
    await #expect(throws: StoreError.service(.ended)) { try await service.result(of: asking) }
    #expect(service.channel.secrets == [1])
  }

  // MARK: Cancelling

  @Test func `A number is used again only after all others`() {
    let client = ScriptedService().client
    #expect(client.newSequence() == 1)
    for _ in 2..<65_535 { _ = client.newSequence() }
    #expect(client.newSequence() == 65_535)
    #expect(client.newSequence() == 1)
  }

  @Test func `A request that is cancelled before the welcome is answered here, and later at the service`() async throws
  {
    // given
    let service = ScriptedService()
    let (early, other) = (await service.ask(Self.begin), await service.ask(.previousSignIn))
    // when
    early.cancel()
    // then
    #expect(try await service.result(of: early).reply == .ended(.cancelled(isNew: false)))
    service.answer(.welcome(ScriptedService.welcome), to: 0)
    #expect(service.numbers == [2])
    // when
    other.cancel()
    await service.turn { service.requests.count == 2 }
    #expect(service.requests == [.previousSignIn, .cancel] && service.numbers == [2, 2])
    service.answer(.previous(nil), to: 2)
    #expect(try await service.result(of: other).reply == .previous(nil))
  }

  @Test func `A conversation that is let go of is cancelled, and its answer dropped`() async throws {
    // given
    let service = ScriptedService.welcoming()
    // when
    service.client.abandon(service.client.newSequence())
    // then
    #expect(service.requests == [.cancel] && service.numbers == [1])
    service.answer(.ended(.cancelled(isNew: false)), to: 1)
    #expect(service.channel.closes == 0)
    // and a service that does not answer is left
    service.client.abandon(service.client.newSequence())
    await service.skip(.seconds(150))
    #expect(service.channel.closes == 1)
  }

  @Test func `A client that leaves does what was promised, and connects again for the next request`() async throws {
    // given
    let service = ScriptedService.welcoming()
    let asking = await service.ask(.previousSignIn)
    // when
    service.client.hangUp()
    #expect(service.channel.finishes == 1 && service.channel.closes == 0)
    service.client.leave(within: .seconds(3))
    // then
    await #expect(throws: StoreError.service(.ended)) { try await service.result(of: asking) }
    #expect(service.limits == [.seconds(3)] && service.channel.closes == 1 && service.faults.isEmpty)
    service.client.leave(within: .seconds(3))
    #expect(service.channel.closes == 1)
    service.client.start()
    #expect(service.channels.count == 2)
  }
}
