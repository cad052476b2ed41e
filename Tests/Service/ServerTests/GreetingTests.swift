import Dispatch
import Glibc
import Identity
import AccountService
import Server
import Secrets
import ServiceTestSupport
import TestSupport
import Testing
import Messages

@MainActor @Suite struct GreetingTests {
  @Test func `A welcome says the rules, and that there are accounts`() async throws {
    let fixture = ServerFixture()
    try await fixture.addAda()
    _ = try await fixture.store.widestPasswordLength(including: 4...9)
    let form = try TestClient(fixture)
    #expect(
      await form.answer(to: ServiceFixture.hello)
        == .welcome(
          Welcome(
            program: "server 1", acceptedLengths: 4...20, newLengths: 6...20, hasAccounts: true, signUp: .onlyFirst,
            isUIDShared: false)))
  }

  @Test(.tags(.inputBreaksNothing)) func `A welcome has lengths that every form takes, whatever the store has`()
    async throws
  {
    // given lengths that a former version let an administrator store
    let fixture = ServerFixture()
    try await fixture.addAda()
    _ = try await fixture.store.widestPasswordLength(including: -5...2000)
    // when
    let form = try TestClient(fixture)
    // then
    guard case .welcome(let welcome)? = await form.answer(to: ServiceFixture.hello) else {
      Issue.record("There was no welcome.")
      return
    }
    #expect(welcome.acceptedLengths == 1...1024)
  }

  @Test func `A welcome says whether many people share the user who connected`() async throws {
    let fixture = ServerFixture()
    fixture.throttle = Throttle(gateUIDs: [getuid()])
    let form = try TestClient(fixture)
    guard case .welcome(let welcome)? = await form.answer(to: ServiceFixture.hello) else {
      Issue.record("There was no welcome.")
      return
    }
    #expect(welcome.isUIDShared == true)
  }

  @Test func `A missing store has no accounts, and is not created to say so`() async throws {
    let fixture = ServerFixture()
    fixture.hasStore = { false }
    fixture.store.failure = .unreachable(.removed, path: "/nowhere")
    let form = try TestClient(fixture)
    guard case .welcome(let welcome)? = await form.answer(to: ServiceFixture.hello) else {
      Issue.record("There was no welcome.")
      return
    }
    #expect(!welcome.hasAccounts)
  }

  @Test func `Whoever does not say hello is sent away`() async throws {
    let form = try TestClient()
    #expect(await form.answer(to: .previousSignIn) == .unavailable(.notNow))
    #expect(await form.isEnded())
    #expect(form.server.isIdle)
  }

  @Test func `Another major version is sent away with ours`() async throws {
    let form = try TestClient()
    let version = ProtocolVersion(major: 3, minor: 0)
    let hello = Request.hello(Hello(version: version, program: "test", source: ServiceFixture.source))
    #expect(await form.answer(to: hello) == .unavailable(.version(.current)))
    #expect(await form.isEnded())
  }

  @Test func `Another minor version is welcome`() async throws {
    let form = try TestClient()
    let version = ProtocolVersion(major: ProtocolVersion.current.major, minor: 200)
    let reply = await form.answer(to: .hello(Hello(version: version, program: "test", source: ServiceFixture.source)))
    guard case .welcome(let welcome)? = reply else { return #expect(reply == nil) }
    #expect(welcome.version == .current)
  }

  @Test func `A second hello ends the connection`() async throws {
    let form = try await TestClient.welcomed()
    form.send(ServiceFixture.hello)
    #expect(await form.isEnded())
  }

  @Test func `A request before the welcome ends the connection`() async throws {
    let form = try TestClient()
    form.send(ServiceFixture.hello)
    form.send(.previousSignIn)
    #expect(await form.isEnded())
  }

  @Test func `A form that says nothing is left in time`() async throws {
    let fixture = ServerFixture()
    let form = try TestClient(fixture)
    fixture.skip(fixture.deadlines.hello)
    #expect(await form.isEnded())
    #expect(form.server.isIdle)
  }

  @Test func `A form that said hello may rest for ever`() async throws {
    let fixture = ServerFixture()
    let form = try await TestClient.welcomed(fixture)
    fixture.skip(.seconds(86_400))
    await form.turn(until: { false }, atMost: 20)
    #expect(!form.isAtEnd)
  }

  @Test func `A form need not hurry while its welcome is prepared`() async throws {
    let fixture = ServerFixture()
    let gate = DispatchSemaphore(value: 0)
    fixture.hasStore = {
      gate.wait()
      return false
    }
    let form = try TestClient(fixture)
    form.send(ServiceFixture.hello)
    await form.turn(until: { false }, atMost: 20)
    fixture.skip(.seconds(86_400))
    await form.turn(until: { false }, atMost: 20)
    gate.signal()
    guard case .welcome? = await form.reply() else {
      Issue.record("There was no welcome.")
      return
    }
  }

  @Test(arguments: [
    StoreError.damaged(.notStore, path: "/x"), .untrusted(.otherOwner(than: 998), path: "/x"),
    .unreachable(.notFile, path: "/x"),
  ])
  func `A store that stays unusable is told instead of a welcome`(_ error: StoreError) async throws {
    let fixture = ServerFixture()
    fixture.store.failure = error
    let form = try TestClient(fixture)
    #expect(await form.answer(to: ServiceFixture.hello) == .unavailable(.store(error)))
    #expect(await form.isEnded())
  }

  @Test func `A store that is busy is welcome all the same`() async throws {
    let fixture = ServerFixture()
    fixture.store.failure = .unreachable(.busy, path: "/x")
    let form = try await TestClient.welcomed(fixture)
    form.begin(.signIn)
    #expect(await form.reply() == .ended(.unavailable(.unreachable(.busy, path: "/x"), isNew: false)))
  }
}
