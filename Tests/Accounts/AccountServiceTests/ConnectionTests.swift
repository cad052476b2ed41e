import AccountService
import Identity
import Secrets
import ServiceTestSupport
import TestSupport
import Testing

@testable import Unix

/// What a connection does step by step. `ConversationTests` plays it at a socket.
@MainActor @Suite struct ConnectionTests {
  private let fixture = ServiceFixture()

  // MARK: Waiting

  @Test func `A form that never says hello is left in time, and one that was welcomed stays`() async throws {
    // given
    let silent = try ScriptedConnection(fixture)
    #expect(silent.channel.watched?.reads == true && silent.channel.watched?.writes == false)
    let welcomed = try await ScriptedConnection.welcomed(fixture)
    // when
    await silent.skip(fixture.deadlines.hello)
    await welcomed.settle()
    // then
    #expect(silent.ends == 1 && silent.channel.finishes == 1 && silent.channel.closes == 1)
    #expect(silent.channel.watched == nil)
    #expect(welcomed.ends == 0)
  }

  @Test func `A conversation that was cancelled before its secret came has no deadline any more`() async throws {
    // given
    let played = try await ScriptedConnection.welcomed(fixture)
    played.send(.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: false)), 1)
    // when
    played.send(.cancel, 1)
    #expect(await played.reply() == .ended(.cancelled(isNew: false)))
    await played.skip(fixture.deadlines.answer)
    // then
    #expect(played.ends == 0)
  }

  @Test func `A request that is refused at once leaves the deadline and the secrets of a conversation alone`()
    async throws
  {
    // given a change of password that lacks the new one
    let played = try await ScriptedConnection.signedIn(fixture)
    let current = try played.begin(.changePassword, 2)
    // when another request is one too many
    played.limits.admits = false
    played.send(.previousSignIn, 3)
    #expect(await played.reply() == .unavailable(.busy))
    // then
    #expect(!current.isWiped)
    await played.skip(fixture.deadlines.answer)
    #expect(played.ends == 1)
    #expect(current.isWiped)
  }

  @Test func `Recovery codes may be put away for longer than an answer takes, and not for ever`() async throws {
    // given
    try await fixture.addAda()
    fixture.authenticator = try TwoSteps(right: ServiceFixture.secret, between: [.tell(.recoveryCodes(["0123"]))])
    let played = try await ScriptedConnection.welcomed(fixture)
    try played.begin(.signIn, 1)
    #expect(await played.reply() == .tell(.recoveryCodes(["0123"])))
    // when, then
    await played.skip(.seconds(600))
    #expect(played.ends == 0)
    await played.skip(.seconds(600))
    #expect(played.ends == 1)
  }

  @Test(arguments: [(true, Duration.seconds(900)), (false, .seconds(120))])
  func `A question says how long its answer may take, and a new secret must be put away first`(
    isNew: Bool, time: Duration
  ) async throws {
    // given
    let offer = CodeOffer(picture: BitMatrix(size: 21), secret: "ABCD EFGH")
    fixture.authenticator = ScriptedSteps(
      .ask([Challenge(.password), Challenge(isNew ? .confirmation(offer, digits: 6) : .code(digits: 6))]))
    let played = try await ScriptedConnection.welcomed(fixture)
    // when
    played.beginAsking(1)
    // then
    guard case .ask(let question)? = await played.reply() else { throw ServiceFixture.Unexpected(nil) }
    #expect(question.timeLimit == time)
    await played.skip(time / 2)
    #expect(played.ends == 0)
    await played.skip(time)
    #expect(played.ends == 1)
  }

  @Test func `An administrator's program is left some time after its last answer`() async throws {
    // given
    let played = try await ScriptedConnection.welcomed(fixture, at: .administration)
    await played.skip(.seconds(600))
    #expect(played.ends == 0)
    // when it asks again, the time begins again
    played.send(.administer(.clear(.all)), 1)
    #expect(await played.reply() != nil)
    await played.skip(.seconds(600))
    #expect(played.ends == 0)
    await played.skip(.seconds(600))
    // then
    #expect(played.ends == 1)
  }

  @Test(
    arguments: [
      .unreachable(.busy, path: "/x"), .unreachable(.outOfMemory, path: "/x"), .inputOutput(.full, path: "/x"),
    ] as [StoreError])
  func `A form is welcomed while the store fails for a moment, as if there were accounts`(_ error: StoreError)
    async throws
  {
    fixture.store.failure = error
    let played = try ScriptedConnection(fixture)
    played.send(ServiceFixture.hello, 0)
    guard case .welcome(let welcome)? = await played.reply() else { throw ServiceFixture.Unexpected(nil) }
    #expect(welcome.hasAccounts && welcome.acceptedLengths == 6...20)
    #expect(played.ends == 0)
  }

  @Test(arguments: [.unreachable(.notFile, path: "/x"), .unreachable(.keyLost, path: "/x")] as [StoreError])
  func `A form is told at once what somebody must repair`(_ error: StoreError) async throws {
    fixture.store.failure = error
    let played = try ScriptedConnection(fixture)
    played.send(ServiceFixture.hello, 0)
    #expect(await played.reply() == .unavailable(.store(error)))
    #expect(played.ends == 1)
  }

  // MARK: Secrets

  @Test(arguments: [true, false])
  func `A password is overwritten once it was verified, if it is a copy of the form's`(_ isCopy: Bool) async throws {
    try await fixture.addAda()
    let played = try await ScriptedConnection.welcomed(fixture, copiesSecrets: isCopy)
    let password = try played.begin(.signIn, 1)
    guard case .ended(.signedIn)? = await played.reply() else { throw ServiceFixture.Unexpected(nil) }
    #expect(password.isWiped == isCopy)
  }

  @Test(arguments: [true, false])
  func `A password that is one too many is overwritten, if it is a copy of the form's`(_ isCopy: Bool) async throws {
    let played = try await ScriptedConnection.welcomed(fixture, copiesSecrets: isCopy)
    played.limits.admits = false
    let password = try played.begin(.signIn, 1)
    #expect(await played.reply() == .unavailable(.busy))
    #expect(password.isWiped == isCopy)
  }

  @Test func `A secret of a conversation that is cancelled, or whose form leaves, is overwritten`() async throws {
    for leaves in [false, true] {
      let played = try await ScriptedConnection.signedIn(ServiceFixture())
      let current = try played.begin(.changePassword, 2)
      #expect(!current.isWiped)
      if leaves { played.arrive(.end) } else { played.send(.cancel, 2) }
      #expect(current.isWiped)
      // and no deadline is left behind
      #expect(played.loop.timers.next == nil)
    }
  }

  @Test func `A password before a notice is kept for the first question, and one behind it is not`() async throws {
    // given
    fixture.authenticator = ScriptedSteps(
      .tell(.quotation("Maintenance", .information)), .ask([Challenge(.password)]),
      .tell(.quotation("Welcome", .information)), .ask([Challenge(.code(digits: 6))]))
    try await fixture.addAda()
    let played = try await ScriptedConnection.welcomed(fixture)
    // when
    let password = try played.begin(.signIn, 1)
    // then
    #expect(await played.reply() == .tell(.quotation("Maintenance", .information)))
    #expect(!password.isWiped)
    played.send(.proceed, 1)
    #expect(await played.reply() == .tell(.quotation("Welcome", .information)))
  }

  @Test func `A secret that can't be read ends the connection, as an offence`() async throws {
    let played = try await ScriptedConnection.welcomed(fixture)
    played.send(.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: false)), 1)
    played.arrive(.secret(SecretPrefix(.password, sequence: 1), password: nil, token: nil))
    #expect(played.ends == 1)
    #expect(played.limits.offences == [1000])
  }

  @Test func `The first secret of two that can't be read ends the connection, as an offence`() async throws {
    let played = try await ScriptedConnection.signedIn(fixture)
    played.send(.begin(Begin(.changePassword, ServiceFixture.ada, wantsSession: false)), 2)
    played.arrive(.secret(SecretPrefix(.password, sequence: 2), password: nil, token: nil))
    #expect(played.ends == 1)
    #expect(played.limits.offences == [1000])
  }

  @Test func `A program of another version is told so, and that is no offence`() async throws {
    let played = try ScriptedConnection(fixture)
    played.arrive(.malformed(ProtocolVersion(major: 9, minor: 0)))
    #expect(await played.reply() == .unavailable(.version(.current)))
    #expect(played.ends == 1)
    #expect(played.limits.offences.isEmpty)
  }

  // MARK: Jobs

  @Test func `Only the job of the request that is cancelled is`() async throws {
    // given two conversations, of which the first is cancelled while its answer is verified
    try await fixture.addAda()
    fixture.gate.close()
    let played = try await ScriptedConnection.welcomed(fixture)
    try played.begin(.signIn, 1)
    #expect(await played.turned { fixture.gate.waiting == 1 })
    played.send(.cancel, 1)
    try played.begin(.signIn, 2)
    #expect(await played.turned { fixture.gate.waiting == 2 })
    // when
    fixture.gate.open()
    #expect(await played.turned { played.channel.replies.count == 2 })
    // then
    let replies = Dictionary(uniqueKeysWithValues: played.channel.replies.map { ($0.number, $0.reply) })
    #expect(replies[1] == .ended(.cancelled(isNew: false)))
    guard case .ended(.signedIn)? = replies[2] else { throw ServiceFixture.Unexpected(replies[2]) }
  }

  @Test func `A form hears of its place in the queue, and each job is noted once`() async throws {
    try await fixture.addAda()
    let played = try await ScriptedConnection.welcomed(fixture)
    played.limits.place = 3
    try played.begin(.signIn, 1)
    #expect(await played.reply() == .queued(place: 3))
    guard case .ended(.signedIn)? = await played.reply() else { throw ServiceFixture.Unexpected(nil) }
    #expect(played.limits.notes == 2)  // the greeting, too
  }

  @Test func `A connection is over once its last job is done, and says so once`() async throws {
    // given
    try await fixture.addAda()
    fixture.gate.close()
    let played = try await ScriptedConnection.welcomed(fixture)
    try played.begin(.signIn, 1)
    #expect(await played.turned { fixture.gate.waiting == 1 })
    // when
    played.arrive(.end)
    await played.settle()
    // then
    #expect(played.ends == 0 && played.channel.closes == 0)
    #expect(played.channel.watched == nil)
    #expect(played.channel.finishes == 0)
    #expect(!played.connection.isReading)
    fixture.gate.open()
    #expect(await played.turned { played.ends > 0 })
    played.connection.stop()
    await played.settle()
    #expect(played.ends == 1 && played.channel.closes == 1 && played.channel.replies.isEmpty)
    #expect(try await fixture.store.throttleState().pending.isEmpty)
  }

  @Test func `A sign-in that asks on after its form has left is left, and its attempt is settled`() async throws {
    // given a right password, and a question behind it that is held
    try await fixture.addAda()
    fixture.authenticator = try TwoSteps(right: ServiceFixture.secret)
    let played = try await ScriptedConnection.welcomed(fixture)
    played.limits.gate.close()
    try played.begin(.signIn, 1)
    #expect(await played.turned { played.limits.gate.waiting == 1 })
    // when
    played.arrive(.end)
    await played.settle()
    #expect(played.ends == 0)
    played.limits.gate.open()
    // then
    #expect(await played.turned { played.ends == 1 })
    #expect(played.channel.replies.isEmpty)
    #expect(fixture.store.pendingCount == 0)
  }

  @Test func `A session whose token was never sent is ended`() async throws {
    // given
    let played = try await ScriptedConnection.signedIn(fixture, wantsSession: true)
    #expect(played.channel.tokens == 1)
    played.channel.unsentSession = try #require(try await fixture.store.sessions(of: nil).first)
    // when
    played.arrive(.end)
    // then
    #expect(await played.turned { played.ends == 1 })
    #expect(try await fixture.store.sessions(of: nil) == [])
  }

  @Test func `A sign-in without a session sends no token`() async throws {
    let played = try await ScriptedConnection.signedIn(fixture)
    #expect(played.channel.tokens == 0)
  }

  // MARK: Workers

  /// The ways in which a conversation with a worker ends.
  enum End: CaseIterable { case refusal, cancellation, leaving, leavingBeforeRefusal, leavingBeforeQuestion }

  @Test(arguments: End.allCases)
  func `A worker is dismissed once, however its conversation ends`(_ end: End) async throws {
    // given a worker that asks twice, or refuses
    let asks = ProofStep.ask([Challenge(.password)])
    fixture.names = { _ in
      switch end {
      case .refusal, .leavingBeforeRefusal: ScriptedSteps(asks, .refused)
      case .cancellation, .leaving, .leavingBeforeQuestion: ScriptedSteps(asks, asks)
      }
    }
    let played = try await ScriptedConnection.welcomed(fixture)
    let ada = try #require(LoginName("ada", of: "test"))
    played.send(.begin(Begin(.signIn, .name(ada), wantsSession: false, hasSecrets: false)), 1)
    guard case .ask(let question)? = await played.reply() else { throw ServiceFixture.Unexpected(nil) }
    #expect(played.limits.dismissedWorkers == 0)
    // when
    switch end {
    case .refusal:
      try played.send(ServiceFixture.secret, to: question.challenges[0].id, 1)
      #expect(await played.reply() == .ended(.refused(blockedFor: nil, isNew: false)))
    case .cancellation: played.send(.cancel, 1)
    case .leaving: break
    case .leavingBeforeRefusal, .leavingBeforeQuestion:
      played.limits.gate.close()
      try played.send(ServiceFixture.secret, to: question.challenges[0].id, 1)
      #expect(await played.turned { played.limits.gate.waiting == 1 })
    }
    played.arrive(.end)
    played.limits.gate.open()
    // then
    #expect(await played.turned { played.ends == 1 })
    #expect(played.limits.dismissedWorkers == 1)
    #expect(fixture.store.pendingCount == 0)
  }

  @Test func `A worker whose member has gone is dismissed, and its conversation left`() async throws {
    // given a member who links a name
    fixture.names = { _ in ScriptedSteps(.ask([Challenge(.password)])) }
    let played = try await ScriptedConnection.signedIn(fixture, wantsSession: true)
    let ada = try #require(LoginName("ada", of: "test"))
    played.send(.begin(Begin(.link, .name(ada), wantsSession: false, hasSecrets: false)), 2)
    guard case .ask(let question)? = await played.reply() else { throw ServiceFixture.Unexpected(nil) }
    // when somebody ends all sessions of the member
    _ = try await fixture.store.revoke(.allOf(ServiceFixture.ada), from: .at("admin"))
    try played.send(ServiceFixture.secret, to: question.challenges[0].id, 2)
    // then
    #expect(await played.reply() == .unavailable(.notNow))
    #expect(played.limits.dismissedWorkers == 1)
    played.arrive(.end)
    #expect(await played.turned { played.ends == 1 })
    #expect(played.limits.dismissedWorkers == 1)
  }

  @Test func `A sign-in by email has no worker to dismiss`() async throws {
    let played = try await ScriptedConnection.signedIn(fixture)
    played.beginAsking(2)
    guard case .ask? = await played.reply() else { throw ServiceFixture.Unexpected(nil) }
    played.arrive(.end)
    #expect(await played.turned { played.ends == 1 })
    #expect(played.limits.dismissedWorkers == 0)
  }
}
