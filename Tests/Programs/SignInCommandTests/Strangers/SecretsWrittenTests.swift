import Foundation
import TestSupport
import Testing

@Suite("No output holds five characters of a password", .fewAtOnce)
struct SecretsWrittenTests {
  private let sandbox: Sandbox
  private let first = SecretSearch.unlikelyPassword(seed: 11)
  private let second = SecretSearch.unlikelyPassword(seed: 12)

  init() throws {
    sandbox = try Sandbox()
    let folder = sandbox.path("config/signin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let settings = Data(
      "throttle = { first-blocking-failure = 100 }\nhash = { memory-kib = 19456, passes = 2 }".utf8)
    try settings.write(to: URL(filePath: folder + "/config.toml"))
  }

  private var tracer: [String] { WrittenTrace.options(to: sandbox.path("trace")) }

  /// Expects that the last trace holds no password.
  private func expectNothing(_ note: String) throws {
    let trace = WrittenTrace(try sandbox.contents(of: "trace"))
    for call in trace.all {
      for search in [first, second].map({ SecretSearch($0) }) where search.count(in: call.bytes) > 0 {
        Issue.record("\(note): \(call.line.prefix(40)) has a password.")
      }
    }
    #expect(trace.count(of: SecretSearch("lovelace")) > 0, "\(note): the trace is incomplete")
  }

  private func run(_ arguments: [String], input: String, ends ending: Int32) async throws {
    let finished = try await sandbox.run("strace", tracer + [Sandbox.signin] + arguments, input: .text(input))
    #expect(finished.ending == .exited(ending), "\(finished.errors)")
    try expectNothing(arguments.joined(separator: " "))
  }

  @Test(
    "Adding and changing accounts, and right and wrong sign-ins, without a screen and behind the form",
    .tags(.passwordsStayInside))
  func nothing() async throws {
    let email = StoreFixture.email
    try await run(["account", "add", email, "--password-stdin"], input: first + "\n", ends: 0)
    try await run(
      ["account", "password", email, "--password-stdin"], input: "\(first)\n\(second)\n", ends: 0)
    try await run(["--password-stdin", "--email", email], input: first + "\n", ends: 77)
    try await run(["--password-stdin", "--email", email, "--", "true"], input: second + "\n", ends: 0)
    for options in [[], ["--plain"]] {
      let pty = try Pty(
        ["/usr/bin/strace"] + tracer + [Sandbox.signin, "--email", email, "--print", "token"] + options,
        environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
      try pty.waitForOutput("Password")
      pty.type(first + "\r")
      try pty.waitForOutput("Wrong email or password.")
      if !options.isEmpty { try pty.waitForOutput("Password") }
      pty.type(second + "\r")
      #expect(try pty.wait() == .exited(0))
      try expectNothing("form \(options)")
    }
    for file in try FileManager.default.subpathsOfDirectory(atPath: sandbox.directory) where file != "trace" {
      guard let data = FileManager.default.contents(atPath: sandbox.path(file)) else { continue }
      for password in [first, second] { #expect(SecretSearch(password).count(in: Array(data)) == 0, "\(file)") }
    }
  }

  @Test(
    "The trace is complete: a program that prints the password, and one that passes it on, are detected",
    .tags(.passwordsStayInside))
  func control() async throws {
    for script in ["read -r p; echo $p >\(sandbox.path("leak"))", "read -r p; export p; exec true"] {
      let finished = try await sandbox.run("strace", tracer + ["sh", "-c", script], input: .text("correcthorse\n"))
      try #require(finished.ending == .exited(0), "\(finished.errors)")
      #expect(WrittenTrace(try sandbox.contents(of: "trace")).count(of: SecretSearch("correcthorse")) > 0)
    }
  }
}
