import CVisitors
import Foundation
import Identity
import AccountService
import Messages
import SQLiteStore
import Secrets
import Store
import TestSupport
import Testing
import Unix

/// Plays a service manager as the units describe it: it keeps the socket, starts the service whenever somebody comes, and
/// not after status 78.
@Suite("A service that fails and is started again", .fewAtOnce, .enabled(if: geteuid() == 0, "other users need root"))
struct RestartTests {
  /// The service manager's part: the socket is its own, and outlives every service.
  private final class PlayedManager {
    let sandbox: Sandbox
    let path: String
    private let socket: ListeningSocket
    let settings: String
    let notify: NotifySocket

    init() throws {
      sandbox = try Sandbox()
      chmod(sandbox.directory, 0o755)
      (path, settings) = (sandbox.path("signin.sock"), sandbox.path("service.toml"))
      socket = try ListeningSocket(at: path, mode: 0o666)
      let folder = sandbox.path("lib")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      chmod(folder, 0o700)
      chown(folder, PlayedService.user, PlayedService.user)
      notify = NotifySocket(sandbox.path("notify"))
      try write(settings: ServiceWithClient.quick + "sign-up = \"on\"\n")
    }

    deinit { close(socket.descriptor) }

    func write(settings text: String) throws { try text.write(toFile: settings, atomically: true, encoding: .utf8) }

    func start(_ program: String = Sandbox.signin) throws -> ChildProcess {
      let user = ["setpriv", "--reuid=\(PlayedService.user)", "--regid=\(PlayedService.user)", "--clear-groups"]
      return try sandbox.start(
        "sh",
        ["-c", "LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=sign-in exec \"$@\"", "sh"] + user + [
          program, "serve", "--config", settings, "--state", sandbox.path("lib"),
        ], environment: ["NOTIFY_SOCKET": notify.name], link: socket.descriptor)
    }

    /// Uses the store while no service has it.
    func withStore<Value>(_ body: (SQLiteStore) async throws -> Value) async throws -> Value {
      giveFiles(to: geteuid())
      defer { giveFiles(to: PlayedService.user) }
      let store = SQLiteStore(file: StoreFile(path: sandbox.path("lib/signin.db")))
      let value = try await body(store)
      await store.close()
      return value
    }

    private func giveFiles(to user: uid_t) {
      let folder = sandbox.path("lib")
      let files = FileManager.default.subpaths(atPath: folder) ?? []
      for path in [folder] + files.map({ folder + "/" + $0 }) { chown(path, user, user) }
    }

    /// A sign-in by a script, which waits as a form does.
    func script(as person: EmailAddress) throws -> ChildProcess {
      try sandbox.start(
        Sandbox.signin, ["--password-stdin", "--email", person.text, "--print", "email"],
        input: .text("correct horse\n"), environment: ["SIGNIN_STORE": "service:" + path])
    }

    /// A form of a user that connects, whether a service is there or not.
    func form(of uid: UInt32, as person: EmailAddress, at service: ChildProcess) -> ServiceWithClient {
      ServiceWithClient(
        over: SeqpacketSocket(descriptor: visitors_connect(path, uid)), to: service, in: sandbox, as: person)
    }

    /// A form that connects, whether a service is there or not.
    func form(at service: ChildProcess) throws -> ServiceWithClient {
      let descriptor = try ServiceSocket(at: path).connect()
      return ServiceWithClient(over: SeqpacketSocket(descriptor: descriptor), to: service, in: sandbox)
    }
  }

  @Test func `Eight kills and a typo lose no socket: once the typo is mended, the form that waits signs in`()
    async throws
  {
    // given a service that is killed again and again while a form is at it
    let manager = try PlayedManager()
    for _ in 1...8 {
      let service = try manager.start()
      let form = try manager.form(at: service)
      guard case .welcome? = await form.hello() else {
        Issue.record("The service didn't serve.")
        return
      }
      service.send(signal: SIGKILL)
      #expect(try await service.finish().ending == .signalled(SIGKILL))
      #expect(await form.isEnded())
    }
    // when an administrator makes a mistake
    try manager.write(settings: "sign-up = \"perhaps\"\n")
    let mistaken = try await manager.start().finish()
    // then it is not started again, and the socket takes a form all the same
    #expect(mistaken.ending == .exited(78), "\(mistaken.errors)")
    // when it is mended
    let waiting = try ServiceSocket(at: manager.path).connect()
    try manager.write(settings: ServiceWithClient.quick + "sign-up = \"on\"\n")
    let service = try manager.start()
    // then
    let form = ServiceWithClient(over: SeqpacketSocket(descriptor: waiting), to: service, in: manager.sandbox)
    guard case .welcome? = await form.hello() else {
      Issue.record("The form that waited was not served.")
      return
    }
    guard case .signedIn? = await form.converse(.signUp, "correct horse") else {
      Issue.record("The sign-up failed.")
      return
    }
    service.send(signal: SIGTERM)
    #expect(try await service.finish().ending == .exited(0))
  }

  @Test(
    arguments: [
      ("signin", "sign-up = \"perhaps\"\n", "line 1"), ("signin-postgresql", "", "needs a store such as postgresql://"),
    ])
  func `A service that can't start tells everybody who waits why, starts no loop, and serves them once it is mended`(
    _ program: String, _ settings: String, _ reason: String
  ) async throws {
    // given ten who wait
    let manager = try PlayedManager()
    try manager.write(settings: settings)
    let forms = try (0..<10).map { _ in try manager.script(as: email("ada@lovelace.example")) }
    let silent = try ServiceSocket(at: manager.path).connect()
    // when
    let start = ContinuousClock.now
    let service = try manager.start(program == "signin" ? Sandbox.signin : Pty.product(program))
    // then each hears the reason at once
    for form in forms {
      let finished = try await form.finish()
      #expect(finished.ending == .exited(69))
      #expect(
        finished.errors.hasPrefix("signin: The service can't start: ") && finished.errors.contains(reason),
        "\(finished.errors)")
    }
    #expect(ContinuousClock.now - start < .seconds(5))
    // also one who comes later, and one who says nothing
    guard case .unavailable(.store(.notStarted(let words)))? = try await manager.form(at: service).reply() else {
      Issue.record("A form that came later heard nothing.")
      return
    }
    #expect(words.contains(reason) && words.last != ".")
    let quiet = ServiceWithClient(over: SeqpacketSocket(descriptor: silent), to: service, in: manager.sandbox)
    guard case .unavailable(.store(.notStarted))? = await quiet.reply() else {
      Issue.record("A silent form heard nothing.")
      return
    }
    #expect(await manager.notify.status()?.hasPrefix("STATUS=Nobody can sign in. ") == true)
    // and the service ends by itself, but not before some time has passed
    let mistaken = try await service.finish()
    #expect(mistaken.ending == .exited(78))
    #expect(ContinuousClock.now - start > .seconds(4))
    #expect(mistaken.errors.split(separator: "\n").count == 1, "\(mistaken.errors)")
    #expect(mistaken.errors.hasPrefix("signin: not-started reason=\""), "\(mistaken.errors)")
    // when it is mended
    try manager.write(settings: ServiceWithClient.quick + "sign-up = \"on\"\n")
    let mended = try manager.start()
    // then
    guard case .welcome? = try await manager.form(at: mended).hello() else {
      Issue.record("The next form was not served.")
      return
    }
    mended.send(signal: SIGTERM)
    #expect(try await mended.finish().ending == .exited(0))
  }

  @Test func `A service that hangs is given up after five seconds, by an administrator's program too`() async throws {
    // given sockets whose service accepts nobody
    let sandbox = try Sandbox()
    chmod(sandbox.directory, 0o755)
    let sockets = try ["signin.sock", "admin.sock"].map { try ListeningSocket(at: sandbox.path($0), mode: 0o666) }
    defer { for socket in sockets { close(socket.descriptor) } }
    let store = ["SIGNIN_STORE": "service:" + sandbox.path("signin.sock")]
    for command in [["account", "list"], ["metrics"], ["session", "list"]] {
      // when
      let start = ContinuousClock.now
      let finished = try await sandbox.run(command, environment: store)
      // then
      #expect(finished.ending == .exited(69))
      #expect(finished.errors.contains("the service didn't answer in time"), "\(finished.errors)")
      #expect(ContinuousClock.now - start < .seconds(9))
    }
    // and a form says so, and stays
    let tmux = try await Tmux([Sandbox.signin], in: sandbox, columns: 200, environment: store)
    try await tmux.wait(until: "the form says so") { $0.text.filter(\.isLetter).contains("didntanswerintime") }
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
  }

  /// One hash takes half a second or more, so ten seconds are too few for all, and one user comes once.
  private static let line = (
    settings: "hash = { memory-kib = 65536, passes = 24, parallel = 1 }\n",
    people: (0..<40).map { email("person\($0)@example.com") }
  )

  @Test(.tags(.serviceKeepsAccounts))
  func `A restart finishes those in line for ten seconds, charges no other one, and loses no form that waits`()
    async throws
  {
    // given forty people in line
    let (settings, people) = Self.line
    let manager = try PlayedManager()
    try manager.write(settings: settings)
    let hash = try Argon2id(memoryKiB: 65_536, passes: 24).hash(password("correct horse"))
    try await manager.withStore { for person in people { _ = try await $0.add(person, hash) } }
    let first = try manager.start()
    #expect(await manager.notify.message() == "READY=1")
    var forms: [ServiceWithClient] = []
    for (number, person) in people.enumerated() {
      let form = manager.form(of: 1001 + UInt32(number), as: person, at: first)
      guard case .welcome? = await form.hello() else { throw PlayedService.Unwelcome() }
      forms.append(form)
    }
    for form in forms { form.begin(.signIn, ["correct horse"], wantsSession: true) }
    guard case .queued? = await forms[39].reply() else { throw PlayedService.Unwelcome() }
    // when the service is restarted, and two more come meanwhile
    first.send(signal: SIGTERM)
    #expect(await manager.notify.message() == "STOPPING=1")
    let late = manager.form(of: 2001, as: people[0], at: first)
    let script = try manager.script(as: people[1])
    late.send(.hello(ServiceWithClient.hello))
    let stopped = try await first.finish()
    // then some are in, and all others are told to try again
    #expect(stopped.ending == .exited(0), "\(stopped.errors)")
    var (signedIn, told): ([ServiceWithClient], [EmailAddress]) = ([], [])
    for form in forms {
      switch await form.ending() {
      case .signedIn: signedIn.append(form)
      case .unavailable(.service(.ended), isNew: false): told.append(form.person)
      case let other: Issue.record("\(String(describing: other))")
      }
    }
    #expect(!signedIn.isEmpty && !told.isEmpty)
    // and no other one is charged
    let (outcomes, runs) = try await manager.withStore {
      let rows = try await $0.page(of: AttemptQuery(email: nil), before: nil, limit: 1000).attempts
      return (rows.map(\.outcome).filter { !$0.isChange }, try await $0.throttleState().runs)
    }
    #expect(outcomes.count { $0 == .signedIn } == signedIn.count)
    #expect(outcomes.count { $0 == .notAccepted } == told.count)
    #expect(outcomes.count == people.count)
    #expect(runs.isEmpty)
    // when the next one starts
    let second = try manager.start()
    // then those that waited go on, those who were told come in, and those who were in stay so
    guard case .welcome? = await late.reply() else { throw PlayedService.Unwelcome() }
    guard case .signedIn? = await late.converse(.signIn, "correct horse", wantsSession: true) else {
      Issue.record("The form that waited was not served.")
      return
    }
    let again = manager.form(of: 1040, as: try #require(told.last), at: second)
    _ = await again.hello()
    guard case .signedIn? = await again.converse(.signIn, "correct horse") else {
      Issue.record("Who was told to try again is not let in.")
      return
    }
    let token = try #require(signedIn.first?.token)
    let owner = manager.form(of: 1001, as: people[0], at: second)
    _ = await owner.hello()
    guard case .verified(.some)? = await owner.verify(token) else {
      Issue.record("A session ended with its service.")
      return
    }
    let finished = try await script.finish()
    #expect(finished.output == people[1].text + "\n", "\(finished.errors)")
    second.send(signal: SIGTERM)
    #expect(try await second.finish().ending == .exited(0))
  }
}
