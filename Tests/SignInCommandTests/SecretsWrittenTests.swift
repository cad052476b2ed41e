import Foundation
import TestSupport
import Testing

/// Every byte that leaves a program by a system call, in hexadecimal, as strace(1) recorded it, and every message that
/// it receives.
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

  private static let calls = [
    "write", "writev", "pwrite64", "pwritev", "pwritev2", "sendto", "sendmsg", "sendmmsg", "execve", "execveat",
    "memfd_create", "rename", "renameat2", "openat", "mkdir", "symlink", "prctl", "setxattr", "ioctl",
    "socketpair", "recvfrom", "recvmsg", "recvmmsg",
  ]

  /// Options that make strace record all of it.
  private var tracer: [String] {
    let calls = "trace=" + Self.calls.joined(separator: ",")
    return ["-f", "--seccomp-bpf", "-v", "-xx", "-s", "1000000", "-o", sandbox.path("trace"), "-e", calls]
  }

  /// The bytes of the strings in a trace, without everything else.
  private func bytes(of trace: some StringProtocol) -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in trace.split(separator: "\\x") {
      if let byte = UInt8(piece.prefix(2), radix: 16) { bytes.append(byte) }
      if piece.count > 2 { bytes.append(0x0A) }  // end of the string
    }
    return bytes
  }

  /// Expects that the last trace holds no password, but in the messages that the form sends to its keeper.
  /// - Parameter passed: The passwords that the keeper must get, each in a message of its own.
  private func expectNothing(_ note: String, but passed: [String]) throws {
    let trace = try sandbox.contents(of: "trace")
    let (form, socket) = try formAndSocket(trace) ?? ("", "")
    let searches = [first, second].map { (password: $0, search: SecretSearch($0)) }
    var (sent, received) = ([String](), [String]())
    for line in trace.split(separator: "\n") where line.contains("\\x") {
      let bytes = bytes(of: line.drop { $0 != "\\" })
      for (password, search) in searches where search.count(in: bytes) > 0 {
        let thread = String(line.prefix { $0 != " " })
        if thread == form && line.contains(" sendmsg(\(socket), ") && isSecretMessage(bytes) {
          sent.append(password)
        } else if thread != form && line.firstMatch(of: #/ (recvmsg\(3, |<\.\.\. recvmsg resumed)/#) != nil
          && isSecretMessage(bytes)
        {
          received.append(password)
        } else {
          Issue.record("\(note): \(line.prefix(40)) has a password.")
        }
      }
    }
    #expect(sent == passed, "\(note)")
    #expect(received == passed, "\(note)")
    #expect(SecretSearch("lovelace").count(in: bytes(of: trace)) > 0, "\(note): the trace is incomplete")
  }

  /// The form, and its end of the only pair of sockets that it makes; nil if there is none.
  private func formAndSocket(_ trace: String) throws -> (form: String, socket: String)? {
    let pairs = trace.matches(of: /(?m)^(\d+) +socketpair\(.*\[(\d+), \d+\]\) = 0$/)
    #expect(pairs.count <= 1)
    return pairs.first.map { (String($0.1), String($0.2)) }
  }

  /// Whether these are the eight bytes before a secret, and the secret: two parts of one message.
  private func isSecretMessage(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: 0x0A)
    return bytes.first == 0x20 && parts.count == 2 && parts[0].count == 8
      && [first, second].contains {
        Array($0.utf8) == Array(parts[1])
      }
  }

  private func run(_ arguments: [String], input: String, ends ending: Int32, passing passed: [String]) async throws {
    let finished = try await sandbox.run("strace", tracer + [Sandbox.signin] + arguments, input: .text(input))
    #expect(finished.ending == .exited(ending), "\(finished.errors)")
    try expectNothing(arguments.joined(separator: " "), but: passed)
  }

  @Test("Adding and changing accounts, and right and wrong sign-ins, without a screen and behind the form")
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

  @Test("The trace is complete: a program that prints the password, and one that passes it on, are detected")
  func control() async throws {
    for script in ["read -r p; echo $p >\(sandbox.path("leak"))", "read -r p; export p; exec true"] {
      let finished = try await sandbox.run("strace", tracer + ["sh", "-c", script], input: .text("correcthorse\n"))
      try #require(finished.ending == .exited(0), "\(finished.errors)")
      #expect(SecretSearch("correcthorse").count(in: bytes(of: try sandbox.contents(of: "trace"))) > 0)
    }
  }
}
