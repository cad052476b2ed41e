import Glibc
import Identity
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import Unix
@testable import AccountService
@testable import Messages

@MainActor @Suite struct AccountClientTests {
  @Test func `The form says hello, and asks only after the welcome`() async throws {
    let client = ConnectedClient()
    let answer = client.ask(.previousSignIn)
    await client.turn(until: { !client.server.requests.isEmpty })
    #expect(client.server.requests == [.hello(client.hello)])

    client.server.answer(.welcome(Samples.welcome), to: 0)
    await client.turn(until: { client.server.requests.count > 1 })
    #expect(client.welcomes == [Samples.welcome])
    #expect(client.server.requests == [.hello(client.hello), .previousSignIn])

    client.server.answer(.previous(nil), to: 1)
    #expect(try await client.result(of: answer).reply == .previous(nil))
  }

  @Test func `A form waits for a place where the service has none free`() async throws {
    let client = ConnectedClient(isFull: true)
    let answer = client.ask(.previousSignIn)
    await client.turn(until: { client.place.isWaitedFor })
    client.place.open()
    client.server.answer(.welcome(Samples.welcome), to: 0)
    await client.turn(until: { client.server.requests.count > 1 })
    #expect(client.server.requests == [.hello(client.hello), .previousSignIn])
    client.server.answer(.previous(nil), to: 1)
    #expect(try await client.result(of: answer).reply == .previous(nil))
    #expect(client.faults.isEmpty)
  }

  @Test func `A form that leaves while it waits for a place asks nothing more`() async throws {
    let client = ConnectedClient(isFull: true)
    let answer = client.ask(.previousSignIn)
    await client.turn(until: { client.place.isWaitedFor })
    client.client.leave(within: .zero)
    await #expect(throws: StoreError.service(.ended)) { try await client.result(of: answer) }
    client.place.open()
    await client.turn(until: { client.server.isLeft })
    #expect(client.server.requests.isEmpty)
  }

  @Test func `Each answer goes to its own request`() async throws {
    let client = await ConnectedClient.welcomed()
    let (one, other) = (client.ask(.previousSignIn), client.ask(.signOut))
    await client.turn(until: { client.server.requests.count == 3 })
    client.server.answer(.done, to: 2)
    client.server.answer(.previous(nil), to: 1)
    #expect(try await client.result(of: one).reply == .previous(nil))
    #expect(try await client.result(of: other).reply == .done)
  }

  @Test func `A page is whole when its end has come`() async throws {
    let client = await ConnectedClient.welcomed()
    let answer = client.ask(.page(AttemptSearch(""), before: nil))
    await client.turn(until: { client.server.requests.count == 2 })
    client.server.answer(.rows([Samples.attempt]), to: 1)
    client.server.answer(.rows([Samples.attempt]), to: 1)
    client.server.answer(.endOfRows(next: nil), to: 1)
    let page = try await client.result(of: answer)
    #expect(page.rows == [Samples.attempt, Samples.attempt])
    #expect(page.reply == .endOfRows(next: nil))
  }

  @Test func `A password goes to the server behind its request`() async throws {
    let client = await ConnectedClient.welcomed()
    let password = try GuardedText("correct horse").sealed()
    let begin = Request.begin(Begin(.signIn, Samples.email, wantsSession: false))
    let answer = client.ask(begin, [.password(.password, password)])
    await client.turn(until: { !client.server.secrets.isEmpty })
    #expect(client.server.requests.last == begin)
    #expect(client.server.secrets == ["correct horse"])
    client.server.answer(.ended(.cancelled(isNew: false)), to: 1)
    #expect(try await client.result(of: answer).reply == .ended(.cancelled(isNew: false)))
  }

  @Test func `A sign-in with a session is answered when its token has come`() async throws {
    let client = await ConnectedClient.welcomed()
    let answer = client.ask(.begin(Begin(.signIn, Samples.email, wantsSession: true)))
    let token = SecureToken()
    await client.turn(until: { client.server.requests.count == 2 })
    client.server.answer(.ended(.signedIn(Samples.email, Samples.session, isNew: false)), to: 1)
    client.server.send(token, to: 1)
    #expect(try await client.result(of: answer).token?.digest == token.digest)
  }

  @Test(arguments: [0, 1, 2])
  func `A server that ends early fails what waits, and the next request starts another`(_ answers: Int) async throws {
    let client = ConnectedClient()
    let lost = client.ask(.previousSignIn)
    await client.turn(until: { client.server.requests.count == 1 })
    if answers > 0 {
      client.server.answer(.welcome(Samples.welcome), to: 0)
      await client.turn(until: { client.server.requests.count == 2 })
    }
    if answers > 1 { client.server.answer(.rows([]), to: 1) }
    client.server.close()
    await #expect(throws: StoreError.service(.ended)) { try await client.result(of: lost) }
    #expect(client.faults == (answers == 0 ? [.service(.ended)] : []))

    let answer = client.ask(.signOut)
    await client.turn(until: { client.server.connections == 2 })
    client.server.answer(.welcome(Samples.welcome), to: 0)
    await client.turn(until: { client.server.requests.last == .signOut })
    client.server.answer(.done, to: 2)
    #expect(try await client.result(of: answer).reply == .done)
    #expect(client.server.connections == 2)
  }

  @Test func `A server that says nothing is given up in time`() async throws {
    let client = ConnectedClient(timeouts: .milliseconds(10))
    let answer = client.ask(.signOut)
    await #expect(throws: StoreError.service(.silent)) { try await client.result(of: answer) }
    // A program that another test starts has a copy of the socket until it is executed.
    await client.turn(until: { client.server.isLeft })
    #expect(client.server.isLeft)
  }

  @Test func `A server that stops answering is given up in time`() async throws {
    let client = await ConnectedClient.welcomed(timeouts: .milliseconds(10))
    let answer = client.ask(.signOut)
    await #expect(throws: StoreError.service(.silent)) { try await client.result(of: answer) }
  }

  @Test(arguments: [(UInt8(0), ServiceFault.older), (9, .newer)])
  func `A server of another major version is not asked`(_ major: UInt8, _ fault: ServiceFault) async throws {
    let client = ConnectedClient()
    let answer = client.ask(.signOut)
    await client.turn(until: { !client.server.requests.isEmpty })
    client.server.answer(.unavailable(.version(ProtocolVersion(major: major, minor: 0))), to: 0)
    await #expect(throws: StoreError.service(fault)) { try await client.result(of: answer) }
    #expect(client.server.requests == [.hello(client.hello)])
  }

  @Test(arguments: Samples.replies.indices)
  func `An answer to a request that nobody made ends the connection`(_ index: Int) async {
    let client = await ConnectedClient.welcomed()
    client.server.answer(Samples.replies[index], to: 77)
    await client.turn(until: { client.server.isLeft })
    #expect(client.server.isLeft)
  }

  @Test func `A server that leaves before it is greeted is heard`() async throws {
    let client = ConnectedClient()
    client.server.refusal = .unavailable(.store(.notStarted(reason: "a mistake")))
    let answer = client.ask(.signOut)
    await #expect(throws: StoreError.notStarted(reason: "a mistake")) { try await client.result(of: answer) }
    #expect(client.faults == [.notStarted(reason: "a mistake")])
  }

  @Test func `A server that cannot be found is a fault`() async throws {
    let client = ConnectedClient()
    client.server.fault = .busy
    let answer = client.ask(.signOut)
    await #expect(throws: StoreError.service(.busy)) { try await client.result(of: answer) }
    #expect(client.faults == [.service(.busy)])
  }

  @Test func `A server that does not know the member has taken the place of one that ended`() async throws {
    let client = await ConnectedClient.welcomed()
    let page = Task { () -> StoreError? in
      do throws(StoreError) {
        _ = try await client.client.page(of: AttemptSearch(""), before: nil)
        return nil
      } catch {
        return error
      }
    }
    await client.turn(until: { client.server.requests.count == 2 })
    client.server.answer(.unavailable(.notNow), to: 1)
    #expect(await client.value(of: page) == .service(.ended))
  }

  @Test func `A server that does not know the session any more says that it has ended, once`() async throws {
    let client = await ConnectedClient.welcomed()
    client.client.session = SecureToken()
    var ends = 0
    client.client.onSessionEnd = { _ in ends += 1 }
    let answer = client.ask(.previousSignIn)
    await client.turn(until: { client.server.requests.count == 2 })
    client.server.answer(.unavailable(.notNow), to: 1)
    await #expect(throws: StoreError.service(.sessionEnded)) { try await client.result(of: answer) }
    #expect(ends == 1)
    #expect(client.client.session == nil)
  }

  @Test func `A server that takes the place of another one learns the session before any request`() async throws {
    let client = await ConnectedClient.welcomed()
    let token = SecureToken()
    client.client.session = token
    let lost = client.ask(.previousSignIn)
    await client.turn(until: { client.server.requests.count == 2 })
    client.server.close()
    await #expect(throws: StoreError.service(.ended)) { try await client.result(of: lost) }
    let answer = client.ask(.previousSignIn)
    await client.turn(until: { client.server.connections == 2 })
    client.server.answer(.welcome(Samples.welcome), to: 0)
    await client.turn(until: { !client.server.secrets.isEmpty })
    #expect(client.server.secrets == [token.withBase64URL { String(decoding: $0, as: UTF8.self) }])
    #expect(client.server.requests.last != .previousSignIn)
    client.server.answer(.verified(nil), to: 3)
    await client.turn(until: { client.server.requests.last == .previousSignIn })
    client.server.answer(.previous(nil), to: 2)
    #expect(try await client.result(of: answer).reply == .previous(nil))
  }

  @Test func `A server that can't look for the session fails the request, and the next one shows the token again`()
    async throws
  {
    let client = await ConnectedClient.welcomed()
    client.client.session = SecureToken()
    var ends = 0
    client.client.onSessionEnd = { _ in ends += 1 }
    let lost = client.ask(.previousSignIn)
    await client.turn(until: { client.server.requests.count == 2 })
    client.server.close()
    await #expect(throws: StoreError.service(.ended)) { try await client.result(of: lost) }
    let busy = StoreError.unreachable(.busy, path: "/x")
    for connection in 2...3 {
      let answer = client.ask(.previousSignIn)
      await client.turn(until: { client.server.connections == connection })
      client.server.answer(.welcome(Samples.welcome), to: 0)
      await client.turn(until: { client.server.secrets.count == connection - 1 })
      client.server.answer(.unavailable(.store(busy)), to: client.client.newSequence() - 1)
      await #expect(throws: busy) { try await client.result(of: answer) }
    }
    #expect(ends == 0)
    #expect(client.client.session != nil)
  }

  @Test func `A token that is shown before the welcome is sent after it`() async throws {
    let client = ConnectedClient()
    let answer = client.ask(nil, [.token(SecureToken())])
    await client.turn(until: { !client.server.requests.isEmpty })
    #expect(client.server.secrets.isEmpty)
    client.server.answer(.welcome(Samples.welcome), to: 0)
    await client.turn(until: { !client.server.secrets.isEmpty })
    client.server.answer(.verified(nil), to: 1)
    #expect(try await client.result(of: answer).reply == .verified(nil))
    #expect(client.server.requests == [.hello(client.hello)])
  }

  @Test func `A request that is cancelled before the welcome is never sent`() async throws {
    let client = ConnectedClient()
    let answer = client.ask(.begin(Begin(.signIn, Samples.email, wantsSession: true)))
    await client.turn(until: { !client.server.requests.isEmpty })
    answer.cancel()
    #expect(try await client.result(of: answer).reply == .ended(.cancelled(isNew: false)))
    client.server.answer(.welcome(Samples.welcome), to: 0)
    await client.turn(until: { !client.welcomes.isEmpty })
    #expect(client.server.requests == [.hello(client.hello)])
  }

  @Test func `A request that is cancelled later is cancelled at the server, which answers`() async throws {
    let client = await ConnectedClient.welcomed()
    let answer = client.ask(.begin(Begin(.signIn, Samples.email, wantsSession: true)))
    await client.turn(until: { client.server.requests.count == 2 })
    answer.cancel()
    await client.turn(until: { client.server.requests.last == .cancel })
    #expect(client.server.requests.last == .cancel)
    client.server.answer(.ended(.cancelled(isNew: false)), to: 1)
    #expect(try await client.result(of: answer).reply == .ended(.cancelled(isNew: false)))
  }
}

/// A client on a loop of its own, and a scripted server at the other end of its connection.
@MainActor final class ConnectedClient {
  let hello = Hello(program: "test", source: Samples.source)
  let server = ScriptedServer()
  private(set) var welcomes: [Welcome] = []
  private(set) var faults: [StoreError] = []
  private let loop = RunLoop(signals: -1)
  let client: AccountClient
  let place = Place()

  /// - Parameter isFull: Whether the server takes no connection before its place opens.
  init(timeouts: Duration = .seconds(600), isFull: Bool = false) {
    var limits = AccountClient.Timeouts()
    (limits.welcome, limits.answer) = (timeouts, timeouts)
    let hello = hello
    let later = isFull ? try? server.connect() : nil
    let place = place
    let wait: @Sendable () throws(StoreError) -> AccountClient.Connected = { [loop] () throws(StoreError) in
      place.wait()
      guard let later else { throw .service(.busy) }
      return { SocketChannel(later, loop) }
    }
    let connect = { @MainActor [server, loop] () throws(StoreError) -> any FormChannel in
      if isFull { throw StoreError.service(.busy) }
      return SocketChannel(try server.connect(), loop)
    }
    client = AccountClient(loop, hello, timeouts: limits, connect: connect, orWait: isFull ? wait : nil)
    client.onWelcome = { [unowned self] in welcomes.append($0) }
    client.onFault = { [unowned self] in faults.append($0) }
  }

  /// A client whose server has said welcome.
  static func welcomed(
    timeouts: Duration = .seconds(600), by version: ProtocolVersion = .current
  ) async -> ConnectedClient {
    let client = ConnectedClient(timeouts: timeouts)
    client.client.start()
    client.server.answer(.welcome(Samples.welcome(of: version)), to: 0)
    await client.turn(until: { !client.welcomes.isEmpty })
    return client
  }

  typealias Asking = Task<Result<AccountClient.Response, StoreError>, Never>

  func ask(_ request: Request?, _ secrets: [AccountClient.Secret] = []) -> Asking {
    Task { [client] in
      do throws(StoreError) {
        return .success(try await client.ask(request, secrets))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Turns the loop until the answer is there.
  func result(of asking: Asking) async throws(StoreError) -> AccountClient.Response {
    guard let result = await value(of: asking) else { throw .service(.silent) }
    return try result.get()
  }

  func value<Value: Sendable>(of task: Task<Value, Never>) async -> Value? { await loop.value(of: task) }

  func turn(until isDone: () -> Bool, atMost turns: Int = 20_000) async {
    await loop.turn(until: isDone, atMost: turns)
  }
}

/// A place among the connections of a server, for which a thread waits.
final class Place: Sendable {
  private let ends: [Int32]
  private let waits = Atomic(false)

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { Issue.record("There is no pipe.") }
    self.ends = ends
  }

  deinit { for end in ends { close(end) } }

  var isWaitedFor: Bool { waits.load(ordering: .acquiring) }

  func open() { _ = write(ends[1], [1], 1) }

  func wait() {
    waits.store(true, ordering: .releasing)
    var byte: UInt8 = 0
    _ = read(ends[0], &byte, 1)
  }
}
