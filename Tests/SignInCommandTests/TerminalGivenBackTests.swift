import Foundation
import Identity
import TestSupport
import Testing

@Suite("The terminal is restored", .fewAtOnce)
struct TerminalGivenBackTests {
  let household: Household
  var sandbox: Sandbox { household.sandbox }

  init() async throws {
    household = try await Household()
  }

  /// The form under a shell that records the terminal's settings before and after it, and its ending.
  private func formUnderShell(_ email: String = Household.email) async throws -> Tmux {
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
    try await tmux.submit(Household.password)
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
    try await household.addSlowAccount(slow)
    let tmux = try await formUnderShell(slow.text)
    try await tmux.submit("some horse")
    try household.waitForCharge(of: slow)
    kill(try pid, SIGTERM)
    try await expectGivenBack(tmux, status: 143)
    try await household.expectCharge(of: slow)
  }

  private var pid: pid_t {
    get throws {
      let text = try sandbox.contents(of: "pid").trimmingCharacters(in: .whitespacesAndNewlines)
      return try #require(pid_t(text))
    }
  }
}
