import Identity
import SQLiteStore
import TestSupport
import Testing

@Suite("A command that proves its session by a descriptor", .fewAtOnce)
struct TokenDescriptorTests {
  let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
  }

  /// Runs a script of sh behind the form.
  private func run(_ options: [String] = [], script: String) async throws -> ChildProcess.Finished {
    try await fixture.sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email] + options + ["--", "sh", "-c", script, Sandbox.signin],
      input: .text(StoreFixture.password + "\n"), environment: ["SIGNIN_TOKEN_FD": "0"])
  }

  @Test(
    "The token is read from it, by its number or as standard input, with and without a terminal of its own",
    .tags(.environmentLetsNobodyIn),
    arguments: [["--token-fd"], ["--token-fd", "--pty"]])
  func proves(options: [String]) async throws {
    for verify in [#""$0" session verify --token-fd "$SIGNIN_TOKEN_FD""#, #""$0" session verify <&$SIGNIN_TOKEN_FD"#] {
      let verified = try await run(options, script: verify)
      #expect(verified.ending == .exited(0), "\(verified.errors)")
      #expect(verified.output == StoreFixture.email + "\n")
    }
  }

  @Test("It can be read once, and no other descriptor is open")
  func once() async throws {
    let read = try await run(
      ["--token-fd"],
      script: "test $SIGNIN_TOKEN_FD -ge 3 && cat <&$SIGNIN_TOKEN_FD | wc -c; cat <&$SIGNIN_TOKEN_FD | wc -c")
    #expect(read.output == "44\n0\n")
    let listed = try await run(["--token-fd"], script: "ls /proc/$$/fd; echo $SIGNIN_TOKEN_FD")
    let lines = listed.output.split(separator: "\n").map(String.init)
    #expect(lines == ["0", "1", "2"] + Array(repeating: lines.last ?? "none", count: 2))
  }

  @Test("Without it, a variable of that name is removed", .tags(.environmentLetsNobodyIn))
  func forged() async throws {
    #expect(try await run(script: "echo ${SIGNIN_TOKEN_FD-none}").output == "none\n")
  }

  @Test("The setting asks for it, too; a wrong descriptor is refused")
  func setting() async throws {
    try fixture.write(settings: StoreFixture.quick + "token-fd = true\n")
    #expect(try await run(script: "wc -c <&$SIGNIN_TOKEN_FD").output == "44\n")
    #expect(try await fixture.sandbox.run(["session", "verify", "--token-fd", "77"]).ending == .exited(66))
  }
}
