import Foundation
import Identity
import AccountService
import Server
import Workers
import Secrets
import ServiceTestSupport
import TestSupport
import Testing
import Messages

@MainActor @Suite struct WorkerTests {
  let subject = Subject(provider: "test", id: "ada/1000")
  let name = email("ada@test.localhost")

  @Test(arguments: PlayedWorker.Language.allCases)
  func `The worker of the examples signs a user in, who gets an account where sign-up is on`(
    _ language: PlayedWorker.Language
  ) async throws {
    let fixture = try await fixture(PlayedWorker.example(in: language), signUp: .always)
    let form = try await TestClient.welcomed(fixture)
    let number = try form.begin(name: "ada", "correct horse")
    #expect(await form.reply() == .tell(.quotation("Welcome to the test.", .information)))
    form.send(.proceed, number)
    #expect(try await signedIn(form) == name)
    #expect(try await fixture.store.account(of: subject)?.email == name)
    #expect(try await form.outcomes().filter { !$0.isChange } == [.signedIn])
    await form.turn(until: { fixture.pool?.isEmpty == true })
    #expect(fixture.pool?.isEmpty == true)
  }

  @Test(
    .tags(.workersOnlyProveNames),
    arguments: [("ada", "wrong horse"), ("bob", "correct horse")], PlayedWorker.Language.allCases)
  func `A wrong password and an unknown name are refused alike`(
    _ login: (name: String, password: String), _ language: PlayedWorker.Language
  ) async throws {
    let form = try await TestClient.welcomed(try await fixture(PlayedWorker.example(in: language), signUp: .always))
    try form.begin(name: login.name, login.password)
    #expect(await form.reply() == .ended(.refused(blockedFor: nil, isNew: false)))
    #expect(try await form.outcomes() == [.refused])
  }

  @Test(.tags(.workersOnlyProveNames))
  func `A user without an account is refused, and the administrator is told whom to link`() async throws {
    for signUp in [nil, AdditionCondition.onlyFirst] {
      let fixture = try await fixture(signUp: signUp)
      try await fixture.add(email("bob@example.com"))
      let form = try await proven(fixture)
      #expect(await form.reply() == .ended(.refused(blockedFor: nil, isNew: false)))
      #expect(fixture.strangers.all == [subject])
    }
  }

  @Test(.tags(.workersOnlyProveNames))
  func `A right answer of a user without an account is refused no sooner than a wrong one`() async throws {
    // Given refusals of a worker that come at a multiple of half a second after the last answer
    var timeouts = WorkerAuthenticator.Timeouts()
    timeouts.refusal = .milliseconds(500)
    let fixture = try await fixture(timeouts: timeouts)
    let start = ContinuousClock.now
    // When it proves a user without an account
    let form = try await proven(fixture)
    // Then the refusal of the server is as late
    #expect(await form.reply() == .ended(.refused(blockedFor: nil, isNew: false)))
    #expect(start.duration(to: .now) >= timeouts.refusal)
  }

  @Test(.tags(.workersOnlyProveNames)) func `Nobody gets an existing account because of its email`() async throws {
    let fixture = try await fixture(signUp: .always)
    try await fixture.add(name)
    let form = try await proven(fixture)
    #expect(await form.reply() == .ended(.refused(blockedFor: nil, isNew: false)))
    #expect(try await fixture.store.account(of: subject) == nil)
    #expect(fixture.strangers.all == [subject])
  }

  @Test func `A linked user signs in to the account, and its owner sees it`() async throws {
    let fixture = try await fixture()
    try await fixture.addAda()
    _ = try await fixture.store.link(subject, to: ServiceFixture.ada)
    let form = try await proven(fixture)
    #expect(try await signedIn(form) == ServiceFixture.ada)
    let rows = try await fixture.store.page(
      of: AttemptQuery(email: ServiceFixture.ada), before: nil, limit: 10
    ).attempts
    #expect(rows.first?.outcome == .signedIn)
    guard case .rows(let shown) = await form.answer(to: .page(AttemptSearch([]), before: nil)) else {
      throw ServiceFixture.Unexpected(nil)
    }
    #expect(shown.first?.outcome == .signedIn)
  }

  @Test(.tags(.workersOnlyProveNames)) func `A locked account is refused in the usual way, before any further step`()
    async throws
  {
    let fixture = try await fixture()
    try await fixture.addAda()
    fixture.steps.signingIn = [AskingStep()]
    _ = try await fixture.store.link(subject, to: ServiceFixture.ada)
    _ = try await fixture.store.change(ServiceFixture.ada, .lock)
    let form = try await proven(fixture)
    #expect(await form.reply() == .ended(.refused(blockedFor: nil, isNew: false)))
  }

  @Test func `A further step knows the linked account, and that no password of ours was the proof`() async throws {
    let fixture = try await fixture()
    try await fixture.addAda()
    fixture.steps.signingIn = [AskingStep()]
    _ = try await fixture.store.link(subject, to: ServiceFixture.ada)
    let form = try await proven(fixture)
    let asked = await form.reply()
    guard case .ask(let question) = asked else { throw ServiceFixture.Unexpected(asked) }
    let challenge = try #require(question.challenges.first)
    #expect(challenge.kind == .prompt("by another provider", isSecret: false))
    form.send(.password, "anything", to: challenge.id, 1)
    #expect(try await signedIn(form) == ServiceFixture.ada)
  }

  @Test func `Two prompts come together, and their answers one by one`() async throws {
    let fixture = try await fixture(
      PlayedWorker(
        doing: """
          hear()
          say(worker={"version": {"major": 2, "minor": 0}})
          hear()
          one = {"id": 1, "kind": {"prompt": {"words": "One:", "isSecret": False}}}
          two = {"id": 2, "kind": {"prompt": {"words": "Two:", "isSecret": True}}}
          answers = [ask(one, two), ask(two)]
          if answers == ["first", "second"]: say(proven={"id": "ada/1000"})
          else: say(refused={})
          """), signUp: .always)
    let form = try await TestClient.welcomed(fixture)
    let number = try form.begin(name: "ada")
    for (count, answer) in [(2, "first"), (1, "second")] {
      let asked = await form.reply()
      guard case .ask(let question) = asked else { throw ServiceFixture.Unexpected(asked) }
      #expect(question.challenges.count == count)
      form.send(.password, answer, to: question.challenges[0].id, number)
    }
    #expect(try await signedIn(form) == name)
  }

  @Test(.tags(.workersOnlyProveNames))
  func `Leaving before the last question is a failure, and not the way to guess for free`() async throws {
    // given a worker that asks twice, whatever the first answer was
    let fixture = try await fixture(
      PlayedWorker(
        doing: """
          hear()
          say(worker={"version": {"major": 2, "minor": 0}})
          hear()
          for words in ["One:", "Two:"]:
            ask({"id": 1, "kind": {"prompt": {"words": words, "isSecret": False}}})
          say(refused={})
          """), signUp: .always)
    for guess in 1...3 {
      let form = try await TestClient.welcomed(fixture)
      let number = try form.begin(name: "ada")
      let asked = await form.reply()
      guard case .ask(let first) = asked else { throw ServiceFixture.Unexpected(asked) }
      form.send(.password, "guess \(guess)", to: first.challenges[0].id, number)
      let askedAgain = await form.reply()
      guard case .ask = askedAgain else { throw ServiceFixture.Unexpected(askedAgain) }
      // when the form leaves, and the time of an attempt is over
      form.close()
      fixture.clock.advance(by: .seconds(30))
    }
    // then the third failure has begun a block
    let state = try await fixture.store.throttleState()
    let runs = state.runs.filter { $0.key.email.hasPrefix(EmailAddress.unknownName) }.map(\.value.failures)
    #expect(runs.reduce(0, +) + state.pending.count >= 3, "\(state)")
  }

  @Test(.tags(.workersOnlyProveNames), arguments: [true, false])
  func `An attempt is settled at once when its form leaves or cancels at a later question`(_ leaves: Bool) async throws
  {
    // given a worker that asks twice
    let fixture = try await fixture(
      PlayedWorker(
        doing: """
          hear()
          say(worker={"version": {"major": 2, "minor": 0}})
          hear()
          for words in ["One:", "Two:"]:
            ask({"id": 1, "kind": {"prompt": {"words": words, "isSecret": False}}})
          say(refused={})
          """), signUp: .always)
    let form = try await TestClient.welcomed(fixture)
    let number = try form.begin(name: "ada")
    let asked = await form.reply()
    guard case .ask(let first) = asked else { throw ServiceFixture.Unexpected(asked) }
    form.send(.password, "guess", to: first.challenges[0].id, number)
    let askedAgain = await form.reply()
    guard case .ask = askedAgain else { throw ServiceFixture.Unexpected(askedAgain) }
    #expect(fixture.store.pendingCount == 1)
    // when
    if leaves { form.close() } else { form.send(.cancel, number) }
    await form.turn(until: { fixture.store.pendingCount == 0 }, reads: !leaves)
    // then nothing is pending, and it was a failure
    #expect(fixture.store.pendingCount == 0)
    #expect(try await form.outcomes().first == .cancelled)
    #expect(try await fixture.store.throttleState().runs.values.map(\.failures) == [1])
  }

  @Test func `A worker gets a socket, two variables, and the facts of the source`() async throws {
    let fixture = try await fixture(
      PlayedWorker(
        doing: """
          source = hear()["hello"]["form"]["source"]
          say(worker={"version": {"major": 2, "minor": 0}})
          name = hear()["begin"]["conversation"]["login"]["name"]
          open = sorted(int(n) for n in os.listdir("/proc/self/fd"))[:4]
          seen = [os.environ.get("PATH"), os.environ.get("LANG"), str(len(os.environ) - ("LC_CTYPE" in os.environ)),
                  str(open), name["text"], name["provider"], source["tty"], source["host"]]
          say(tell={"notice": {"quotation": {"words": "|".join(seen), "weight": "information"}}})
          hear()
          """))
    let form = try await TestClient.welcomed(fixture)
    try form.begin(name: "ada")
    #expect(
      await form.reply()
        == .tell(
          .quotation(
            "/usr/sbin:/usr/bin:/sbin:/bin|C|2|[0, 1, 2, 3]|ada|test|pts/3|192.0.2.7", .information)))
  }

  nonisolated private static let greeting = "say(worker={'version': {'major': 2, 'minor': 0}})"
  nonisolated static let welcome = "hear()\n\(greeting)\n"
  nonisolated static let asked = welcome + "hear()\nask({'id': 1, 'kind': {'password': {}}})\n"

  /// Asks for the signature that a service wants of the account 7.
  nonisolated private static func signature(_ kind: String, for purpose: String) -> String {
    let nonce = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    let request = "{'account': 7, 'keys': [], 'nonce': '\(nonce)', 'purpose': '\(purpose)', 'service': 'castle'}"
    return "ask({'id': 2, 'kind': {'\(kind)': {'request': \(request)}}})\nhear()"
  }

  @Test(
    .tags(.workersOnlyProveNames),
    arguments: [
      "os._exit(0)", "hear()\nos._exit(0)", welcome + "os._exit(0)", welcome + "hear()\nos._exit(0)",
      asked + "os._exit(0)", asked + "os.kill(os.getpid(), 9)", "time.sleep(60)", welcome + "time.sleep(60)",
      asked + "time.sleep(60)",
      "hear()\nsay(worker={'version': {'major': 3, 'minor': 0}})\nhear()",  // another version
      "hear()\nwhile True: \(greeting)",  // never stops
      welcome + "\(greeting)\nhear()\nhear()",  // speaks unasked
      asked + "server.send(b'\\x20\\0\\1\\0\\1\\0\\1\\0secret')\nhear()",  // a secret
      // a service's word
      asked + "say(ended={'ending': {'signedIn': {'_0': 'ada@lovelace.example', 'isNew': False}}})\nhear()",
      asked + "server.send(b'nonsense')\nhear()", asked + "say(proven={'id': ''})\nhear()",
      asked + "say(proven={'id': 'a b'})\nhear()", asked + "say(proven={'id': 'a' * 256})\nhear()",
      // a signature, which it could show to us
      asked + signature("signature", for: "signIn"), asked + signature("newKey", for: "newKey"),
    ])
  func `A worker that breaks the rules ends its own conversation, and the attempt is settled`(
    _ body: String
  ) async throws {
    // Given a worker that does so, and a form beside
    var timeouts = WorkerAuthenticator.Timeouts.short
    timeouts.welcome = .milliseconds(body.hasPrefix("time") ? 50 : 60_000)
    timeouts.answer = .milliseconds(body.hasSuffix("sleep(60)") ? 50 : 60_000)
    let fixture = try await fixture(PlayedWorker(doing: body), signUp: .always, timeouts: timeouts)
    try await fixture.addAda()
    let form = try await TestClient.welcomed(fixture)
    // When somebody signs in
    let number = try form.begin(name: "ada")
    var reply = await form.reply()
    if case .ask(let question) = reply {
      form.send(.password, "correct horse", to: question.challenges[0].id, number)
      reply = await form.reply()
    }
    // Then this sign-in ends, nothing is pending, and the process is gone
    #expect(reply == .ended(.unavailable(.service(.workerFailed), isNew: false)))
    #expect(try await form.outcomes().allSatisfy { $0 != .pending && $0 != .signedIn })
    await form.turn(until: { fixture.pool?.isEmpty == true })
    #expect(fixture.pool?.isEmpty == true)
    // And other sign-ins go on
    form.begin(.signIn)
    #expect(try await signedIn(form) == ServiceFixture.ada)
  }

  @Test(arguments: [false, true])
  func `Letting go of a conversation ends its worker, whatever that does`(_ isClosed: Bool) async throws {
    let stubborn = Self.asked + "while True:\n  try: time.sleep(60)\n  except BaseException: pass"
    let fixture = try await fixture(PlayedWorker(doing: stubborn))
    let form = try await TestClient.welcomed(fixture)
    let number = try form.begin(name: "ada")
    let asked = await form.reply()
    guard case .ask(let question) = asked else { throw ServiceFixture.Unexpected(asked) }
    form.send(.password, "correct horse", to: question.challenges[0].id, number)
    // Once it is charged: before that, nothing would be on record.
    let isCharged = try await eventually {
      await form.turn(until: { false }, atMost: 1)
      return try await form.outcomes() == [.pending]
    }
    #expect(isCharged)
    if isClosed { form.close() } else { form.send(.cancel, number) }
    await form.turn(until: { fixture.pool?.isEmpty == true }, reads: !isClosed)
    #expect(fixture.pool?.isEmpty == true)
    // It is settled behind the end of the worker.
    let isCancelled = try await eventually {
      await form.turn(until: { false }, atMost: 1, reads: !isClosed)
      return try await form.outcomes() == [.cancelled]
    }
    #expect(isCancelled)
  }

  @Test func `Enter alone answers a worker's prompt`() async throws {
    let body = """
      hear()
      say(worker={"version": {"major": 2, "minor": 0}})
      hear()
      answer = ask({"id": 5, "kind": {"prompt": {"words": "Touch your key, then press Enter", "isSecret": True}}})
      if answer == "": say(proven={"id": "ada/1000"})
      else: say(refused={})
      """
    let fixture = try await fixture(PlayedWorker(doing: body), signUp: .always)
    for (answer, isRight) in [("", true), ("x", false)] {
      let form = try await TestClient.welcomed(fixture)
      let number = try form.begin(name: "ada", "correct horse")
      #expect(await form.reply()?.isQuestion == true)
      form.send(.password, answer, to: ChallengeID(5), number)
      let reply = await form.reply()
      if isRight {
        guard case .ended(.signedIn) = reply else { throw ServiceFixture.Unexpected(reply) }
      } else {
        #expect(reply == .ended(.refused(blockedFor: nil, isNew: false)))
      }
    }
  }

  @Test func `A worker's notice before its question leaves the form's password for that`() async throws {
    let body = """
      hear()
      say(worker={"version": {"major": 2, "minor": 0}})
      hear()
      for words in ["Maintenance on Sunday", "Until noon"]:
        say(tell={"notice": {"quotation": {"words": words, "weight": "information"}}})
        hear()
      if ask({"id": 1, "kind": {"password": {}}}) == "correct horse": say(proven={"id": "ada/1000"})
      else: say(refused={})
      """
    let fixture = try await fixture(PlayedWorker(doing: body), signUp: .always)
    let form = try await TestClient.welcomed(fixture)
    let number = try form.begin(name: "ada", "correct horse")
    for words in ["Maintenance on Sunday", "Until noon"] {
      #expect(await form.reply() == .tell(.quotation(words, .information)))
      form.send(.proceed, number)
    }
    let reply = await form.reply()
    guard case .ended(.signedIn) = reply else { throw ServiceFixture.Unexpected(reply) }
  }

  @Test(
    .tags(.workersOnlyProveNames), .enabled(if: geteuid() == 0, "only root becomes another user"),
    arguments: [(UInt32(0), true), (65534, false)])
  func `A worker that listens is connected to, unless another user listens`(
    _ uid: UInt32, _ isTrusted: Bool
  ) async throws {
    let worker = try PlayedWorker.example()
    let fixture = try await fixture(worker, signUp: .always)
    let listener = try worker.listen(as: uid)
    #expect(await eventually { worker.isListening })
    let form = try await TestClient.welcomed(fixture)
    try form.begin(name: "ada", "correct horse")
    let reply = await form.reply()
    if isTrusted {
      #expect(reply == .tell(.quotation("Welcome to the test.", .information)))
      #expect(fixture.pool?.isEmpty == true)
    } else {
      #expect(reply == .ended(.unavailable(.service(.workerFailed), isNew: false)))
    }
    listener.send(signal: 9)
    _ = try await listener.finish()
  }

  // MARK: Scenes

  func fixture(
    _ worker: PlayedWorker? = nil, signUp: AdditionCondition? = nil,
    timeouts: WorkerAuthenticator.Timeouts = .short
  ) async throws -> ServerFixture {
    let fixture = ServerFixture()
    fixture.signUp = signUp
    let worker = try worker ?? .example()
    worker.serve(fixture, timeouts: timeouts)
    fixture.worker = worker
    return fixture
  }
}
