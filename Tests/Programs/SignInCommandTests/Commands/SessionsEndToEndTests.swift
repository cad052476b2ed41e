import Foundation
import Glibc
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

@Suite("Sessions on the command line", .fewAtOnce)
struct SessionsEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  @Test("A token names its account")
  func verifies() async throws {
    let token = try await fixture.token()
    let verified = try await sandbox.run(["session", "verify"], input: .text(token + "\n"))
    #expect(verified.ending == .exited(0))
    #expect(verified.output == "ada@lovelace.example\n")
    #expect(verified.errors.isEmpty)
  }

  @Test(
    "An invalid or unknown token exits with 77 and one sentence",
    arguments: ["", "x", String(repeating: "A", count: 43), String(repeating: "A", count: 100_000), "\u{1B}[2J"])
  func refuses(_ line: String) async throws {
    let refused = try await sandbox.run(["session", "verify"], input: .text(line + "\n"))
    #expect(refused.ending == .exited(77))
    #expect(refused.output.isEmpty)
    #expect(refused.errors == "signin: The token isn't valid, or its session has ended. Sign in again.\n")
  }

  @Test("A missing token exits with 66")
  func noInput() async throws {
    #expect(try await sandbox.run(["session", "verify"]).ending == .exited(66))
  }

  @Test("A session unused for half an hour has ended, and is not listed")
  func idles() async throws {
    let ended = try await fixture.token(openedAgo: .seconds(1_800))
    let living = try await fixture.token(openedAgo: .seconds(1_700))
    #expect(try await lines(["session", "list", "--json"]).count == 1)
    #expect(try await verify(ended) == .exited(77))
    #expect(try await verify(living) == .exited(0))
  }

  @Test("The list shows when each was opened, used and will end, the latest first, without tokens")
  func lists() async throws {
    let older = try await fixture.token(openedAgo: .seconds(600))
    let newer = try await fixture.token()
    let rows = try await lines(["session", "list"])
    let moment = #"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"#
    try #require(rows.count == 3)
    #expect(rows[0].hasPrefix("EMAIL                 SESSION"))
    for row in rows[1...] {
      #expect(
        try Regex("ada@lovelace.example  [0-9a-f]{32}  \(moment)  \(moment)  \(moment) .*").wholeMatch(in: row) != nil)
      #expect(!row.contains(older) && !row.contains(newer))
    }
    #expect(rows[1].dropFirst(56) > rows[2].dropFirst(56))
    #expect(try await lines(["session", "list", "ADA@lovelace.example"]).count == 3)
  }

  @Test("The list shows where a session was opened, and for which program")
  func places() async throws {
    let token = try await sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email, "--print", "token"],
      input: .text(StoreFixture.password + "\n"))
    #expect(token.ending == .exited(0))
    let line = try #require(try await lines(["session", "list", "--json"]).first)
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["host"] as? String == "localhost" && object["program"] as? String == "signin")
    #expect(try await lines(["session", "list"])[0].hasSuffix("ENDS                 HOST       TTY  PROGRAM"))
  }

  @Test("One is ended by its name, the others stay")
  func revokesByName() async throws {
    let older = try await fixture.token(openedAgo: .seconds(60))
    let newer = try await fixture.token()
    let line = try #require(try await lines(["session", "list", "--json"]).first)
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(
      Set(object.keys) == ["version", "session", "email", "opened", "lastUsed", "expires", "tty", "host", "program"])
    let name = try #require(object["session"] as? String)
    #expect(try await lines(["session", "revoke", name]) == ["Ended 1 session"])
    #expect(try await verify(newer) == .exited(77))
    #expect(try await verify(older) == .exited(0))
    #expect(try await sandbox.run(["session", "revoke", name]).ending == .exited(65))
    #expect(try await sandbox.run(["session", "revoke", "\u{1B}[2J"]).ending == .exited(65))
  }

  @Test(
    "A mistyped email is no success", arguments: [["session", "list"], ["session", "revoke"], ["throttle", "clear"]])
  func mistyped(command: [String]) async throws {
    let finished = try await sandbox.run(command + ["adda@lovelace.example"])
    #expect(finished.ending == .exited(65))
    #expect(finished.errors == "signin: There is no account for adda@lovelace.example. See signin account list.\n")
  }

  @Test("A token can sign itself out")
  func signsOut() async throws {
    let token = try await fixture.token()
    let out = try await sandbox.run(["session", "revoke", "--token-stdin"], input: .text(token + "\n"))
    #expect(out.ending == .exited(0))
    #expect(out.output.isEmpty)
    #expect(try await verify(token) == .exited(77))
    let again = try await sandbox.run(["session", "revoke", "--token-stdin"], input: .text(token + "\n"))
    #expect(again.ending == .exited(77))
  }

  @Test(
    "A session whose token or command can't be handed over ends at once", .tags(.answersAreKept),
    arguments: ["--print token >/dev/full", "--print json >/dev/full", "-- ./no-program"])
  func handsOver(_ rest: String) async throws {
    try Sandbox.write(script: "#!/nowhere\n", to: sandbox.path("no-program"))
    let signedIn = try await sandbox.run(
      "sh",
      [
        "-c", "cd '\(sandbox.directory)' && '\(Sandbox.signin)' --password-stdin --email \(StoreFixture.email) \(rest)",
      ],
      input: .text(StoreFixture.password + "\n"))
    #expect([.exited(74), .exited(127)].contains(signedIn.ending), "\(signedIn.errors)")
    #expect(try await fixture.store.sessions(of: nil).isEmpty)
    let outcomes = try await fixture.store.rows(of: email(StoreFixture.email)).map(\.outcome)
    #expect(outcomes == [.change(.sessionRevoked), .signedIn, .change(.accountAdded)])
  }

  @Test("A sign-in opens no session that nobody learns of", arguments: [[], ["--print", "email"]])
  func opensNone(_ options: [String]) async throws {
    let signedIn = try await sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email] + options, input: .text(StoreFixture.password + "\n"))
    #expect(signedIn.ending == .exited(0), "\(signedIn.errors)")
    #expect(try await fixture.store.sessions(of: nil).isEmpty)
    let outcomes = try await fixture.store.rows(of: email(StoreFixture.email)).map(\.outcome)
    #expect(outcomes == [.signedIn, .change(.accountAdded)])
  }

  @Test("All sessions can be ended, of one account or of all", arguments: [[StoreFixture.email], ["--all"]])
  func revokesAll(_ which: [String]) async throws {
    let tokens = [try await fixture.token(openedAgo: .seconds(60)), try await fixture.token()]
    #expect(try await lines(["session", "revoke"] + which) == ["Ended 2 sessions"])
    for token in tokens { #expect(try await verify(token) == .exited(77)) }
    #expect(try await lines(["session", "revoke"] + which) == ["Ended 0 sessions"])
  }

  @Test("It must be told which sessions, exactly once", arguments: [[], ["--all", StoreFixture.email]])
  func usage(_ which: [String]) async throws {
    let refused = try await sandbox.run(["session", "revoke"] + which)
    #expect(refused.ending == .exited(64))
    #expect(refused.errors.contains("Choose what to end: SESSION, EMAIL, --token-stdin or --all."))
  }

  private func verify(_ token: String) async throws -> ChildProcess.Ending {
    try await sandbox.run(["session", "verify"], input: .text(token + "\n")).ending
  }

  /// Runs `signin`, expects success, and returns its lines.
  private func lines(_ arguments: [String]) async throws -> [String] {
    let finished = try await sandbox.run(arguments)
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    return finished.output.split(separator: "\n").map(String.init)
  }
}
