import Foundation
import TestSupport
import Testing

@Suite("The form", .fewAtOnce)
struct OneThreadTests {
  @Test("has one thread, whatever is done at it: only its keeper has more", arguments: [[], ["--plain"]])
  func oneThread(options: [String]) async throws {
    // given
    let household = try await Household(settings: Household.quick)
    let sandbox = household.sandbox
    let pty = try Pty(
      ["/usr/bin/strace", "-f", "-qq", "-o", sandbox.path("trace"), "-e", "trace=socketpair,clone,clone3"]
        + [Sandbox.signin, "--email", Household.email] + options,
      environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
    // when somebody is refused, signs in, searches and changes the password
    try pty.waitForOutput("Password")
    pty.type("wrong horse\r")
    try pty.waitForOutput("Wrong email or password.")
    if !options.isEmpty { try pty.waitForOutput("Password") }
    pty.type(Household.password + "\r")
    if options.isEmpty {
      try pty.waitForOutput("Activity")
      pty.type("nowhere")
      try pty.waitForOutput("Nothing found.")
      pty.type("\u{15}\u{1B}OS")
      try pty.waitForOutput("New password again")
      pty.type("\(Household.password)\tbattery staple\tbattery staple\r")
      try pty.waitForOutput("Password changed.")
      pty.type("\u{1B}")
    }
    #expect(try pty.wait() == .exited(0))
    #expect(await sandbox.waitForEnds() == [])
    // then
    let trace = try sandbox.contents(of: "trace")
    let form = try #require(trace.firstMatch(of: /(?m)^(\d+) +socketpair/)).1
    let threads = trace.split(separator: "\n").filter { $0.contains("CLONE_THREAD") }
    #expect(threads.count { $0.hasPrefix(form + " ") } == 0)
    // One for the store and one for the hashing
    #expect(threads.count { !$0.hasPrefix(form + " ") } == 2)
  }
}
