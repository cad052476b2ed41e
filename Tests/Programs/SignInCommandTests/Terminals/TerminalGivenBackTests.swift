import Foundation
import Identity
import TestSupport
import Testing

@Suite("The terminal is restored", .fewAtOnce)
struct TerminalGivenBackTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  /// The form under a shell that records the terminal's settings before and after it, and its ending.
  private func formUnderShell(_ email: String = StoreFixture.email) async throws -> Tmux {
    let script = """
      stty -g >before; sh -c 'echo $$ >pid; exec "$0" "$@"' "$0" --email "$1"; echo $? >status; stty -g >after; echo over
      """
    let tmux = try await Tmux(
      ["sh", "-c", "cd '\(sandbox.directory)' && " + script, Sandbox.signin, email], in: sandbox)
    try await tmux.wait(for: email)
    return tmux
  }

  private func expectGivenBack(_ tmux: Tmux, status: Int) async throws {
    let end = try await tmux.wait(for: "over")
    #expect(!end.isAlternate)
    #expect(end.cursor != nil)
    #expect(try sandbox.contents(of: "before") == sandbox.contents(of: "after"))
    #expect(try sandbox.contents(of: "status") == "\(status)\n")
  }

  @Test("After Esc, with status 1")
  func escape() async throws {
    let tmux = try await formUnderShell()
    try await tmux.press("Escape")
    try await expectGivenBack(tmux, status: 1)
  }

  @Test("After Ctrl-C, which ends it by SIGINT")
  func interrupt() async throws {
    let tmux = try await formUnderShell()
    try await tmux.press("C-c")
    try await expectGivenBack(tmux, status: 130)
  }

  @Test("After signing in and leaving the activity")
  func signedIn() async throws {
    let tmux = try await formUnderShell()
    try await tmux.submit(StoreFixture.password)
    try await tmux.leaveActivity()
    try await expectGivenBack(tmux, status: 0)
  }

  @Test("After a signal during typing", arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT])
  func signalled(number: Int32) async throws {
    let tmux = try await formUnderShell()
    try await tmux.type("half a pass")
    try await tmux.wait(for: "•••••••••••")
    kill(try pid, number)
    try await expectGivenBack(tmux, status: 128 + Int(number))
  }

  @Test("After SIGTERM during hashing, and the attempt stays charged")
  func terminatedWhileHashing() async throws {
    let slow = email("slow@lovelace.example")
    try await fixture.addSlowAccount(slow)
    let tmux = try await formUnderShell(slow.text)
    try await tmux.submit("some horse")
    try fixture.waitForCharge(of: slow)
    kill(try pid, SIGTERM)
    try await expectGivenBack(tmux, status: 143)
    try await fixture.expectCharge(of: slow)
  }

  @Test("After Ctrl-C during a hash of 1 GiB, which nobody waits for", arguments: [[], ["--plain"]])
  func interruptedAtDearestHash(options: [String]) async throws {
    // given a form that hashes for seconds
    let slow = email("slow@lovelace.example")
    try await fixture.addSlowAccount(slow, cost: "m=1048576,t=4")
    let pty = try Pty(
      [Sandbox.signin, "--email", slow.text] + options,
      environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("Password")
    pty.type("some horse\r")
    try fixture.waitForCharge(of: slow)
    // when
    pty.type("\u{3}")
    // then the terminal is given back, and the hash did not come to its end
    #expect(try pty.wait() == .signalled(SIGINT))
    #expect(pty.leftovers.isEmpty, "\(pty.leftovers)")
    try await fixture.expectCharge(of: slow)
  }

  @Test("After a crash on each thread while a password is hashed", arguments: 0..<3)
  func crashesOnThread(number: Int) async throws {
    let slow = email("slow@lovelace.example")
    try await fixture.addSlowAccount(slow)
    let tmux = try await formUnderShell(slow.text)
    try await tmux.submit("some horse")
    try fixture.waitForCharge(of: slow)
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").compactMap { pid_t($0) }
    try #require(threads.count == 3)
    // Swift's Glibc does not have the function.
    let call = "import ctypes, sys; ctypes.CDLL(None).tgkill(*map(int, sys.argv[1:]))"
    let ids = [try pid, threads.sorted()[number], SIGSEGV].map(String.init)
    #expect(try await sandbox.run("python3", ["-c", call] + ids).ending == .exited(0))
    try await expectGivenBack(tmux, status: 128 + Int(SIGSEGV))
  }

  @Test("The form draws and takes keys while a hash runs, and while the disk stands still")
  func drawsMeanwhile() async throws {
    let slow = email("slow@lovelace.example")
    try await fixture.addSlowAccount(slow)
    for (tool, address) in [([], slow.text), (Self.standstill, StoreFixture.email)] {
      let tmux = try await Tmux(tool + [Sandbox.signin, "--email", address], in: sandbox)
      try await tmux.wait(for: address)
      try await tmux.submit(StoreFixture.password)
      try await tmux.wait(for: "Signing in")
      try await tmux.press("Escape")
      try await tmux.wait(until: "the form is back") { $0.place(of: "Signing in") == nil }
      try await tmux.type("typed on")
      try await tmux.wait(for: "••••••••")
      try await tmux.press("C-c")
      #expect(try await tmux.ending() == .signalled(SIGINT))
    }
  }

  /// A disk that takes 8 s for each sync.
  private static let standstill = [
    "strace", "-f", "-qq", "-o", "/dev/null", "--seccomp-bpf", "-e", "inject=fdatasync:delay_enter=8s",
  ]

  private var pid: pid_t {
    get throws {
      let text = try sandbox.contents(of: "pid").trimmingCharacters(in: .whitespacesAndNewlines)
      return try #require(pid_t(text))
    }
  }
}
