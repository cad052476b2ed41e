import Foundation
import Identity
import AccountService
import ServiceTestSupport
import TestSupport
import Testing
import Messages

/// `signin-pam` on pam_unix and the service file that is shipped, with accounts of a private `/etc`.
@MainActor @Suite(.enabled(if: geteuid() == 0, "only root becomes other users"))
struct PamUnixTests {
  /// The user that the worker runs as.
  enum Runner: String, CaseIterable, CustomTestStringConvertible {
    case root = ""
    case groupShadow = "setpriv --reuid=7100 --regid=42 --clear-groups"
    /// As signin-pam@.service starts it.
    case unit = "setpriv --reuid=7100 --regid=7100 --groups=42 --no-new-privs --bounding-set=-all"
    /// With the drop-in for modules that write files, see Engines.md.
    case dropIn = "setpriv --groups=42 --inh-caps=-all --no-new-privs --bounding-set=-all"
    case ada = "setpriv --reuid=7001 --regid=7001 --clear-groups"
    case bob = "setpriv --reuid=7002 --regid=7002 --clear-groups"

    var testDescription: String { "\(self)" }
  }

  private static let refused = Reply.ended(.refused(blockedFor: nil, isNew: false))

  @Test(arguments: [Runner.root, .groupShadow, .unit, .ada])
  func `A user signs in with the login password, and is known by name and number`(_ runner: Runner) async throws {
    let form = try await form(try worker(runner))
    try form.begin(name: "ada", "engine-1843")
    let reply = await patient(form)
    guard case .ended(.signedIn(let email, _, _)) = reply else { throw ServiceFixture.Unexpected(reply) }
    #expect(email.text == "ada@test.localhost")
    #expect(try await form.store.account(of: Subject(provider: "test", id: "ada/7001"))?.email == email)
  }

  @Test(arguments: [
    (Runner.root, "ada", "wrong"), (.root, "eve", "engine-1843"), (.root, "locked", "engine-1843"),
    (.groupShadow, "ada", "wrong"), (.groupShadow, "eve", "engine-1843"), (.groupShadow, "expired", "engine-1843"),
    (.unit, "ada", "wrong"), (.ada, "ada", "wrong"),
  ])
  func `Wrong, unknown, locked and expired are one refusal at one time`(
    _ runner: Runner, _ name: String, _ password: String
  ) async throws {
    let form = try await form(try worker(runner))
    try form.begin(name: name, password)
    let clock = ContinuousClock()
    let start = clock.now
    var reply = await patient(form)
    // The owner of an expired account is told so after the right password.
    while case .tell = reply, name == "expired" {
      form.send(.proceed, 1)
      reply = await patient(form)
    }
    #expect(reply == Self.refused)
    #expect(clock.now - start >= .milliseconds(1990))
  }

  @Test(arguments: ["engine-1843", "wrong"])
  func `A worker that may not look at a password is unavailable, and charges nobody`(_ password: String) async throws {
    // As the service runs it where nothing listens on its socket.
    let worker = try worker(.bob)
    let form = try await form(worker)
    try form.begin(name: "ada", password)
    #expect(await patient(form) == .ended(.unavailable(.service(.workerFailed), isNew: false)))
    #expect(try await form.outcomes() == [.notAccepted])
    guard access("/dev/log", F_OK) != 0 else { return }
    #expect(try worker.text(of: "log").contains("pam user=\"ada\" step=authentication error=9 reason="))
  }

  @Test func `An expired password is changed inside the sign-in, and the new one is good`() async throws {
    let worker = try worker(.root)
    let form = try await form(worker)
    let number = try form.begin(name: "old", "engine-1843")
    var (reply, asked, told) = (await patient(form), 0, 0)
    loop: while asked < 5 {
      switch reply {
      case .tell:
        told += 1
        form.send(.proceed, number)
      case .ask(let question):
        asked += 1
        guard case .prompt(let words, isSecret: true) = question.challenges[0].kind else { break loop }
        let answer = words.hasPrefix("Current") ? "engine-1843" : "Difference-1822"
        form.send(.password, answer, to: question.challenges[0].id, number)
      default: break loop
      }
      reply = await patient(form)
    }
    guard case .ended(.signedIn) = reply else { throw ServiceFixture.Unexpected(reply) }
    #expect(asked == 3 && told >= 1)
    let again = try await self.form(worker)
    try again.begin(name: "old", "Difference-1822")
    guard case .ended(.signedIn) = await patient(again) else { throw ServiceFixture.Unexpected(nil) }
  }

  @Test(arguments: [Runner.unit, .groupShadow])
  func `An expired password that can't be changed here is said so at once, and is no failure`(
    _ runner: Runner
  ) async throws {
    let form = try await form(try worker(runner))
    let number = try form.begin(name: "old", "engine-1843")
    var reply = await patient(form)
    while case .tell = reply {
      form.send(.proceed, number)
      reply = await patient(form)
    }
    #expect(reply == .ended(.passwordExpired))
    #expect(try await form.outcomes().filter { !$0.isChange } == [.passed])
    #expect(try await form.store.throttleState().runs.isEmpty)
  }

  @Test func `An expired password of somebody without an account is refused like a wrong one`() async throws {
    let fixture = ServerFixture()
    fixture.signUp = nil
    let worker = try worker(.unit)
    worker.serve(fixture)
    fixture.worker = worker
    let form = try await TestClient.welcomed(fixture)
    let number = try form.begin(name: "old", "engine-1843")
    var reply = await patient(form)
    while case .tell = reply {
      form.send(.proceed, number)
      reply = await patient(form)
    }
    #expect(reply == Self.refused)
  }

  @Test(
    .enabled(if: access("/dev/log", F_OK) != 0, "syslog takes the line"),
    arguments: [("expired", "step=account error=7"), ("old", "step=account error=12")])
  func `Each end that is neither right nor wrong is a line for administrators`(
    _ name: String, _ end: String
  ) async throws {
    let worker = try worker(.unit)
    let form = try await form(worker)
    let number = try form.begin(name: name, "engine-1843")
    var reply = await patient(form)
    while case .tell = reply {
      form.send(.proceed, number)
      reply = await patient(form)
    }
    #expect(reply == (name == "old" ? .ended(.passwordExpired) : Self.refused))
    let log = try worker.text(of: "log")
    #expect(log.contains("pam user=\"\(name)\" \(end) reason="), "\(log)")
  }

  @Test(.enabled(if: access("/dev/log", F_OK) != 0, "syslog takes the line"))
  func `A name that nobody has is in no log, because it may be a password`() async throws {
    let worker = try worker(.unit)
    let form = try await form(worker)
    try form.begin(name: "Difference-1822", "engine-1843")
    #expect(await patient(form) == Self.refused)
    #expect(!(try worker.text(of: "log")).contains("Difference"))
  }

  @Test func `pam_oath behind common-auth asks for a code, which is good once`() async throws {
    let worker = try worker(.dropIn, auth: "auth required pam_oath.so usersfile=/etc/oath/users.oath window=5 digits=6")
    var code = ""
    for isFirst in [true, false] {
      let form = try await form(worker)
      let number = try form.begin(name: "ada", "engine-1843")
      guard case .ask(let question) = await patient(form) else { throw ServiceFixture.Unexpected(nil) }
      if isFirst {
        // Made once it is asked for: on a busy machine that is minutes after the beginning.
        code = try await ChildProcess(
          "oathtool", ["--totp=sha1", "3132333435363738393031323334353637383930"],
          environment: ["PATH": "/usr/bin:/bin"]
        ).finish().output.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      form.send(.password, code, to: question.challenges[0].id, number)
      let reply = await patient(form)
      if isFirst {
        guard case .ended(.signedIn) = reply else { throw ServiceFixture.Unexpected(reply) }
      } else {
        #expect(reply == Self.refused)
      }
    }
  }

  @Test func `pam_faillock around pam_unix locks a user, whatever the form`() async throws {
    let options = "dir=/etc/faillock deny=2"
    let worker = try worker(
      .dropIn,
      auth: """
        auth [default=die] pam_faillock.so authfail \(options)
        auth required pam_deny.so
        """,
      before: """
        auth required pam_faillock.so preauth \(options)
        auth sufficient pam_unix.so
        """)
    for password in ["wrong", "wrong", "engine-1843"] {
      let form = try await form(worker)
      let number = try form.begin(name: "ada", password)
      var reply = await patient(form)
      while let now = reply {
        if case .tell = now { form.send(.proceed, number) } else { break }
        reply = await patient(form)
      }
      if case .ask(let question) = reply {
        form.send(.password, password, to: question.challenges[0].id, number)
        reply = await patient(form)
      }
      #expect(reply == Self.refused)
    }
  }

  // MARK: Scenes

  /// - Parameters:
  ///   - auth: Lines behind `common-auth`.
  ///   - lines: Lines in its place.
  private func worker(_ runner: Runner, auth: String = "", before lines: String? = nil) throws -> PlayedWorker {
    let hash =
      "$6$rounds=1000$signinsalt$AFvixVbVEjpMuks/yuJ.ALuHUyqouF6L5V7wMlo0WgcjZQsQ37KLmMivBMkHaUAg3BFq1eAwW8PCzWXSs/y820"
    let users = [("ada", 7001), ("bob", 7002), ("locked", 7003), ("old", 7004), ("expired", 7005)]
    let service = Packaged.root.appending(path: "Resources/pam/signin")
    return try PlayedWorker(
      script: """
        if ! [ -d etc ]; then
          cp -a /etc etc && chmod 755 . etc || exit
          cat users >>etc/passwd; cat hashes >>etc/shadow; cat service >etc/pam.d/signin
          chmod 644 etc/pam.d/signin; mkdir -p etc/oath etc/faillock
          cp users.oath etc/oath && chmod 600 etc/oath/users.oath
        fi
        exec unshare -m --propagation private sh -c \
          'mount --bind etc /etc && exec \(runner.rawValue) \(Sandbox.signin)-pam' 2>>log
        """,
      files: [
        "users": users.map { "\($0):x:\($1):\($1)::/:/bin/sh\n" }.joined(),
        "hashes": users.map { name, _ in
          switch name {
          case "locked": "\(name):!\(hash):20000:0:99999:7:::\n"
          case "old": "\(name):\(hash):0:0:99999:7:::\n"
          case "expired": "\(name):\(hash):20000:0:99999:7::10:\n"
          default: "\(name):\(hash):20000:0:99999:7:::\n"
          }
        }.joined(),
        "users.oath": "HOTP/T30/6 ada - 3132333435363738393031323334353637383930\n",
        "service": try String(contentsOf: service, encoding: .utf8)
          .replacing("@include common-auth", with: (lines ?? "@include common-auth") + "\n" + auth),
      ])
  }

  private func form(_ worker: PlayedWorker) async throws -> TestClient {
    let fixture = ServerFixture()
    fixture.signUp = .always
    worker.serve(fixture)
    fixture.worker = worker
    return try await TestClient.welcomed(fixture)
  }

  /// The next reply, which may take some seconds.
  private func patient(_ form: TestClient) async -> Reply? {
    for _ in 0..<10 {
      if let reply = await form.reply() { return reply }
    }
    return nil
  }
}
