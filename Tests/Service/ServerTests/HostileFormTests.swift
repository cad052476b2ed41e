import Identity
import AccountService
import Server
import Secrets
import Synchronization
import ServiceTestSupport
import TestSupport
import Testing
import Messages

/// Forms that send anything, at any time, on a real connection. `ConversationFaults` plays millions of them without one.
@MainActor @Suite struct HostileFormTests {
  private static let bob = email("bob@example.com")

  @Test(arguments: 0..<UInt64(LongRun.rounds(40, promised: 2_000)))
  func `A form that sends anything learns nothing of others, and the server outlives it`(_ seed: UInt64) async throws {
    // given accounts of two people, sign-ins that ask for a code behind the password, and a form that knows one of them
    let fixture = ServerFixture()
    fixture.signUp = nil
    try await fixture.addAda()
    try await fixture.add(Self.bob)
    let proofs = CountedProofs(AccountAuthenticator(accounts: fixture.store, argon2id: ServiceFixture.cheap))
    fixture.authenticator = proofs
    if seed % 3 == 0 { fixture.steps.signingIn = [AskingStep()] }
    let form = try TestClient(fixture)
    let descriptor = try #require(SentDescriptor())
    var random = SeededGenerator(seed: seed)
    var asked: [UInt16: Int] = [:]
    // when it sends a hundred messages, most of them behind a greeting
    if Bool.random(using: &random) || seed % 4 != 0 { form.send(ServiceFixture.hello, 0) }
    await form.turn(until: { false }, atMost: 3)
    for _ in 0..<100 {
      let number = UInt16.random(in: 1...9, using: &random)
      if send(to: form, number, descriptor, &random) { asked[number, default: 0] += 1 }
      if Int.random(in: 0..<3, using: &random) == 0 { await form.turn(until: { false }, atMost: 2) }
    }
    let replies = await form.allReplies()
    // then no request is answered twice
    for (number, count) in Dictionary(grouping: replies.filter(\.reply.isLast), by: \.number).mapValues(\.count)
    where number > 0 {
      #expect(count <= asked[number, default: 0], "\(number) was answered more often than asked.")
    }
    // and each sign-in has a proof of its own, of the account that it is to
    let signIns = replies.compactMap { reply -> EmailAddress? in
      if case .ended(.signedIn(let email, _, _)) = reply.reply { email } else { nil }
    }
    #expect(signIns.allSatisfy { $0 == ServiceFixture.ada })
    #expect(signIns.count <= proofs.proven)
    for case .rows(let rows) in replies.map(\.reply) { #expect(rows.allSatisfy { $0.email == ServiceFixture.ada }) }
    // and nothing is left: no attempt, no connection, no descriptor
    form.socket.finish()
    #expect(await form.turned(reads: false) { form.server.isIdle })
    let log = try await form.log()
    #expect(log.allSatisfy { $0.outcome != .pending })
    #expect(log.allSatisfy { $0.email != Self.bob || $0.outcome != .signedIn })
    #expect(log.count { $0.outcome == .signedIn } <= proofs.proven)
    form.close()
    // A process that another test starts has a copy until its exec.
    #expect(await eventually { descriptor.isGone })
  }

  /// Sends something. Returns whether it wants an answer of its own.
  private func send(
    to form: TestClient, _ number: UInt16, _ descriptor: SentDescriptor, _ random: inout SeededGenerator
  ) -> Bool {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...3:
      form.send(.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: true)), number)
      form.send(.password, ServiceFixture.secret, number)
    case 4:
      form.send(.begin(Begin(.signIn, Self.bob, wantsSession: true)), number)
      form.send(.password, "wrong password", number)
    case 5:
      form.send(.begin(Begin(.changePassword, Self.bob, wantsSession: false)), number)
      form.send(.password, ServiceFixture.secret, number)
      form.send(.newPassword, "battery staple", number)
    case 6, 7: form.send(.page(AttemptSearch(""), before: nil), number)
    case 8: form.send(.previousSignIn, number)
    case 9: form.send(.signOut, number)
    case 10: form.send(.token, "no token", number)
    case 11:
      form.send(.cancel, number)
      return false
    case 12: form.send(.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: true, hasSecrets: false)), number)
    case 13:
      form.send(.begin(Begin(.setUpSecondStep, ServiceFixture.ada, wantsSession: false, hasSecrets: false)), number)
    case 14: form.send(.begin(Begin(.signUp, email("eve@example.com"), wantsSession: true)), number)
    case 15: return descriptor.send(Request.previousSignIn.message(number), on: form.socket.descriptor)
    default:
      sendInTheMiddle(to: form, number, &random)
      return false
    }
    return true
  }

  /// Sends what only a conversation wants, or now and then something that ends the connection.
  private func sendInTheMiddle(to form: TestClient, _ number: UInt16, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<24, using: &random) {
    case 0...5: form.send(.password, "anything", to: ChallengeID(1), number)
    case 6...9: form.send(.proceed, number)
    case 10: form.send(.method(.recoveryCode), number)
    case 11: form.send(.administer(.clear(.all)), number)
    case 12:
      let whole = Request.page(AttemptSearch(""), before: nil).message(number)
      _ = form.socket.send(Array(whole.prefix(Int.random(in: 1..<whole.count, using: &random))))
    case 13:
      let bytes = (0..<Int.random(in: 1...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = form.socket.send(bytes)
    default: break
    }
  }
}

/// Counts the passwords that were right.
private final class CountedProofs: Authenticator {
  private let authenticator: any Authenticator
  private let count = Mutex(0)

  var proven: Int { count.withLock { $0 } }

  init(_ authenticator: any Authenticator) {
    self.authenticator = authenticator
  }

  func begin(_ login: Login, from source: AttemptSource) async throws(StoreError) -> any Proof {
    Counted(proof: try await authenticator.begin(login, from: source), proofs: self)
  }

  private struct Counted: Proof {
    let proof: any Proof
    let proofs: CountedProofs

    func proceed() async throws(StoreError) -> ProofStep { try await proof.proceed() }

    func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
      let step = try await proof.verify(answer, admission)
      if case .proven = step { proofs.count.withLock { $0 += 1 } }
      return step
    }
  }
}

extension Reply {
  /// Whether nothing follows it for its request.
  fileprivate var isLast: Bool {
    switch self {
    case .rows, .ask, .tell, .wait, .queued: false
    default: true
    }
  }
}
