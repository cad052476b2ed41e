import TestSupport
import Testing

@testable import Unix

@Suite("The login at a terminal")
struct TerminalLoginTests {
  /// The line of proc_pid_stat(5) about a process.
  private func line(
    _ process: Int32, name: String = "bash", session: Int32, terminal: Int32 = 34_816, started: UInt64
  ) -> String {
    "\(process) (\(name)) S 1 \(process) \(session) \(terminal) \(process) 4194304 "
      + "1 2 3 4 5 6 7 8 20 0 1 0 \(started) 9 9 9\n"
  }

  private func login(_ processes: [String: String]) -> TerminalLogin? { TerminalLogin { processes[$0] } }

  @Test("is that of the terminal, the session's leader, and the time at which the leader started")
  func found() {
    let processes = [
      "self": line(70, name: "signin", session: 40, started: 900), "40": line(40, session: 40, started: 500),
    ]
    #expect(login(processes) == TerminalLogin(terminal: 34_816, leader: 40, started: 500))
  }

  @Test("is another one if the leader's process id was used again", .tags(.sessionsStayAtTheirTerminal))
  func recycled() {
    let own = line(70, session: 40, started: 900)
    let earlier = login(["self": own, "40": line(40, session: 40, started: 500)])
    let later = login(["self": own, "40": line(40, session: 40, started: 600)])
    #expect(earlier != nil && later != nil && earlier != later)
  }

  @Test("is found whatever a process calls itself")
  func names() {
    let processes = [
      "self": line(70, name: "x) S 1 1 1 0 (", session: 40, started: 900),
      "40": line(40, name: ") 7 7 7 7", session: 40, started: 500),
    ]
    #expect(login(processes) == TerminalLogin(terminal: 34_816, leader: 40, started: 500))
  }

  @Test("is unknown without a terminal, without /proc, and if the leader has exited, or has no terminal any more")
  func unknown() {
    let (own, leader) = (line(70, session: 40, started: 900), line(40, session: 40, started: 500))
    #expect(login([:]) == nil)
    #expect(login(["self": own]) == nil)
    #expect(login(["self": line(70, session: 40, terminal: 0, started: 900), "40": leader]) == nil)
    #expect(login(["self": own, "40": line(40, session: 40, terminal: 0, started: 500)]) == nil)
    #expect(login(["self": own, "40": line(40, session: 3, started: 500)]) == nil)
    #expect(login(["self": line(70, session: 0, started: 900), "0": leader]) == nil)
    #expect(login(["self": "70 signin", "40": leader]) == nil)
  }
}
