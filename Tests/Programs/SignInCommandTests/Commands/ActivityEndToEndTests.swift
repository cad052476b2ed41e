import Foundation
import SQLite
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

@Suite("Sign-in activity on the command line", .fewAtOnce)
struct ActivityEndToEndTests {
  let fixture: StoreFixture
  let store: SQLiteStore
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
    store = fixture.store
  }

  @Test("A table, newest first, of all attempts or of one email's")
  func table() async throws {
    // Given a refused attempt on an unknown email, and a successful one
    try await record(email("bob@example.com"), .refused, host: "harbour")
    try await record(email(StoreFixture.email), .signedIn, host: "castle")
    // Then an administrator sees both
    let moment = #"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"#
    let expected = [
      "EMAIL                 TIME                 OUTCOME      HOST       TTY    PROGRAM      UID",
      "ada@lovelace.example  \(moment)  signed in    castle     pts/1  signin       1000",
      "bob@example.com       \(moment)  refused      harbour    pts/1  signin       1000",
      "ada@lovelace.example  \(moment)  new account  localhost         account add  \(geteuid())",
    ]
    let rows = try await lines([])
    #expect(rows.count == expected.count)
    for (row, pattern) in zip(rows, expected) { #expect(try Regex(pattern).wholeMatch(in: row) != nil, "\(row)") }
    // And one email filters the list
    #expect(try await lines(["BOB@example.com"]).count == 2)
    #expect(try await lines(["nobody@example.com"]).isEmpty)
  }

  @Test(
    "A password typed as an email is nowhere in clear, and its attempts are counted and seen",
    .tags(.passwordsStayInside))
  func typedAsEmail() async throws {
    // Given a password in the wrong field, three times
    let typed = "hunter2@geheim.example"
    for _ in 1...3 {
      let tried = try await sandbox.run(["--email", typed, "--password-stdin"], input: .text("whatever\n"))
      #expect(tried.ending == .exited(77))
    }
    // Then an administrator sees how many attempts there were, and from where, in the log and in the throttle
    let rows = try objects(try await sandbox.run(["activity", "--json", "--search", "unknown refused"]).output)
    let names = Set(rows.compactMap { $0["email"] as? String })
    #expect(rows.count == 3 && names.count == 1)
    #expect(try names.allSatisfy { try /unknown@[0-9a-f]{16}/.wholeMatch(in: $0) != nil })
    let throttle = try await sandbox.run(["throttle", "list"])
    #expect(names.allSatisfy(throttle.output.contains))
    // And what was typed is in no file and in no list
    let everything = try await sandbox.run(["activity", "--json"]).output + throttle.output
    #expect(!everything.contains("hunter2"))
    for suffix in ["", "-wal"] {
      let file = FileManager.default.contents(atPath: sandbox.path("signin.db") + suffix) ?? Data()
      #expect(file.range(of: Data("hunter2".utf8)) == nil)
    }
  }

  @Test("An outcome of a newer version is listed, searched and written as its text")
  func unknownOutcome() async throws {
    // Given a row that a newer program has written, with a text that is hostile to terminals
    try await record(email(StoreFixture.email), .refused, host: "castle")
    try Database(sharing: sandbox.path("signin.db")).transaction { db in
      try db.execute("DROP TRIGGER attempt_not_changed")
      try db.execute("UPDATE attempt SET outcome = 'phone-app\u{1B}[2J' WHERE outcome = 'refused'")
    }
    // Then
    let rows = try await lines(["--search", "phone"])
    #expect(rows.count == 2 && rows[1].contains("phone-app"))
    #expect(!rows[1].contains("\u{1B}"))
    let json = try await sandbox.run(["activity", "--json", "--search", "PHONE"])
    #expect(try objects(json.output).map { $0["outcome"] as? String } == ["phone-app\u{1B}[2J"])
  }

  @Test("A search finds words in any letter case, and a limit shortens the list")
  func searches() async throws {
    for number in 1...3 { try await record(email(StoreFixture.email), .signedIn, host: "Castle\(number)") }
    try await record(email(StoreFixture.email), .refused, host: "harbour")
    #expect(try await hosts(["--search", "castle"]) == ["Castle3", "Castle2", "Castle1"])
    #expect(try await hosts(["--search", "CASTLE signed", "--limit", "2"]) == ["Castle3", "Castle2"])
    #expect(try await hosts(["--search", "refused", StoreFixture.email]) == ["harbour"])
    #expect(try await hosts(["--search", "2"]) == ["Castle2"])
    #expect(try await hosts(["--search", "moat"]).isEmpty)
    #expect(try await hosts(["--limit", "1"]) == ["harbour"])
  }

  @Test("A search understands failed, today and dates as they are shown")
  func searchesDates() async throws {
    try await record(email(StoreFixture.email), .signedIn, host: "castle")
    try await record(email(StoreFixture.email), .refused, host: "harbour")
    #expect(try await hosts(["--search", "failed"]) == ["harbour"])
    #expect(try await hosts(["--search", "today castle"]) == ["castle"])
    #expect(try await hosts(["--search", "yesterday"]).isEmpty)
    let today = SystemClock().now().local.date
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let month = months[today.month - 1]
    for date in [today.iso8601, "\(month) \(today.day)", "\(today.day) \(month) \(today.year)"] {
      #expect(try await hosts(["--search", date + " harbour"]) == ["harbour"], "\(date)")
    }
    #expect(try await hosts(["--search", "1999"]).isEmpty)
  }

  @Test("A list is limited to the times from --since until --until")
  func times() async throws {
    let clock = ManualClock(SystemClock().now().advanced(by: .seconds(-3 * 86_400)))
    let earlier = SQLiteStore(file: StoreFile(path: sandbox.path("signin.db")), clock: clock)
    for host in ["three", "two", "one"] {
      _ = try await earlier.charge(email("bob@example.com"), from: .at(host), under: .none)
      clock.advance(by: .seconds(86_400))
    }
    let bob = "bob@example.com"
    #expect(try await hosts([bob, "--since", "60h"]) == ["one", "two"])
    #expect(try await hosts([bob, "--until", "36h"]) == ["two", "three"])
    #expect(try await hosts([bob, "--since", "60h", "--until", "36h", "--limit", "1"]) == ["two"])
    #expect(try await hosts([bob, "--since", "1999-12-31T23:59", "--until", "2000-01-01"]).isEmpty)
    for wrong in [["--since", "2x"], ["--until", "2026-02-30"], ["--since", "1h", "--until", "2h"]] {
      #expect(try await sandbox.run(["activity"] + wrong).ending == .exited(64), "\(wrong)")
    }
  }

  @Test("A list longer than a page shows each attempt once")
  func pages() async throws {
    let ada = email(StoreFixture.email)
    for number in 1...205 { try await record(ada, .signedIn, host: "host\(number)") }
    #expect(try await hosts(["--limit", "1000"]) == (1...205).reversed().map { "host\($0)" } + ["localhost"])
    #expect(try await hosts([StoreFixture.email, "--limit", "201", "--search", "host"]).last == "host5")
  }

  @Test("A token shows the attempts of its own account, and a bad token shows nothing")
  func ofToken() async throws {
    try await record(email("bob@example.com"), .refused, host: "harbour")
    let token = try await fixture.token()
    let own = try await sandbox.run(["activity", "--token-stdin", "--json"], input: .text(token + "\n"))
    #expect(own.ending == .exited(0))
    #expect(try objects(own.output).map { $0["email"] as? String } == [StoreFixture.email, StoreFixture.email])
    let bad = try await sandbox.run(["activity", "--token-stdin"], input: .text(token.reversed() + "\n"))
    #expect(bad.ending == .exited(77))
    #expect(bad.output.isEmpty)
  }

  @Test("With --json each attempt is one object per line, with a version")
  func json() async throws {
    try await record(email(StoreFixture.email), .cancelled, host: "castle")
    let finished = try await sandbox.run(["activity", "--json"])
    let object = try #require(try objects(finished.output).first)
    #expect(
      Set(object.keys) == [
        "version", "id", "time", "email", "outcome", "tty", "uid", "host", "program", "times", "until",
      ])
    #expect(object["version"] as? Int == 1)
    #expect(object["outcome"] as? String == "cancelled")
    #expect(object["uid"] as? Int == 1000)
    #expect(try Date(#require(object["time"] as? String), strategy: .iso8601) <= .now)
  }

  @Test("Every change of an account is a row, with its time, source and program")
  func changes() async throws {
    let (email, password) = (StoreFixture.email, StoreFixture.password + "\n")
    _ = try await fixture.token()
    for arguments in [
      ["account", "password", email, "--password-stdin"],
      ["account", "password", email, "--reset", "--password-stdin"],
      ["session", "revoke", "--all"], ["account", "lock", email], ["account", "unlock", email],
    ] {
      let new = arguments.contains("--reset") ? "purple sofa\n" : password + "battery staple\n"
      let finished = try await sandbox.run(arguments, input: .text(new))
      #expect(finished.ending == .exited(0), "\(finished.errors)")
      if arguments.contains("--reset") { _ = try await fixture.token(password: "purple sofa") }
    }
    _ = try await sandbox.run(["account", "remove", "--yes", email])
    // Then
    let rows = try objects(try await sandbox.run(["activity", "--json"]).output)
    #expect(
      rows.map { "\($0["outcome"] ?? "") \($0["program"] ?? "")" } == [
        "account-removed account remove", "unlocked account unlock", "locked account lock",
        "session-revoked session revoke", "signed-in signin", "password-reset account password",
        "password-changed account password", "signed-in signin", "account-added account add",
      ])
    #expect(rows.allSatisfy { $0["email"] as? String == email && $0["uid"] as? Int == Int(geteuid()) })
    // And a search finds them
    #expect(try await lines(["--search", "password-reset"]).count == 2)
    #expect(try await lines(["--search", "locked"]).count == 3)
  }

  @Test("A flood of blocked attempts adds no rows, and its row says how many there were", .tags(.guessingIsSlow))
  func flood() async throws {
    try await fixture.block()
    let before = try await store.rows(of: email(StoreFixture.email)).count
    let programs = LongRun.rounds(6, promised: 200)
    try await withThrowingTaskGroup { group in
      for _ in 0..<programs {
        group.addTask {
          let finished = try await sandbox.run(
            ["--password-stdin", "--email", StoreFixture.email], input: .text(StoreFixture.password + "\n"))
          #expect(finished.ending == .exited(75))
        }
      }
      try await group.waitForAll()
    }
    let rows = try await store.rows(of: email(StoreFixture.email))
    #expect(rows.count == before + 1)
    #expect(rows.first?.times == programs)
    #expect(try await lines(["--limit", "1"]).last?.contains("blocked \(programs)x") == true)
  }

  @Test("The owner of a new account sees nothing of the account that had its email before", .tags(.guessingIsSlow))
  func formerOwner() async throws {
    // Given an account that was used, removed, and added again
    _ = try await fixture.token()
    try await record(email(StoreFixture.email), .refused, host: "former")
    _ = try await sandbox.run(["account", "remove", "--yes", StoreFixture.email])
    _ = try await sandbox.run(
      ["account", "add", StoreFixture.email, "--password-stdin"], input: .text(StoreFixture.password + "\n"))
    let token = try await fixture.token()
    // Then its owner sees two rows, and an administrator all
    let own = try await sandbox.run(["activity", "--token-stdin", "--json"], input: .text(token + "\n"))
    #expect(try objects(own.output).map { $0["outcome"] as? String } == ["signed-in", "account-added"])
    #expect(try await lines([StoreFixture.email]).count == 7)
  }

  @Test("Control characters never reach a terminal, and a row stays one row", .tags(.textCannotAct))
  func hostile() async throws {
    let hostile = "a\u{1B}]0;x\u{7}\n\u{9B}2J\u{202E}b"
    let source = AttemptSource(tty: hostile, uid: 0, host: hostile, program: hostile)
    _ = try await store.charge(email(StoreFixture.email), from: source, under: Throttle())
    let table = try await sandbox.run(["activity"])
    #expect(table.output.split(separator: "\n").count == 3)
    let json = try await sandbox.run(["activity", "--json"])
    for output in [table.output, json.output] {
      #expect(
        !output.unicodeScalars.contains { scalar in
          scalar != "\n" && (scalar.properties.generalCategory == .control || scalar == "\u{202E}")
        })
    }
    #expect(try objects(json.output).first?["host"] as? String == hostile)
  }

  @Test("A limit below 1, and a token together with an email, are wrong usage")
  func usage() async throws {
    for wrong in [["--limit", "0"], ["--limit", "x"], [StoreFixture.email, "--token-stdin"]] {
      #expect(try await sandbox.run(["activity"] + wrong).ending == .exited(64))
    }
    #expect(try await sandbox.run(["activity", "ada"]).ending == .exited(65))
  }

  /// Records an attempt and its outcome, as a program on that host would.
  private func record(_ email: EmailAddress, _ outcome: AttemptOutcome, host: String) async throws {
    guard case .admitted(let admission) = try await store.charge(email, from: .at(host), under: Throttle()) else {
      Issue.record("\(email) was blocked")
      return
    }
    switch outcome {
    case .signedIn: try await store.settle(admission.attempt, asSignInOf: email)
    case .cancelled: try await store.settle(admission.attempt, as: .cancelled)
    default: try await store.settle(admission.attempt, as: .refused)
    }
  }

  private func lines(_ arguments: [String]) async throws -> [String] {
    let finished = try await sandbox.run(["activity"] + arguments)
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    return finished.output.split(separator: "\n").map(String.init)
  }

  private func hosts(_ arguments: [String]) async throws -> [String] {
    let finished = try await sandbox.run(["activity", "--json"] + arguments)
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    return try objects(finished.output).compactMap { $0["host"] as? String }
  }

  private func objects(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }
}
