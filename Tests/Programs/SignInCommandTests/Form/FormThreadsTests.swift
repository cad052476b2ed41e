import Foundation
import TestSupport
import Testing

@Suite("The form", .fewAtOnce)
struct FormThreadsTests {
  @Test(
    "has its own thread, one for the store and one for hashes, and no child, whatever is done at it",
    arguments: [[], ["--plain"]])
  func threads(options: [String]) async throws {
    // given
    let fixture = try await StoreFixture(settings: StoreFixture.quick)
    let sandbox = fixture.sandbox
    let pty = try Pty(
      ["/usr/bin/strace", "-f", "-qq", "-o", sandbox.path("trace"), "-e", "trace=process"]
        + [Sandbox.signin, "--email", StoreFixture.email] + options,
      environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
    // when somebody is refused, signs in, searches and changes the password
    try pty.waitForOutput("Password")
    pty.type("wrong horse\r")
    try pty.waitForOutput("Wrong email or password.")
    if !options.isEmpty { try pty.waitForOutput("Password") }
    pty.type(StoreFixture.password + "\r")
    if options.isEmpty {
      try pty.waitForOutput("Activity")
      pty.type("nowhere")
      try pty.waitForOutput("Nothing found.")
      pty.type("\u{15}\u{1B}OS")
      try pty.waitForOutput("New password again")
      pty.type("\(StoreFixture.password)\tbattery staple\tbattery staple\r")
      try pty.waitForOutput("Password changed.")
      pty.type("\u{1B}")
    } else {
      try pty.waitForOutput("What to do?")
      pty.type("\r")
    }
    #expect(try pty.wait() == .exited(0))
    // then
    let trace = try sandbox.contents(of: "trace")
    #expect(trace.matches(of: /clone3?\(.*CLONE_THREAD/).count == 2)
    #expect(trace.matches(of: /clone3?\(|fork\(|execve\(/).count == 3)
  }
}
