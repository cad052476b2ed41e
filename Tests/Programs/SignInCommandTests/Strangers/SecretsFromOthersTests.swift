import Foundation
import TestSupport
import Testing

/// Other programs of the same user must not see a password being typed.
@Suite("No core file, and no debugger", .fewAtOnce)
struct SecretsFromOthersTests {
  /// Starts a program as an ordinary user: the one who runs these tests or, instead of root, an unused one.
  private static let asUser =
    geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid", "4242", "--regid", "4242", "--clear-groups"] : ["/usr/bin/env"]

  @Test("A crash during typing writes no core file, but another program's crash does", .tags(.passwordsStayInside))
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

  @Test(
    "A program of the same user can't trace it or read its memory, files or environment", .tags(.passwordsStayInside))
  func attaching() async throws {
    let sandbox = try Sandbox()
    let folder = NSTemporaryDirectory() + "signin-" + UUID().uuidString
    _ = try await sandbox.run(Self.asUser[0], Self.asUser.dropFirst() + ["mkdir", "-m", "700", folder])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let pty = try Pty(
      Self.asUser + [Sandbox.signin],
      environment: [
        "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent",
        "SIGNIN_STORE": "sqlite:\(folder)/x.db",
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

  @Test(
    "Nor can one that waits for its start: of an installed program it opens the memory not once, of a readable copy it does",
    .tags(.passwordsStayInside),
    .enabled(if: geteuid() == 0, "only root can install a program for others"),
    arguments: [(0o711, false), (0o755, true)])
  func waiting(mode: mode_t, canBeOpened: Bool) async throws {
    // Given the program as root has installed it, and another user
    let sandbox = try Sandbox()
    chmod(sandbox.directory, 0o711)
    let program = sandbox.path("signin")
    // By another process: a program forked meanwhile by another test would keep the copy open for writing.
    let copied = try await sandbox.run("cp", [Sandbox.signin, program])
    try #require(copied.ending == .exited(0), "\(copied.errors)")
    #expect(chown(program, 0, 0) == 0 && chmod(program, mode) == 0)
    // When a program of that user starts it thirty times, and from the first moment asks for its memory. It must win a race to
    // open that of a copy, and tries until it has.
    let watcher = #"""
      my $opened = 0;
      for (1..$ARGV[1]) {
        my $child = fork;
        if (!$child) { open STDERR, ">", "/dev/null"; exec {$ARGV[0]} "signin", "--version" or exit 126 }
        my $found = 0;
        until (waitpid $child, 1) {
          open my $comm, "<", "/proc/$child/comm" or next;
          next unless <$comm> eq "signin\n";
          $found ||= open my $memory, "<", "/proc/$child/mem";
        }
        die "did not run" if $?;
        $opened += $found;
        last if $opened;
      }
      print "opened $opened\n";
      """#
    let finished = try await sandbox.run(
      Self.asUser[0], Self.asUser.dropFirst() + ["perl", "-e", watcher, program, canBeOpened ? "3000" : "30"])
    // Then
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    let line = finished.output.split(separator: "\n").last ?? ""
    #expect(line.hasPrefix("opened ") && (line != "opened 0") == canBeOpened, "\(line)")
  }

  @Test(
    "A copy with the rights of another user, by setuid, setgid or capabilities, does nothing, with status 78",
    .tags(.environmentLetsNobodyIn),
    .enabled(if: geteuid() == 0, "only root can give rights away"))
  func extraRights() async throws {
    let sandbox = try Sandbox()
    chmod(sandbox.directory, 0o711)
    let program = sandbox.path("signin")
    let copied = try await sandbox.run("cp", [Sandbox.signin, program])
    try #require(copied.ending == .exited(0), "\(copied.errors)")
    for (owner, mode) in [(0, 0o4755), (4_711, 0o4755), (4_711, 0o2755)] as [(uid_t, mode_t)] {
      #expect(chown(program, owner, owner) == 0 && chmod(program, mode) == 0)
      let finished = try await sandbox.run(
        Self.asUser[0], Self.asUser.dropFirst() + [program, "account", "list"])
      #expect(finished.ending == .exited(78), "\(finished)")
      #expect(finished.errors.hasPrefix("signin: signin doesn't run with more rights than its user has."))
    }
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
