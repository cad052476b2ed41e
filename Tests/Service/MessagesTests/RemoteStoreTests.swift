import AccountService
import Glibc
import Identity
import Secrets
import TestSupport
import Testing

@testable import Messages

/// What an administrator's program asks of a service, and what it makes of the answers. The service has answered before it is
/// asked, so nobody waits.
@Suite final class RemoteStoreTests {
  private let socket: SeqpacketSocket
  private let service: SeqpacketSocket

  init() throws { (socket, service) = try SeqpacketSocket.pair() }

  deinit { service.close() }

  @Test func `It says hello as its user, and takes the rules of the welcome`() async throws {
    let store = try await welcomed()
    #expect(store.rules == Self.rules && store.welcome.program == "0.1.0")
    let source = AttemptSource(tty: "", uid: getuid(), host: "", program: "")
    #expect(received().requests == [.hello(Hello(program: "test", source: source))])
  }

  @Test(arguments: [
    (ProtocolVersion(major: 9, minor: 0), ServiceFault.newer), (ProtocolVersion(major: 1, minor: 9), .older),
  ])
  func `A welcome of another major version is a fault`(_ version: ProtocolVersion, _ fault: ServiceFault) async {
    await #expect(throws: StoreError.service(fault)) { try await self.welcomed(version) }
  }

  @Test func `A welcome without rules for administrators, or something else in its place, is a fault`() async {
    for reply in [.welcome(Samples.welcome), .done] as [Reply] {
      answer(reply)
      await #expect(throws: StoreError.service(.nonsense)) { try await self.connected() }
    }
  }

  @Test func `A service that says nothing is given up in time`() async {
    await #expect(throws: StoreError.service(.silent)) { try await self.connected(waiting: .milliseconds(1)) }
  }

  @Test func `A service that leaves is heard if it said why`() async throws {
    answer(.unavailable(.busy))
    service.finish()
    Glibc.shutdown(service.descriptor, Int32(SHUT_RD))
    await #expect(throws: StoreError.service(.busy)) { try await self.connected() }
  }

  @Test func `A service that leaves without a word has ended`() async throws {
    service.finish()
    await #expect(throws: StoreError.service(.ended)) { try await self.connected() }
  }

  @Test func `A place in the queue is no answer, and a fault is thrown`() async throws {
    let store = try await welcomed()
    answer(.queued(place: 2), .queued(place: 1), .administration(.lookup(.found)))
    #expect(try await store.change(Samples.email, .lock, from: Samples.source) == .found)
    answer(.unavailable(.store(.inputOutput(.full, path: "/x"))))
    await #expect(throws: StoreError.inputOutput(.full, path: "/x")) { try await store.knownAccount(of: Samples.email) }
  }

  @Test func `A list without its end, and an answer to something else, are faults`() async throws {
    let store = try await welcomed()
    answer(.administration(.subjects([])), .administration(.count(1)))
    await #expect(throws: StoreError.service(.nonsense)) { try await store.subjects(of: Samples.email) }
    answer(.administration(.count(1)))
    await #expect(throws: StoreError.service(.nonsense)) { try await store.knownAccount(of: Samples.email) }
    answer(.done)
    await #expect(throws: StoreError.service(.nonsense)) { try await store.health() }
  }

  @Test func `Requests are numbered from 1, and secrets have the number of theirs`() async throws {
    let store = try await welcomed()
    answer(.ended(.changed))
    let (old, new) = (try password("correct horse"), try password("battery staple"))
    #expect(
      await store.changingPassword(from: Samples.source).changePassword(of: Samples.email, from: old, to: new)
        == .changed)
    let received = received()
    #expect(
      received.requests.dropFirst() == [
        .begin(Begin(.changePassword, Samples.email, wantsSession: false, source: Samples.source))
      ])
    #expect(received.numbers == [1, 2])
    #expect(received.secrets.map(\.prefix) == [.password, .newPassword].map { SecretPrefix($0, sequence: 2) })
    #expect(received.secrets.map(\.text) == ["correct horse", "battery staple"])
  }

  @Test func `A password that was wiped is not sent`() async throws {
    let store = try await welcomed()
    let wiped = try password("correct horse")
    wiped.wipe()
    let outcome = await store.changingPassword(from: Samples.source).confirm(wiped, of: Samples.email)
    #expect(outcome == .unavailable(.hashing(.passwordWiped)))
  }

  @Test(arguments: [(UInt8(0), false), (1, true), (2, true)])
  func `A password is confirmed by itself unless the service is older`(minor: UInt8, isAsked: Bool) async throws {
    let store = try await welcomed(ProtocolVersion(major: 2, minor: minor))
    answer(.ended(.refused(blockedFor: 3, isNew: false)))
    let outcome = await store.changingPassword(from: Samples.source).confirm(
      try password("correct horse"), of: Samples.email)
    #expect(outcome == (isAsked ? .refused(blockedFor: 3) : .confirmed))
    let begin = Begin(.confirmPassword, Samples.email, wantsSession: false, source: Samples.source)
    #expect(received().requests.dropFirst() == (isAsked ? [.begin(begin)] : []))
  }

  @Test func `Keys are asked of no older service`() async throws {
    let older = try await welcomed(ProtocolVersion(major: 2, minor: 1))
    await #expect(throws: StoreError.service(.older)) { try await older.sshKeys(of: Samples.email) }
  }

  @Test func `The parts of a list are one list`() async throws {
    let store = try await welcomed(ProtocolVersion(major: 2, minor: 2))
    let (key, subject, session) = (Samples.accountKey, Samples.subject, Samples.session)
    func end(_ parts: AdminReply..., next: AttemptID? = nil) {
      answer(parts.map { .administration($0) } + [.administration(.end(next: next))])
    }
    end(.keys([key]), .keys([key]))
    #expect(try await store.sshKeys(of: Samples.email) == [key, key])
    end(.subjects([subject]), .subjects([subject, subject]))
    #expect(try await store.subjects(of: Samples.email) == [subject, subject, subject])
    end(.sessions([session]), .sessions([session]))
    #expect(try await store.sessions(of: nil) == [session, session])
    end(.rows([Samples.attempt]), .rows([Samples.attempt]), next: Samples.attempt.id)
    let page = try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 9)
    #expect(page == AttemptPage(attempts: [Samples.attempt, Samples.attempt], next: Samples.attempt.id))
  }

  @Test func `The parts of what the throttle counts are one state`() async throws {
    let store = try await welcomed()
    let time = Timestamp(milliseconds: 1)
    func key(_ name: String) -> ThrottleKey {
      ThrottleKey(email: name, source: ThrottleSource(uid: 1, place: "castle"))
    }
    let run = FailureRun(failures: 3, since: time, last: time)
    let attempt = AttemptID(time: time, number: 4)
    let whole = ThrottleState(
      runs: [key("ann"): run, key("bob"): run], pending: [attempt: PendingAttempt(key: key("ann"), charged: time)],
      pairs: [key("bob"): ThrottlePair(succeeded: time)])
    answer(
      [
        .throttle(ThrottleState(runs: [key("ann"): run])), .throttle(ThrottleState(runs: [key("bob"): run])),
        .throttle(ThrottleState(pending: whole.pending)), .throttle(ThrottleState(pairs: whole.pairs)), .end(next: nil),
      ].map { .administration($0) })
    #expect(try await store.throttleState() == whole)
  }

  @Test func `Accounts travel in batches, as parts of the request that adds them`() async throws {
    let store = try await welcomed()
    let account = try AdminSamples.account()
    let accounts = Array(repeating: account, count: AdminRequest.longestBatch + 1)
    answer([.positions([0, 5]), .positions([7]), .end(next: nil)].map { .administration($0) })
    let positions = try await store.add(accounts, .missingOnly, allowing: 6...20, from: Samples.source)
    #expect(positions == [0, 5, 7])
    let received = received()
    #expect(
      received.requests.dropFirst() == [
        .administer(.batch(accounts.dropLast())), .administer(.batch([account])),
        .administer(.addAll(.missingOnly, allowing: PasswordLengths(clamping: 6...20), Samples.source)),
      ])
    #expect(received.numbers == [1, 2, 2, 2])
  }

  @Test func `A session is returned to whoever may use it`() async throws {
    let store = try await welcomed()
    let session = Samples.session
    for (bearer, expected) in [
      (.anybody, session), (.user(.max), session), (.user(7), nil),
    ] as [(TokenBearer, Session?)] {
      answer(.administration(.session(session)))
      #expect(try await store.verify(Samples.digest, by: bearer) == expected)
    }
  }

  @Test func `A link is ended if there was one`() async throws {
    let store = try await welcomed()
    for lookup in [AccountLookup.found, .missing] {
      answer(.administration(.lookup(lookup)))
      let isEnded = try await store.unlink(Samples.subject, of: Samples.email, from: Samples.source)
      #expect(isEnded == (lookup == .found))
    }
  }

  // MARK: - Helpers

  private static let rules = AdminRules(hasStore: true, hashCost: .standard, throttle: Throttle())

  private func welcomed(_ version: ProtocolVersion = .current) async throws -> RemoteStore {
    answer(
      .welcome(
        Welcome(
          version: version, program: "0.1.0", acceptedLengths: 4...64, newLengths: 6...20, hasAccounts: true,
          signUp: nil,
          administration: Self.rules)))
    return try await connected()
  }

  private func connected(waiting time: Duration = .seconds(60)) async throws -> RemoteStore {
    // Each one closes its end.
    let descriptor = dup(socket.descriptor)
    return try await RemoteStore(SeqpacketSocket(descriptor: descriptor), program: "test", timeout: time)
  }

  private func answer(_ replies: Reply...) { answer(replies) }

  private func answer(_ replies: [Reply]) { for reply in replies { _ = service.send(reply.message(1)) } }

  /// All that has come.
  private func received() -> (
    requests: [Request], numbers: [UInt16], secrets: [(prefix: SecretPrefix, text: String)]
  ) {
    var (requests, numbers, secrets): ([Request], [UInt16], [(SecretPrefix, String)]) = ([], [], [])
    while true {
      switch service.receive() {
      case .message(let message):
        guard let message = Envelope<Request>(message) else { continue }
        requests.append(message.body)
        numbers.append(message.number)
      case .secret(let prefix, let text):
        secrets.append((prefix, text.withUTF8 { String(decoding: $0, as: UTF8.self) }))
      case .nothing, .end, .malformed: return (requests, numbers, secrets)
      }
    }
  }
}
