import Foundation
import TestSupport
import Testing

/// Other programs of the same user must not see a password being typed.
@Suite("No core file, and no debugger", .fewAtOnce)
struct SecretsFromOthersTests {
  /// Starts a program as an ordinary user: the one who runs these tests or, instead of root, an unused one.
  private static let asUser =
    geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid", "4242", "--regid", "4242", "--clear-groups"] : ["/usr/bin/env"]

  @Test("A crash during typing writes no core file, but another program's crash does")
  func core() throws {
    let sandbox = try Sandbox()
    let script = """
      cd '\(sandbox.directory)'; ulimit -c unlimited
      perl -e 'system {$ARGV[0]} @ARGV; open N, ">", "control"; print N $?' perl -e 'kill SEGV => $$'
      perl -e 'system {$ARGV[0]} @ARGV; open N, ">", "ended"; print N $?' '\(Sandbox.signin)'
      """
    let pty = try Pty(["/bin/sh", "-c", script], environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("Password")
    pty.type("typed before the crash")
    let perl = try #require(try ProcessMemory.children(of: pty.process).first)
    let program = try #require(try ProcessMemory.children(of: perl).first)
    kill(program, SIGSEGV)
    _ = try pty.wait()
    let (control, ended) = (try sandbox.contents(of: "control"), try sandbox.contents(of: "ended"))
    #expect(Int(control) == Int(SIGSEGV) | 0x80, "This machine writes no core files.")
    #expect(Int(ended) == Int(SIGSEGV))
    #expect(pty.leftovers == [])
  }

  @Test("A program of the same user can't trace it or read its memory, files or environment")
  func attaching() async throws {
    let sandbox = try Sandbox()
    let pty = try Pty(
      Self.asUser + [Sandbox.signin],
      environment: [
        "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent",
        "SIGNIN_STORE": "sqlite:/nonexistent/x.db",
      ])
    try pty.waitForOutput("Password")
    let open = try Pty(Self.asUser + ["/bin/sleep", "100"])
    try open.wait(for: "sleep") { (try? ProcessMemory.name(of: open.process)) == "sleep" }
    for (process, isOpen) in [(pty.process, false), (open.process, true)] {
      for file in ["mem", "environ", "auxv"] {
        let read = try await sandbox.run(
          Self.asUser[0], Self.asUser.dropFirst() + ["perl", "-e", "exit !open my $f, '<', '/proc/\(process)/\(file)'"])
        #expect((read.ending == .exited(0)) == isOpen, "\(file)")
      }
      // PTRACE_SEIZE, then detach
      let attach = "exit(syscall(\(Self.ptrace), 0x4206, \(process), 0, 0) == -1)"
      let traced = try await sandbox.run(Self.asUser[0], Self.asUser.dropFirst() + ["perl", "-e", attach])
      #expect((traced.ending == .exited(0)) == isOpen)
    }
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(1))
  }

  /// The number of ptrace(2).
  private static var ptrace: Int {
    #if arch(x86_64)
      101
    #else
      117
    #endif
  }
}
