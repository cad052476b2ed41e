import Foundation
import TestSupport
import Testing

/// Every byte that leaves the program by a system call, in hexadecimal, as strace(1) recorded it.
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
  ]

  /// Options that make strace record all of it.
  private var tracer: [String] {
    let calls = "trace=" + Self.calls.joined(separator: ",")
    return ["-f", "--seccomp-bpf", "-v", "-xx", "-s", "1000000", "-o", sandbox.path("trace"), "-e", calls]
  }

  /// The bytes of the strings in the last trace, without everything else.
  private func written() throws -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in try sandbox.contents(of: "trace").split(separator: "\\x") {
      if let byte = UInt8(piece.prefix(2), radix: 16) { bytes.append(byte) }
      if piece.count > 2 { bytes.append(0x0A) }  // end of the string
    }
    return bytes
  }

  private func expectNothing(_ note: String) throws {
    let bytes = try written()
    #expect(!bytes.isEmpty)
    for password in [first, second] { #expect(SecretSearch(password).count(in: bytes) == 0, "\(note)") }
    #expect(SecretSearch("lovelace").count(in: bytes) > 0, "\(note): the trace is incomplete")
  }

  private func run(_ arguments: [String], input: String, ends ending: Int32) async throws {
    let finished = try await sandbox.run("strace", tracer + [Sandbox.signin] + arguments, input: .text(input))
    #expect(finished.ending == .exited(ending), "\(finished.errors)")
    try expectNothing(arguments.joined(separator: " "))
  }

  @Test("Adding and changing accounts, and right and wrong sign-ins, without a screen and behind the form")
  func nothing() async throws {
    let email = Household.email
    try await run(["account", "add", email, "--password-stdin"], input: first + "\n", ends: 0)
    try await run(["account", "password", email, "--password-stdin"], input: "\(first)\n\(second)\n", ends: 0)
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

  @Test("The trace is complete: a program that prints the password, and one that passes it on, are detected")
  func control() async throws {
    for script in ["read -r p; echo $p >\(sandbox.path("leak"))", "read -r p; export p; exec true"] {
      let finished = try await sandbox.run("strace", tracer + ["sh", "-c", script], input: .text("correcthorse\n"))
      try #require(finished.ending == .exited(0), "\(finished.errors)")
      #expect(SecretSearch("correcthorse").count(in: try written()) > 0)
    }
  }
}
