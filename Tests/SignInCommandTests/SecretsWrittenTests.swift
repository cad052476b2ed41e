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

  /// Expects that the last trace holds no password, but in the messages that the form sends to its keeper.
  /// - Parameter passed: The passwords that the keeper must get, each in a message of its own.
  private func expectNothing(_ note: String, but passed: [String]) throws {
    let trace = WrittenTrace(try sandbox.contents(of: "trace"))
    let (form, socket) = try formAndSocket(trace.text) ?? ("", "")
    let searches = [first, second].map { (password: $0, search: SecretSearch($0)) }
    var (sent, received) = ([String](), [String]())
    for call in trace.all {
      for (password, search) in searches where search.count(in: call.bytes) > 0 {
        if call.thread == form && call.line.contains(" sendmsg(\(socket), ") && call.isMessage(of: password) {
          sent.append(password)
        } else if call.thread != form && call.line.firstMatch(of: #/ (recvmsg\(3, |<\.\.\. recvmsg resumed)/#) != nil
          && call.isMessage(of: password)
        {
          received.append(password)
        } else {
          Issue.record("\(note): \(call.line.prefix(40)) has a password.")
        }
      }
    }
    #expect(sent == passed, "\(note)")
    #expect(received == passed, "\(note)")
    #expect(trace.count(of: SecretSearch("lovelace")) > 0, "\(note): the trace is incomplete")
  }

  /// The form, and its end of the only pair of sockets that it makes; nil if there is none.
  private func formAndSocket(_ trace: String) throws -> (form: String, socket: String)? {
    let pairs = trace.matches(of: /(?m)^(\d+) +socketpair\(.*\[(\d+), \d+\]\) = 0$/)
    #expect(pairs.count <= 1)
    return pairs.first.map { (String($0.1), String($0.2)) }
  }

  private func run(_ arguments: [String], input: String, ends ending: Int32, passing passed: [String]) async throws {
    let finished = try await sandbox.run("strace", tracer + [Sandbox.signin] + arguments, input: .text(input))
    #expect(finished.ending == .exited(ending), "\(finished.errors)")
    try expectNothing(arguments.joined(separator: " "), but: passed)
  }

  @Test(
    "Adding and changing accounts, and right and wrong sign-ins, without a screen and behind the form",
    .tags(.passwordsStayInside))
  func nothing() async throws {
    let email = Household.email
    try await run(["account", "add", email, "--password-stdin"], input: first + "\n", ends: 0, passing: [])
    try await run(
      ["account", "password", email, "--password-stdin"], input: "\(first)\n\(second)\n", ends: 0, passing: [])
    try await run(["--password-stdin", "--email", email], input: first + "\n", ends: 77, passing: [first])
    try await run(
      ["--password-stdin", "--email", email, "--", "true"], input: second + "\n", ends: 0, passing: [second])
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
      try expectNothing("form \(options)", but: [first, second])
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
