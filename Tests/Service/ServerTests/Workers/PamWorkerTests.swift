import Foundation
import Identity
import AccountService
import ServiceTestSupport
import TestSupport
import Testing
import Messages
import Workers

/// `signin-pam` on the modules of pam_wrapper, which need no accounts of this machine. One after another: pam_wrapper keeps
/// its files in a folder with a name of one letter, and two programs that start at once may take the same.
@MainActor @Suite(.serialized) struct PamWorkerTests {
  @Test func `The form's password answers the first prompt, and the account is NAME at pam`() async throws {
    let form = try await form("matrix")
    try form.begin(name: "bob", "secret")
    #expect(try await signedIn(form) == email("bob@test.localhost"))
    #expect(
      try await form.store.account(of: Subject(provider: "test", id: "bob"))?.email == email("bob@test.localhost"))
  }

  @Test(arguments: Side.allCases) func `A form asks it in its own process as at a service`(_ side: Side) async throws {
    let played = try await PlayedAccounts(side, fixture(worker("matrix")))
    #expect(try await played.signIn(name: "bob", "wrong")?.text == "refused(blockedFor: nil)")
    #expect(try await played.signIn(name: "bob", "secret")?.signedIn?.email == email("bob@test.localhost"))
  }

  @Test(.tags(.workersOnlyProveNames), arguments: [("bob", "wrong"), ("eve", "secret"), ("bob2", "secret")])
  func `Wrong, unknown and not allowed are one refusal, at a multiple of two seconds`(
    _ name: String, _ password: String
  ) async throws {
    let form = try await form("matrix")
    let clock = ContinuousClock()
    let start = clock.now
    try form.begin(name: name, password)
    #expect(await patient(form) == .ended(.refused(blockedFor: nil, isNew: false)))
    #expect(clock.now - start >= .milliseconds(1990))
  }

  @Test func `Notes and errors are told at once, and a visible prompt is a question`() async throws {
    let form = try await form("chatty")
    let number = try form.begin(name: "bob2")
    var told: [Notice.Weight] = []
    var reply = await form.reply()
    while case .tell(.quotation(_, let weight)) = reply {
      told.append(weight)
      form.send(.proceed, number)
      reply = await form.reply()
    }
    #expect(told.sorted { "\($0)" < "\($1)" } == [.error, .error, .error, .information, .information, .information])
    guard case .ask(let question) = reply, case .prompt(let words, isSecret: false)? = question.challenges.first?.kind
    else { throw ServiceFixture.Unexpected(reply) }
    #expect(words.hasPrefix("Password"))
    form.send(.password, "secret", to: question.challenges[0].id, number)
    #expect(try await signedIn(form) == email("bob2@test.localhost"))
  }

  @Test func `A second prompt asks for a code, which is good once`() async throws {
    var code = ""
    let worker = try worker("two")
    for isFirst in [true, false] {
      let form = try await form(worker)
      let number = try form.begin(name: "bob", "secret")
      let reply = await form.reply()
      guard case .ask(let question) = reply, case .prompt(let words, isSecret: true)? = question.challenges.first?.kind
      else { throw ServiceFixture.Unexpected(reply) }
      #expect(words.contains("One-time"))
      // It is good for some minutes.
      if isFirst { code = try await oathCode() }
      form.send(.password, code, to: question.challenges[0].id, number)
      if isFirst {
        #expect(try await signedIn(form) == email("bob@test.localhost"))
      } else {
        #expect(await patient(form) == .ended(.refused(blockedFor: nil, isNew: false)))
      }
    }
  }

  @Test func `A module that crashes takes one sign-in with it`() async throws {
    let form = try await form("crash")
    try form.begin(name: "bob", "secret")
    #expect(await patient(form) == .ended(.unavailable(.service(.workerFailed), isNew: false)))
  }

  @Test func `A module that sleeps ends with its conversation`() async throws {
    let (form, fixture) = try await formAndServer(worker("sleep"))
    let number = try form.begin(name: "bob", "secret")
    await form.turn(until: { fixture.pool?.isEmpty == false }, atMost: 200)
    form.send(.cancel, number)
    await form.turn(until: { fixture.pool?.isEmpty == true })
    #expect(fixture.pool?.isEmpty == true)
  }

  @Test func `The name that a module changed is the name that counts`() async throws {
    let form = try await form("renamed")
    try form.begin(name: "bob", "secret")
    #expect(try await signedIn(form) == email("bob3@test.localhost"))
  }

  @Test func `A name that looks like NAME and UID of somebody else is refused`() async throws {
    let form = try await form("matrix")
    try form.begin(name: "bob/1000", "secret")
    #expect(await patient(form) == .ended(.refused(blockedFor: nil, isNew: false)))
    #expect(try await form.store.account(of: Subject(provider: "test", id: "bob/1000")) == nil)
  }

  @Test(arguments: [("192.0.2.7", "192.0.2.7"), ("192.0.2.7\nsshd: Accepted", "none")])
  func `Modules get no control characters, which would make lines of their own in a log`(
    _ host: String, _ told: String
  ) async throws {
    let fixture = ServerFixture()
    let worker = try worker("origin")
    worker.serve(fixture)
    fixture.worker = worker
    let form = try TestClient(fixture)
    let source = AttemptSource(tty: "pts/3", uid: 4242, host: host, program: "menu")
    form.send(.hello(Hello(program: "test", source: source)), 0)
    _ = await form.reply()
    try form.begin(name: "bob")
    #expect(await form.reply() == .tell(.quotation("from \(told)", .information)))
  }

  @Test(arguments: ["outage", "outage-behind"])
  func `A directory that is down is unavailable, and charges nobody`(_ service: String) async throws {
    let form = try await form(service)
    let number = try form.begin(name: "bob", "secret")
    var reply = await patient(form)
    while case .tell = reply {
      form.send(.proceed, number)
      reply = await patient(form)
    }
    #expect(reply == .ended(.unavailable(.service(.workerFailed), isNew: false)))
    #expect(try await form.outcomes().allSatisfy { $0 == .notAccepted })
    #expect(try await form.store.throttleState().runs.isEmpty)
  }

  @Test func `A module that finds a password expired at once skips no rule of the account`() async throws {
    let form = try await form("early")
    let number = try form.begin(name: "bob", "secret")
    var reply = await patient(form)
    while case .tell = reply {
      form.send(.proceed, number)
      reply = await patient(form)
    }
    #expect(reply == .ended(.refused(blockedFor: nil, isNew: false)))
    #expect(try await form.store.account(of: Subject(provider: "test", id: "bob/1000")) == nil)
  }

  @Test func `A service without rules of its own is unavailable, and charges nobody`() async throws {
    let form = try await form("missing")
    try form.begin(name: "bob", "secret")
    // The rules of `other` would sign everybody in here.
    #expect(await patient(form) == .ended(.unavailable(.service(.workerFailed), isNew: false)))
    #expect(try await form.store.throttleState().runs.isEmpty)
  }

  @Test func `A message before the prompt leaves the form's password for that`() async throws {
    let form = try await form("notice")
    let number = try form.begin(name: "bob", "secret")
    #expect(await form.reply() == .tell(.quotation("Maintenance on Sunday", .information)))
    form.send(.proceed, number)
    #expect(try await signedIn(form) == email("bob@test.localhost"))
  }

  // MARK: Scenes

  private static let modules = "/usr/lib/\(PamFiles.machine)-linux-gnu/pam_wrapper"

  private func worker(_ service: String) throws -> PlayedWorker {
    let matrix = "\(Self.modules)/pam_matrix.so passdb=HERE/passdb"
    let last = "account required pam_permit.so\npassword required pam_permit.so\n"
    return try PlayedWorker(
      script: """
        export LD_PRELOAD=libpam_wrapper.so PAM_WRAPPER=1 PAM_WRAPPER_SERVICE_DIR="$PWD/svc"
        \(service == "renamed" ? "export PAM_USER=bob3" : "")
        exec \(Sandbox.signin)-pam --service \(service)
        """,
      files: [
        "passdb":
          "bob:secret:matrix\nbob/1000:secret:matrix\nbob2:secret:chatty\nbob:secret:two\nbob3:secret:renamed\n",
        "users.oath": "HOTP/T30/6 bob - 3132333435363738393031323334353637383930\n",
        "svc/other": "auth required pam_permit.so\naccount required pam_permit.so\npassword required pam_permit.so\n",
        "svc/notice":
          "auth optional pam_exec.so stdout /bin/echo Maintenance on Sunday\nauth required \(matrix)\n\(last)",
        "svc/matrix": "auth required \(matrix)\naccount required \(matrix)\npassword required \(matrix)\n",
        "svc/chatty":
          "auth required \(Self.modules)/pam_chatty.so num_lines=3 error info\nauth required \(matrix) echo\n"
          + "account required \(matrix)\n",
        "svc/two":
          "auth required \(matrix)\nauth required pam_oath.so usersfile=HERE/users.oath window=5 digits=6\n\(last)",
        "svc/crash": "auth required pam_exec.so /bin/sh HERE/crash\n\(last)",
        // The parent of pam_exec's program is the worker.
        "crash": "kill -SEGV $PPID\n",
        "svc/origin": "auth optional pam_exec.so stdout /bin/sh HERE/origin\nauth required \(matrix)\n\(last)",
        "origin": "echo \"from ${PAM_RHOST-none}\"\n",
        // A directory as Engines.md says, before it asked for a password, and after.
        "svc/outage": "auth [success=done authinfo_unavail=die default=ignore] pam_debug.so auth=authinfo_unavail\n"
          + "auth required \(matrix)\n\(last)",
        "svc/outage-behind": "auth optional \(matrix)\n"
          + "auth [success=done authinfo_unavail=die default=ignore] pam_debug.so auth=authinfo_unavail\n\(last)",
        "svc/early": "auth required pam_debug.so auth=new_authtok_reqd\n"
          + "account required pam_debug.so acct=perm_denied\npassword required pam_permit.so\n",
        "svc/sleep": "auth required pam_exec.so /bin/sleep 60\n\(last)",
        "svc/renamed": "auth required \(Self.modules)/pam_set_items.so\nauth required pam_permit.so\n\(last)",
      ])
  }

  private func form(_ service: String) async throws -> TestClient { try await form(worker(service)) }

  private func form(_ worker: PlayedWorker) async throws -> TestClient { try await formAndServer(worker).0 }

  private func formAndServer(_ worker: PlayedWorker) async throws -> (TestClient, ServerFixture) {
    let fixture = fixture(worker)
    return (try await TestClient.welcomed(fixture), fixture)
  }

  private func fixture(_ worker: PlayedWorker) -> ServerFixture {
    let fixture = ServerFixture()
    fixture.signUp = .always
    worker.serve(fixture)
    fixture.worker = worker
    return fixture
  }

  /// The next reply, which may take some seconds.
  private func patient(_ form: TestClient) async -> Reply? {
    for _ in 0..<10 {
      if let reply = await form.reply() { return reply }
    }
    return nil
  }

  private func signedIn(_ form: TestClient) async throws -> EmailAddress {
    let reply = await form.reply()
    guard case .ended(.signedIn(let email, _, _)) = reply else { throw ServiceFixture.Unexpected(reply) }
    return email
  }

  private func oathCode() async throws -> String {
    let run = try ChildProcess(
      "oathtool", ["--totp=sha1", "3132333435363738393031323334353637383930"], environment: ["PATH": "/usr/bin:/bin"])
    return try await run.finish().output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
