import Foundation
import Identity
import TestSupport
import Testing
import AccountService
import Messages

/// A service and oathtool, which stands for the owner's app.
@Suite("The server and an app for codes", .fewAtOnce) struct SecondStepEndToEndTests {
  private static let password = "correct horse"

  @Test(
    "A second step is set up, asked for in other programs, and used once for each code",
    .tags(.secondStepAddsToPassword))
  func story() async throws {
    let server = try await signedUp()
    // When ada sets it up with her app
    let (secret, codes) = try await setUp(server)
    #expect(codes.count == 10)
    // Then the key lies beside the store, for its owner only
    let key = server.sandbox.path("own.db.key")
    #expect(try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int == 0o600)
    // And another program asks for a code, which is another one than that of the set-up
    let other = try ServiceWithClient(in: server.sandbox)
    _ = await other.hello()
    var question = await other.question(.signIn, Self.password, wantsSession: true)
    #expect(question?.challenges.map(\.kind) == [.code(digits: 6)])
    let code = try await codeOf(secret, stepsAhead: 1)
    guard case .ended(.signedIn(ServiceWithClient.ada, .some, isNew: false))? = await other.answer(question, code)
    else {
      Issue.record("The code was refused.")
      return
    }
    // And the same code signs nobody in again, but a recovery code does
    question = await other.question(.signIn, Self.password)
    guard case .ask(let again)? = await other.answer(question, code) else {
      Issue.record("The code was taken twice.")
      return
    }
    #expect(again.fault == .used)
    guard case .ended(.signedIn)? = await other.answer(again, codes[3].lowercased()) else {
      Issue.record("The recovery code was refused.")
      return
    }
  }

  @Test("A script whose codes block the email does not hear that its password is wrong")
  func blocked() async throws {
    let server = try await signedUp()
    _ = try await setUp(server)
    for sentence in ["The code is wrong.", "The code is wrong.", "The code is wrong."] {
      let finished = try await server.sandbox.run(
        Sandbox.signin,
        [
          "--password-stdin", "--code-stdin", "--email", ServiceWithClient.ada.text, "--store",
          "sqlite:\(server.sandbox.path("own.db"))",
        ],
        input: .text(Self.password + "\nAAAA-AAAA-AAAA-AAAA\n"))
      #expect(finished.ending == .exited(77))
      #expect(finished.errors == "signin: \(sentence)\n")
    }
  }

  @Test("A store without its key asks for a recovery code", .tags(.secondStepAddsToPassword))
  func lostKey() async throws {
    let server = try await signedUp()
    let (_, codes) = try await setUp(server)
    try FileManager.default.removeItem(atPath: server.sandbox.path("own.db.key"))
    let question = await server.question(.signIn, Self.password)
    #expect(question?.fault == .codesUnavailable)
    guard case .ended(.signedIn)? = await server.answer(question, codes[0]) else {
      Issue.record("The recovery code was refused.")
      return
    }
    // And it makes no other key
    let setUp = await server.question(.setUpSecondStep, Self.password)
    guard case .ended(.unavailable(.unreachable(.keyLost, _), _))? = await server.answer(setUp, codes[1]) else {
      Issue.record("Another key was made.")
      return
    }
  }

  @Test(
    "A service whose key is missing or another one logs that when it starts",
    .enabled(if: geteuid() == 0, "a service of root's becomes another user"), arguments: [nil, 32])
  func serviceWithoutKey(otherKey byteCount: Int?) async throws {
    // Given the store of an account with a second step
    let server = try await signedUp()
    _ = try await setUp(server)
    let sandbox = try Sandbox()
    let log = sandbox.path("log")
    let service = try PlayedService(in: sandbox, under: ["sh", "-c", "exec \"$@\" 2>>\(log)", "sh"])
    _ = try await service.welcomed(1000)
    service.program.send(signal: SIGTERM)
    _ = try await service.program.finish()
    for suffix in ["", "-wal"] {
      try? FileManager.default.removeItem(atPath: service.store + suffix)
      try FileManager.default.copyItem(
        atPath: server.sandbox.path("own.db") + suffix, toPath: service.store + suffix)
      chown(service.store + suffix, PlayedService.user, PlayedService.user)
    }
    // When it comes without its key
    let key = service.store + ".key"
    if let byteCount {
      try Data(count: byteCount).write(to: URL(filePath: key))
      chown(key, PlayedService.user, PlayedService.user)
      chmod(key, 0o600)
    }
    try service.startAgain()
    // Then the log names the file
    func logged() -> String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }
    #expect(await eventually { logged().contains("sealing-key reason=") && logged().contains(key) }, "\(logged())")
  }

  @Test("Where every account needs a second step, it is set up inside the sign-in")
  func required() async throws {
    let server = try await signedUp()
    let strict = try ServiceWithClient(
      settings: ServiceWithClient.quick + "require = \"second-step\"\n", in: server.sandbox)
    _ = await strict.hello()
    let question = await strict.question(.signIn, Self.password)
    let offer = try offer(question)
    guard case .tell(.recoveryCodes)? = await strict.answer(question, try await codeOf(offer.secret)),
      case .ended(.signedIn)? = await strict.proceed()
    else {
      Issue.record("The sign-in did not go on.")
      return
    }
  }

  @Test("A one-time password is changed inside the sign-in", .tags(.secondStepAddsToPassword))
  func oneTimePassword() async throws {
    let server = try await signedUp()
    let store = "sqlite:\(server.sandbox.path("own.db"))"
    let reset = try await server.sandbox.run(
      Sandbox.signin, ["account", "password", ServiceWithClient.ada.text, "--reset", "--store", store])
    #expect(reset.ending == .exited(0))
    let given = reset.output.trimmingCharacters(in: .newlines)
    #expect(given.count == 19)
    let question = await server.question(.signIn, given)
    #expect(question?.challenges.map(\.kind) == [.newPassword(.oneTime)])
    guard case .ask(let again)? = await server.answer(question, "short") else {
      Issue.record("A short password was taken.")
      return
    }
    #expect(again.fault == .violation(.length(6...20)))
    guard case .ended(.signedIn)? = await server.answer(again, "battery staple") else {
      Issue.record("The new password was refused.")
      return
    }
    #expect(await server.converse(.signIn, given) == .refused(blockedFor: nil, isNew: false))
    #expect(await server.converse(.signIn, "battery staple") == .signedIn(ServiceWithClient.ada, nil, isNew: false))
  }

  @Test("An administrator sees a second step, makes new recovery codes, and turns it off, by any spelling of the email")
  func administration() async throws {
    let server = try await signedUp()
    let (_, codes) = try await setUp(server)
    func run(_ command: String, _ options: String...) async throws -> ChildProcess.Finished {
      let store = ["--store", "sqlite:\(server.sandbox.path("own.db"))"]
      let all = ["account", command, "Ada@Lovelace.EXAMPLE"] + store + options
      return try await server.sandbox.run(Sandbox.signin, all)
    }
    #expect(try await run("second-step").output == "Two-step sign-in is on for ada@lovelace.example\n")
    let made = try await run("recovery").output.split(separator: "\n").map(String.init)
    #expect(made.count == 10)
    let question = await server.question(.signIn, Self.password)
    guard case .ask(let again)? = await server.answer(question, codes[0]), again.fault == .wrong,
      case .ended(.signedIn)? = await server.answer(again, made[0])
    else {
      Issue.record("The new codes are not in force.")
      return
    }
    #expect(
      try await run("second-step", "--remove").output == "Turned off two-step sign-in for ada@lovelace.example\n")
    #expect(await server.converse(.signIn, Self.password) == .signedIn(ServiceWithClient.ada, nil, isNew: false))
    let late = [try await run("recovery"), try await run("second-step", "--remove")]
    #expect(late.map(\.ending) == [.exited(65), .exited(65)])
    #expect(
      late.map(\.errors) == [
        "signin: Two-step sign-in is off for ada@lovelace.example, so there are no recovery codes.\n",
        "signin: Two-step sign-in is already off for ada@lovelace.example.\n",
      ])
    #expect(try await run("second-step").output == "Two-step sign-in is off for ada@lovelace.example\n")
  }

  @Test("A server that is killed during a set-up leaves no half of a second step", arguments: [false, true])
  func killedDuringSetUp(isConfirmed: Bool) async throws {
    let server = try await signedUp()
    let question = await server.question(.setUpSecondStep, Self.password)
    let offer = try offer(question)
    if isConfirmed {
      guard case .tell(.recoveryCodes)? = await server.answer(question, try await codeOf(offer.secret)) else {
        Issue.record("The code was not confirmed.")
        return
      }
    }
    server.program.send(signal: SIGKILL)
    #expect(try await server.program.finish().ending == .signalled(SIGKILL))
    let other = try ServiceWithClient(in: server.sandbox)
    _ = await other.hello()
    #expect(await other.converse(.signIn, Self.password) == .signedIn(ServiceWithClient.ada, nil, isNew: false))
  }

  @Test("A server that is killed while it waits for a code has signed nobody in, and the next one asks again")
  func killedBeforeCode() async throws {
    let server = try await signedUp()
    _ = try await setUp(server)
    _ = await server.question(.signIn, Self.password, wantsSession: true)
    server.program.send(signal: SIGKILL)
    _ = try await server.program.finish()
    let other = try ServiceWithClient(in: server.sandbox)
    _ = await other.hello()
    let question = await other.question(.signIn, Self.password)
    #expect(question?.challenges.map(\.kind) == [.code(digits: 6)])
  }

  @Test(
    "A server that checked codes holds neither the secret, as its owner typed it, nor the recovery code",
    .enabled(if: geteuid() == 0))
  func memory() async throws {
    // Given a server that did not show them: another one has set up the second step
    let first = try await signedUp()
    let (secret, codes) = try await setUp(first)
    let server = try ServiceWithClient(in: first.sandbox)
    _ = await server.hello()
    // When it refuses one code of the app, and takes a recovery code
    let question = await server.question(.signIn, Self.password)
    guard case .ask(let again)? = await server.answer(question, "000 000"),
      case .ended(.signedIn)? = await server.answer(again, codes[2])
    else {
      Issue.record("The recovery code was refused.")
      return
    }
    // Then its memory has none of them
    let memory = ProcessMemory(of: server.program.id)
    for text in [secret, codes[2]] { #expect(try memory.finds(of: SecretSearch(text)) == .none) }
    #expect(try memory.finds(of: SecretSearch("lovelace")).elsewhere > 0)
  }

  // MARK: - Helpers

  private func signedUp() async throws -> ServiceWithClient {
    let server = try ServiceWithClient()
    _ = await server.hello()
    guard case .signedIn? = await server.converse(.signUp, Self.password, wantsSession: true) else {
      throw CancellationError()
    }
    return server
  }

  private func setUp(_ server: ServiceWithClient) async throws -> (secret: String, codes: [String]) {
    let question = await server.question(.setUpSecondStep, Self.password)
    let offer = try offer(question)
    guard case .tell(.recoveryCodes(let codes))? = await server.answer(question, try await codeOf(offer.secret)),
      await server.proceed() == .ended(.changed)
    else { throw CancellationError() }
    return (offer.secret, codes)
  }

  private func offer(_ question: Question?) throws -> CodeOffer {
    guard case .confirmation(let offer, digits: 6)? = question?.challenges.first?.kind else {
      throw CancellationError()
    }
    return offer
  }

  /// The code that the app shows.
  private func codeOf(_ secret: String, stepsAhead steps: Int = 0) async throws -> String {
    let moment = "@\(Int(Date().timeIntervalSince1970) + 30 * steps)"
    let run = try await Sandbox().run("oathtool", ["--totp", "--base32", "--now", moment, secret])
    return run.output.trimmingCharacters(in: .newlines)
  }
}
