import Foundation
import TestSupport
import Testing

/// `signin --accounts pam` on a store of one's own, which starts the worker itself.
@Suite(.fewAtOnce) struct LocalPamTests {
  let sandbox: Sandbox
  private let files: PamFiles

  init() throws {
    sandbox = try Sandbox()
    files = try PamFiles(in: sandbox, knowing: "engine-1843")
  }

  @Test func `The form asks for a user name, begins with one's own, and shows the account's email`() async throws {
    let tmux = try await Tmux(
      [files.signin, "--accounts", "pam"], in: sandbox, environment: ["LOGNAME": PamFiles.name])
    try await tmux.wait(for: "User name")
    try await tmux.wait(for: PamFiles.name)
    try await tmux.submit("wrong")
    try await tmux.wait(for: "Wrong user name or password.")
    try await tmux.submit("engine-1843")
    try await tmux.wait(for: "bob@pam.localhost")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test(arguments: ["IGNORE", "DEFAULT"])
  func `Behind a worker a command finds SIGCHLD as signin found it`(_ action: String) async throws {
    let options = ["--accounts", "pam", "--password-stdin", "--email", PamFiles.name, "--", "cat", "/proc/self/status"]
    let finished = try await sandbox.run(
      "perl", ["-e", "$SIG{CHLD} = shift; exec @ARGV", action, files.signin] + options, input: .text("engine-1843\n"))
    let mask = try #require(finished.output.firstMatch(of: /SigIgn:\t(\w+)/), "\(finished.errors)").1
    let ignored = try #require(UInt64(mask, radix: 16)) & 1 << UInt64(SIGCHLD - 1)
    #expect((ignored != 0) == (action == "IGNORE"))
  }

  @Test func `A script signs in by a user name, and a command finds no worker`() async throws {
    let options = [
      "--accounts", "pam", "--password-stdin", "--email", PamFiles.name, "--", "sh", "-c", "ps --ppid $$ -o args=",
    ]
    let finished = try await sandbox.run(files.signin, options, input: .text("engine-1843\n"))
    #expect(!finished.output.contains("signin-pam") && finished.output.contains("ps"), "\(finished.errors)")
    let refused = try await sandbox.run(files.signin, options, input: .text("wrong\n"))
    #expect(refused.ending == .exited(77))
    #expect(refused.output.isEmpty)
  }
}
