import Foundation
import TestSupport
import Testing

@Suite("The token of a terminal's session", .fewAtOnce)
struct TicketSecretsTests {
  @Test(
    "is written to the file of its ticket and to the server, and signin token alone prints it",
    .tags(.sessionsStayAtTheirTerminal))
  func written() async throws {
    // given
    let fixture = try await StoreFixture(settings: StoreFixture.quick)
    let sandbox = fixture.sandbox
    let shell = try await LoginShell(in: sandbox)
    func traced(_ arguments: String, atTerminal: (Tmux) async throws -> Void = { _ in }) async throws -> [Substring] {
      let trace = sandbox.path("trace")
      try await shell.run(
        "strace -f -qq -s 100000 -o '\(trace)' -e trace=write,writev,sendto,sendmsg,execve,openat,renameat,symlink "
          + "\"$SIGNIN\" \(arguments)", atTerminal: atTerminal)
      return try sandbox.contents(of: "trace").split(separator: "\n")
    }
    // when somebody signs in, reuses the session, asks for it, and signs out
    let signedIn = try await traced("--email \(StoreFixture.email)") { tmux in
      try await tmux.wait(for: StoreFixture.email)
      try await tmux.submit(StoreFixture.password)
      try await tmux.leaveActivity()
    }
    let token = try await shell.signin("token").output.trimmingCharacters(in: .newlines)
    try #require(token.utf8.count == 43)
    let reused = try await traced("--reuse -- true")
    let status = try await traced("status")
    let printed = try await traced("token")
    let out = try await traced("out")
    // then
    let sending = /sendmsg\(\d+, \{msg_name=NULL.*/
    func leaks(_ trace: [Substring]) -> [Substring] {
      trace.filter { $0.contains(token) && $0.firstMatch(of: sending) == nil }
    }
    let written = leaks(signedIn)
    #expect(written.count == 1, "\(written)")
    #expect(written.allSatisfy { $0.contains(" write(") })
    for trace in [reused, status, out] { #expect(leaks(trace) == []) }
    #expect(leaks(printed).count == 1)
    #expect(leaks(printed).allSatisfy { $0.contains(" write(1, ") })
  }
}
