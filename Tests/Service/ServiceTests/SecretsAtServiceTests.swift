import Foundation
import Identity
import Secrets
import TestSupport
import Testing
import AccountService
import Messages

/// The memory of a service and of its worker, and all that the service writes, read as root.
@Suite(.fewAtOnce, .enabled(if: geteuid() == 0, "other users need root"))
struct SecretsAtServiceTests {
  private let right = SecretSearch.unlikelyPassword(seed: 41)
  private let wrong = SecretSearch.unlikelyPassword(seed: 42)
  private let next = SecretSearch.unlikelyPassword(seed: 43)
  private var all: [String] { [right, wrong, next] }

  private func finds(_ password: String, in program: ChildProcess) throws -> ProcessMemory.Finds {
    try ProcessMemory(of: program.id).finds(of: SecretSearch(password))
  }

  /// Signs up, in with a wrong and the right password, and changes the password.
  private func visit(_ service: PlayedService) async throws -> ServiceWithClient {
    let form = try await service.welcomed(1001)
    #expect(await form.converse(.signUp, right) == .signedIn(form.person, nil, isNew: true))
    #expect(await form.converse(.signIn, wrong) == .refused(blockedFor: nil, isNew: false))
    guard case .signedIn(_, .some, _)? = await form.converse(.signIn, right, wantsSession: true) else {
      throw PlayedService.Unwelcome()
    }
    #expect(await form.converse(.changePassword, right, next) == .changed)
    return form
  }

  @Test(.tags(.passwordsStayInside))
  func `A service keeps no password in memory once it has answered, nor after a form that left`() async throws {
    // given
    let service = try PlayedService(settings: ServiceWithClient.quick + "sign-up = \"on\"\n")
    // when
    let form = try await visit(service)
    // then
    for password in all { #expect(try finds(password, in: service.program) == .none) }
    #expect(try finds("lovelace", in: service.program).elsewhere > 0)
    // when the rest of a request is still to come
    form.begin(.changePassword, [next])
    // then it is where passwords belong, which also shows that the search works
    #expect(try await eventually { try finds(next, in: service.program).locked >= 16 })
    #expect(try finds(next, in: service.program).elsewhere == 0)
    // when the form leaves
    form.socket.finish()
    // then
    #expect(try await eventually { try finds(next, in: service.program) == .none })
  }

  @Test(.tags(.passwordsStayInside))
  func `A service keeps no token in memory once it has been sent, nor after one was verified`() async throws {
    // given a session
    let service = try PlayedService()
    let form = try await service.welcomed(1001)
    guard case .signedIn(_, .some, _)? = await form.converse(.signUp, right, wantsSession: true),
      let token = form.token
    else { throw PlayedService.Unwelcome() }
    // then its token is nowhere, not even after it was verified
    #expect(try await eventually { try finds(token.base64URL, in: service.program) == .none })
    guard case .verified(.some)? = await form.verify(token) else { throw PlayedService.Unwelcome() }
    #expect(try await eventually { try finds(token.base64URL, in: service.program) == .none })
    #expect(try finds("lovelace", in: service.program).elsewhere > 0)
  }

  @Test(.tags(.passwordsStayInside))
  func `A service writes no password anywhere, and receives each one in a message of its own`() async throws {
    // given
    let sandbox = try Sandbox()
    let trace = sandbox.path("trace")
    let service = try PlayedService(
      settings: ServiceWithClient.quick + "sign-up = \"on\"\n", in: sandbox,
      under: ["strace", "-D"] + WrittenTrace.options(to: trace))
    // when
    _ = try await visit(service)
    service.program.send(signal: SIGTERM)
    let finished = try await service.program.finish()
    #expect(finished.ending == .exited(0))
    let isWhole = try await eventually { try sandbox.contents(of: "trace").contains("+++ exited with 0 +++") }
    #expect(isWhole)
    // then
    let written = WrittenTrace(try sandbox.contents(of: "trace"))
    var received: [String] = []
    for call in written.all {
      for password in all where SecretSearch(password).count(in: call.bytes) > 0 {
        if call.line.firstMatch(of: #/ (recvmsg\(|<\.\.\. recvmsg resumed)/#) != nil && call.isMessage(of: password) {
          received.append(password)
        } else {
          Issue.record("\(call.line.prefix(40)) has a password.")
        }
      }
    }
    #expect(received == [right, wrong, right, right, next])
    #expect(written.count(of: SecretSearch("lovelace")) > 0)
    for file in try FileManager.default.subpathsOfDirectory(atPath: sandbox.path("lib")) {
      let bytes = Array(FileManager.default.contents(atPath: sandbox.path("lib/" + file)) ?? Data())
      for password in all { #expect(SecretSearch(password).count(in: bytes) == 0, "\(file)") }
    }
    for password in all { #expect(SecretSearch(password).count(in: Array(finished.errors.utf8)) == 0) }
  }

  @Test(.tags(.passwordsStayInside)) func `A password that goes to signin-pam leaves no copy in the service`()
    async throws
  {
    // given
    let sandbox = try Sandbox()
    let known = right.replacing(":", with: "")
    let service = try PlayedService(
      settings: ServiceWithClient.quick + "sign-up = \"on\"\naccounts = \"pam\"\n", in: sandbox,
      program: PamFiles(in: sandbox, knowing: known).signin)
    // when
    let form = try await service.welcomed(1001)
    let refused = try await form.signIn(as: PamFiles.name, wrong)
    let passed = try await form.signIn(as: PamFiles.name, known)
    // then
    #expect(refused == .refused(blockedFor: nil, isNew: false))
    #expect(passed == .signedIn(email("bob@pam.localhost"), nil, isNew: false))
    for password in [wrong, known] { #expect(try finds(password, in: service.program) == .none) }
    #expect(try finds("pam.localhost", in: service.program).elsewhere > 0)
  }

  @Test(.tags(.passwordsStayInside)) func `signin-pam has put its own copy away when it answers`() async throws {
    // given a worker that waits in its last system call, and this test as its server
    let sandbox = try Sandbox()
    let worker = try PamFiles(in: sandbox, knowing: "another").worker
    let (socket, its) = try SeqpacketSocket.pair()
    let program = try sandbox.start(
      "strace",
      [
        "-D", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=exit_group", "-e",
        "inject=exit_group:delay_enter=60s", worker,
      ], link: its.descriptor)
    its.close()
    let server = ServiceWithClient(over: socket, to: program, in: sandbox)
    guard case .worker? = await server.hello() else { throw PlayedService.Unwelcome() }
    let question = try await server.question(of: PamFiles.name)
    // when
    #expect(await server.answer(question, wrong) == .refused)
    #expect(await eventually { ProcessMemory.isEnding(program.id) })
    // then
    let copies = try finds(wrong, in: program)
    #expect(copies == .none)
    #expect(try finds("matrix", in: program).elsewhere > 0)
  }
}
