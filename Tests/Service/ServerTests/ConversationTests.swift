import Glibc
import Identity
import AccountService
import Server
import Secrets
import ServiceTestSupport
import TestSupport
import Testing
import Messages

@MainActor @Suite struct ConversationTests {
  private let ada = ServiceFixture.ada

  @Test func `A right password signs in, and the token of the session follows`() async throws {
    let form = try await TestClient.signedIn()
    let token = try #require(form.tokens.first)
    #expect(try await form.store.verify(token.digest)?.email == ada)
    #expect(form.tokens.count == 1)
  }

  @Test func `The log has the user that the kernel knows, and the rest as the form claims it`() async throws {
    let form = try await TestClient.signedIn()
    let attempt = try #require(try await form.log().first)
    #expect(attempt.outcome == .signedIn)
    #expect(attempt.source == AttemptSource(tty: "pts/3", uid: geteuid(), host: "192.0.2.7", program: "menu"))
  }

  @Test func `No session is opened where none is wanted`() async throws {
    let form = try await TestClient.signedIn(wantsSession: false)
    #expect(try await form.store.sessions(of: nil) == [])
    #expect(await form.allReplies().isEmpty)
    #expect(form.tokens.isEmpty)
  }

  @Test func `A wrong password is refused, and the third one in a row blocks`() async throws {
    let fixture = ServerFixture()
    try await fixture.addAda()
    let form = try await TestClient.welcomed(fixture)
    var endings: [Reply?] = []
    for _ in 0..<4 {
      form.begin(.signIn, ada, "wrong password")
      endings.append(await form.reply())
    }
    #expect(
      endings == [
        .ended(.refused(blockedFor: nil, isNew: false)), .ended(.refused(blockedFor: nil, isNew: false)),
        .ended(.refused(blockedFor: 1, isNew: false)), .ended(.throttled(seconds: 1, isNew: false)),
      ])
  }

  @Test func `An attempt is charged before its password is verified`() async throws {
    let form = try await held()
    #expect(try await form.outcomes().first == .pending)
    form.gate.open()
    _ = await form.reply()
    #expect(try await form.outcomes().first == .signedIn)
  }

  @Test func `A sign-in that is cancelled is answered, and on record as cancelled`() async throws {
    let form = try await held()
    form.send(.cancel, 1)
    await form.turn(until: { true })
    form.gate.open()
    #expect(await form.reply() == .ended(.cancelled(isNew: false)))
    #expect(try await form.outcomes().first == .cancelled)
    #expect(try await eventually { try await form.store.sessions(of: nil) == [] })
    #expect(await form.answer(to: .previousSignIn) == .unavailable(.notNow))
  }

  @Test func `A new sign-in may begin while a cancelled one is settled`() async throws {
    let form = try await held()
    form.send(.cancel, 1)
    form.begin(.signIn, email("bob@example.com"))
    await form.turn(until: { form.gate.waiting == 2 })
    form.gate.open()
    let endings = await form.allReplies(expecting: 2)
    #expect(endings.first { $0.number == 1 }?.reply == .ended(.cancelled(isNew: false)))
    #expect(endings.first { $0.number == 2 }?.reply == .ended(.refused(blockedFor: nil, isNew: false)))
  }

  @Test func `A cancellation that crosses the answer ends the session`() async throws {
    let form = try await TestClient.signedIn()
    form.send(.cancel, 2)
    #expect(await form.allReplies().isEmpty)
    #expect(try await form.store.sessions(of: nil).isEmpty == false)  // that was another request
    form.send(.cancel, 1)
    #expect(await form.allReplies().isEmpty)
    #expect(try await eventually { try await form.store.sessions(of: nil) == [] })
    #expect(await form.answer(to: .previousSignIn) == .unavailable(.notNow))
  }

  @Test func `A password that is empty ends the connection, and counts for nobody`() async throws {
    let fixture = ServerFixture()
    try await fixture.addAda()
    let form = try await TestClient.welcomed(fixture)
    form.send(.begin(Begin(.signIn, ada, wantsSession: true)), 1)
    form.send(.password, "", 1)
    #expect(await form.isEnded())
    #expect(try await form.store.throttleState().runs.isEmpty)
  }

  @Test func `A second conversation beside the first ends the connection, and cancels the first`() async throws {
    let form = try await held()
    form.begin(.signIn)
    #expect(await form.isEnded())
    form.gate.open()
    await form.turn(until: { form.server.isIdle })
    #expect(try await form.outcomes().first == .cancelled)
  }

  @Test func `A conversation whose secret does not come is left in time`() async throws {
    let fixture = ServerFixture()
    let form = try await TestClient.welcomed(fixture)
    form.send(.begin(Begin(.signIn, ada, wantsSession: true)))
    await form.turn(until: { false }, atMost: 20)
    fixture.skip(fixture.deadlines.answer)
    #expect(await form.isEnded())
  }

  @Test func `A conversation without its secret can be cancelled`() async throws {
    let form = try await TestClient.welcomed()
    let number = form.send(.begin(Begin(.signIn, ada, wantsSession: true)))
    form.send(.cancel, number)
    #expect(await form.reply() == .ended(.cancelled(isNew: false)))
    #expect(try await form.log() == [])
  }

  @Test(arguments: [SecretKind.newPassword, .token])
  func `A secret of the wrong kind ends the connection`(_ kind: SecretKind) async throws {
    let form = try await TestClient.welcomed()
    let number = form.send(.begin(Begin(.signIn, ada, wantsSession: true)))
    form.send(kind, ServiceFixture.secret, number)
    #expect(await form.isEnded())
    #expect(try await form.log() == [])
  }

  @Test(arguments: [SecretKind.password, .newPassword])
  func `A secret of no conversation ends the connection`(_ kind: SecretKind) async throws {
    let form = try await TestClient.welcomed()
    form.send(kind, ServiceFixture.secret, 9)
    #expect(await form.isEnded())
  }

  // MARK: Several steps

  @Test func `A second step is asked for after the right password, and its answer signs in`() async throws {
    let form = try await twoSteps()
    form.begin(.signIn)
    guard case .ask(let question)? = await form.reply(), let code = question.challenges.first else {
      Issue.record("Nothing was asked.")
      return
    }
    #expect(question.challenges.map(\.kind) == [.code(digits: 6)])
    #expect(question.timeLimit == Deadlines().answer)
    form.send(.password, "123456", to: code.id, 1)
    guard case .ended(.signedIn(ada, .some, isNew: false))? = await form.reply() else {
      Issue.record("Nobody is signed in.")
      return
    }
    #expect(try await form.outcomes().prefix(2) == [.signedIn, .passed])
  }

  @Test func `A sign-in may begin without a password, and is asked for it`() async throws {
    let form = try await twoSteps(between: [.tell(.quotation("hello", .information))])
    form.send(.begin(Begin(.signIn, ada, wantsSession: false, hasSecrets: false)), 1)
    guard case .ask(let question)? = await form.reply(), let password = question.challenges.first else {
      Issue.record("Nothing was asked.")
      return
    }
    form.send(.password, ServiceFixture.secret, to: password.id, 1)
    #expect(await form.reply() == .tell(.quotation("hello", .information)))
    form.send(.proceed, 1)
    guard case .ask(let more)? = await form.reply(), let code = more.challenges.first else {
      Issue.record("No code was asked for.")
      return
    }
    form.send(.password, "000000", to: code.id, 1)
    #expect(await form.reply() == .ended(.refused(blockedFor: nil, isNew: false)))
  }

  @Test func `An answer to another challenge than the last one ends the connection`() async throws {
    let form = try await twoSteps()
    form.begin(.signIn)
    guard case .ask(let question)? = await form.reply(), let code = question.challenges.first else {
      Issue.record("Nothing was asked.")
      return
    }
    form.send(.password, "123456", to: ChallengeID(code.id.number ^ 1), 1)
    #expect(await form.isEnded())
    #expect(try await form.store.sessions(of: nil) == [])
  }

  @Test(arguments: [Request.proceed, .method(.code)])
  func `An answer to nothing ends the connection`(_ request: Request) async throws {
    let form = try await TestClient.welcomed()
    form.send(request)
    #expect(await form.isEnded())
  }

  @Test func `A form that does not answer a challenge is left in time`() async throws {
    let fixture = ServerFixture()
    let form = try await twoSteps(in: fixture)
    form.begin(.signIn)
    _ = await form.reply()
    fixture.skip(fixture.deadlines.answer)
    #expect(await form.isEnded())
  }

  @Test func `A conversation that waits for an answer can be cancelled`() async throws {
    let form = try await twoSteps()
    form.begin(.signIn)
    _ = await form.reply()
    form.send(.cancel, 1)
    #expect(await form.reply() == .ended(.cancelled(isNew: false)))
    form.begin(.signIn)
    guard case .ask? = await form.reply() else {
      Issue.record("The next one cannot begin.")
      return
    }
  }

  private func twoSteps(between: [ProofStep] = [], in fixture: ServerFixture = ServerFixture()) async throws
    -> TestClient
  {
    fixture.authenticator = try TwoSteps(right: ServiceFixture.secret, between: between)
    try await fixture.addAda()
    return try await TestClient.welcomed(fixture)
  }

  // MARK: Signing up

  @Test func `The first account is created and signs in`() async throws {
    let form = try await TestClient.welcomed()
    form.begin(.signUp)
    guard case .ended(.signedIn(let email, .some, isNew: true))? = await form.reply() else {
      Issue.record("The sign-up failed.")
      return
    }
    #expect(email == ada)
    form.begin(.signUp, self.email("bob@example.com"))
    #expect(await form.allReplies(expecting: 1).map(\.reply) == [.ended(.notFirst)])
  }

  @Test func `A new password has to keep the rules`() async throws {
    let form = try await TestClient.welcomed()
    form.begin(.signUp, ada, "short")
    #expect(await form.reply() == .ended(.violation(.length(6...20))))
    form.begin(.signUp, ada, "letmein")
    #expect(await form.reply() == .ended(.violation(.common)))
  }

  @Test func `Nobody signs up where the settings forbid it`() async throws {
    let fixture = ServerFixture()
    fixture.signUp = nil
    let form = try await TestClient.welcomed(fixture)
    form.begin(.signUp)
    #expect(await form.reply() == .unavailable(.notNow))
    #expect(try await form.store.isEmpty())
  }

  // MARK: Changing the password

  @Test func `A change of password needs the current one, and spares the session`() async throws {
    let form = try await TestClient.signedIn()
    form.begin(.changePassword, ada, "wrong password", to: "new password 1")
    #expect(await form.reply() == .ended(.refused(blockedFor: nil, isNew: false)))
    form.begin(.changePassword, ada, ServiceFixture.secret, to: "new password 1")
    #expect(await form.reply() == .ended(.changed))
    #expect(try await form.store.sessions(of: nil).count == 1)
    form.begin(.signIn, ada, "new password 1", wantsSession: false)
    #expect(await form.reply() == .ended(.signedIn(ada, nil, isNew: false)))
  }

  @Test func `Nobody changes the password of another account`() async throws {
    let fixture = ServerFixture()
    let bob = email("bob@example.com")
    try await fixture.add(bob)
    let form = try await TestClient.signedIn(fixture)
    form.begin(.changePassword, bob, ServiceFixture.secret, to: "new password 1")
    #expect(await form.reply() == .unavailable(.notNow))
    #expect(try await form.log().allSatisfy { $0.email != bob || $0.outcome == .change(.accountAdded) })
  }

  @Test func `Nobody changes a password before signing in`() async throws {
    let fixture = ServerFixture()
    try await fixture.addAda()
    let form = try await TestClient.welcomed(fixture)
    form.begin(.changePassword, ada, ServiceFixture.secret, to: "new password 1")
    #expect(await form.reply() == .unavailable(.notNow))
  }

  private func email(_ text: String) -> EmailAddress { TestSupport.email(text) }

  /// A form whose first sign-in waits to be verified.
  private func held() async throws -> TestClient {
    let fixture = ServerFixture()
    try await fixture.addAda()
    fixture.gate.close()
    let form = try await TestClient.welcomed(fixture)
    form.begin(.signIn)
    await form.turn(until: { fixture.gate.waiting == 1 })
    return form
  }
}
