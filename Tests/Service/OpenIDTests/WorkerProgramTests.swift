import AccountService
import Foundation
import Identity
import Messages
import Secrets
import TestSupport
import Testing
import Unix

@testable import OpenID

/// The program, with a provider of this test.
@Suite("signin-oidc", .serialized) struct WorkerProgramTests {
  private let sandbox: Sandbox
  private let provider: WebProvider
  private static let secret = SecretSearch.unlikelyPassword(seed: 631)
  private static let deviceCode = SecretSearch.unlikelyPassword(seed: 632).filter { $0.isLetter || $0.isNumber }

  init() throws {
    sandbox = try Sandbox()
    provider = try WebProvider(deviceCode: Self.deviceCode)
  }

  private func worker(_ lines: String = "", secretMode: Int = 0o600) throws -> PlayedConversation {
    let (settings, secret) = (sandbox.path("service.toml"), sandbox.path("secret"))
    try (Self.secret + "\n").write(toFile: secret, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: secretMode], ofItemAtPath: secret)
    try """
    [oidc.test]
    issuer = "\(provider.issuer)"
    client-id = "signin"
    client-secret = "\(secret)"
    title = "Test Corp"
    \(lines)
    """.write(toFile: settings, atomically: false, encoding: .utf8)
    let script = sandbox.path("worker")
    try Sandbox.write(script: "#!/bin/sh\nexec \(PlayedConversation.program) \"$@\" 2>\(log)\n", to: script)
    return try PlayedConversation(["--settings", settings], by: script)
  }

  /// The lines for syslog, which the program also writes as errors where nobody listens for them.
  private var log: String { sandbox.path("log") }

  @Test func `A code is shown, waited for and approved, and the socket has no secret`() async throws {
    let worker = try worker()
    guard case .wait(.approval, let page?) = try await worker.begin("oidc-test") else {
      Issue.record("There is no page.")
      return
    }
    #expect(page.title == "Test Corp")
    #expect(page.code == "WDJB-MJHT")
    #expect(page.completeAddress?.text == provider.issuer + "/activate?code=WDJB-MJHT")
    #expect(page.timeLimit == .seconds(600))
    worker.send(.proceed)
    provider.approve()
    let email = try #require(EmailAddress("ada@lovelace.example"))
    #expect(try await worker.reply() == .proven(id: "248289761001", name: "ada@lovelace.example", email: email))
    for secret in [Self.secret, Self.deviceCode, "secret-access-token"] {
      #expect(!worker.received.contains(secret))
    }
  }

  @Test(.enabled(if: geteuid() == 0, "other processes' memory needs root"))
  func `Between polls, the client's secret and the device code are in locked memory alone`() async throws {
    let worker = try worker()
    _ = try await worker.begin("oidc-test")
    worker.send(.proceed)
    #expect(await eventually { provider.polls > 0 })
    let program = try #require(try Self.worker())
    for secret in [Self.secret, Self.deviceCode] {
      let search = SecretSearch(secret)
      #expect(
        try await eventually {
          let finds = try ProcessMemory(of: program).finds(of: search)
          return finds.locked > 0 && finds.elsewhere == 0
        })
    }
    provider.approve()
    guard case .proven = try await worker.reply() else { throw PlayedConversation.Silent() }
  }

  @Test(.enabled(if: geteuid() == 0, "other processes' memory needs root"))
  func `Once they are verified, tokens are in locked memory alone: freed memory is overwritten`() async throws {
    provider.holdUserinfo()
    defer { provider.releaseUserinfo() }
    let worker = try worker()
    _ = try await worker.begin("oidc-test")
    worker.send(.proceed)
    provider.approve()
    #expect(await eventually { provider.isHolding })
    let program = try #require(try Self.worker())
    // libcurl would give up.
    kill(program, SIGSTOP)
    defer { kill(program, SIGKILL) }
    let memory = ProcessMemory(of: program)
    let signature = try #require(provider.token.split(separator: ".").last.map { String($0.suffix(40)) })
    #expect(try memory.finds(of: SecretSearch(signature)).elsewhere == 0)
    #expect(try memory.finds(of: SecretSearch(signature)).locked > 0)
  }

  /// The program that waits, whichever thread has started it. Programs of other tests end meanwhile.
  private static func worker() throws -> pid_t? {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    let children = threads.flatMap { thread in
      ((try? String(contentsOfFile: "/proc/self/task/\(thread)/children", encoding: .utf8)) ?? "")
        .split(separator: " ").compactMap { pid_t($0) }
    }
    // One that a test before has killed may still be there.
    return children.first {
      (try? ProcessMemory.name(of: $0)) == "signin-oidc" && ProcessMemory.state(of: $0) != "Z"
    }
  }

  @Test func `Somebody who isn't in the group fails, and nobody is charged`() async throws {
    let worker = try worker("groups = [\"ops\"]")
    _ = try await worker.begin("oidc-test")
    worker.send(.proceed)
    provider.approve()
    #expect(try await worker.reply() == .failed(.notAllowed))
  }

  @Test(.enabled(if: access("/dev/log", F_OK) != 0, "syslog takes the line"))
  func `A failure is a line for administrators, without person, code or secret`() async throws {
    let worker = try worker("groups = [\"ops\"]")
    guard case .wait(.approval, let page?) = try await worker.begin("oidc-test") else {
      Issue.record("There is no page.")
      return
    }
    worker.send(.proceed)
    provider.approve()
    _ = try await worker.reply()
    let lines = try String(contentsOfFile: log, encoding: .utf8)
    let line = /^signin-oidc\[\d+\]: oidc provider=test step=check code=no-groups\n$/
    #expect(lines.wholeMatch(of: line) != nil, "\(lines)")
    for hidden in ["ada", page.code, Self.secret, Self.deviceCode, provider.token] { #expect(!lines.contains(hidden)) }
  }

  @Test func `A secret that others can read is not used, nor a table that isn't there or has a mistake`() async throws {
    #expect(try await worker(secretMode: 0o644).begin("oidc-test") == .failed(.misconfigured))
    #expect(try await worker().begin("oidc-other") == .failed(.misconfigured))
    #expect(try await worker("scopes = 7").begin("oidc-test") == .failed(.misconfigured))
    #expect(provider.polls == 0)
  }

  @Test func `A person who leaves ends the program`() async throws {
    let worker = try worker()
    _ = try await worker.begin("oidc-test")
    worker.send(.proceed)
    worker.leave()
    #expect(await eventually { worker.hasEnded })
  }

  @Test func `The check finds the provider, and says what is wrong without a secret`() async throws {
    _ = try worker()
    let settings = sandbox.path("service.toml")
    let program = PlayedConversation.program
    let good = try await sandbox.run(program, ["--settings", settings, "--check", "test"])
    #expect(good.output == "provider\tgood\t\(provider.issuer) answers, has 1 keys, and gives codes for devices.\n")
    let none = try await sandbox.run(program, ["--settings", settings, "--check", "none"])
    #expect(none.output.hasPrefix("settings\tbad\toidc.none: No settings file has such a table."))
    provider.refuseClient()
    let refused = try await sandbox.run(program, ["--settings", settings, "--check", "test"])
    #expect(refused.output.contains("(step=device code=invalid_client detail=401)"))
    #expect(!refused.output.contains(Self.secret) && !refused.errors.contains(Self.secret))
  }
}
