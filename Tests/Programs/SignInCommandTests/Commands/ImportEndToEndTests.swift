import Foundation
import Identity
import SQLiteStore
import Secrets
import Store
import TestSupport
import Testing

@Suite("Importing and exporting accounts", .fewAtOnce)
struct ImportEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  private func file(_ text: String, called name: String = "a.csv") throws -> String {
    try Data(text.utf8).write(to: URL(filePath: sandbox.path(name)))
    return sandbox.path(name)
  }

  private static let hash = AccountRowsText.hash

  @Test("An account imported with a password signs in with it")
  func password() async throws {
    let path = try file("email,password\r\nbob@example.com,\"battery, \"\"staple\"\r\n")
    let imported = try await sandbox.run(["account", "import", path])
    #expect(imported.ending == .exited(0))
    #expect(imported.output == "Added 1 account\n")
    let signedIn = try await sandbox.run(
      ["--password-stdin", "--email", "bob@example.com"], input: .text("battery, \"staple\n"))
    #expect(signedIn.ending == .exited(0))
  }

  @Test("Hashes of other programs sign their owners in, and become ours then")
  func hashesOfOthers() async throws {
    // Given a list as spreadsheets of many countries write it, with hashes of /etc/shadow, htpasswd and argon2-cffi
    let path = try file(
      """
      email;hash
      a@example.com;$2y$06$abcdefghijklmnopqrstuud/5IuQmqhVO0kfNEbHJM.fJkPiliBzC
      b@example.com;$5$saltstring$vc6YOOogU4kWVvwga8e9zTFgKcy4tb5LaPxIiPJzqEC
      c@example.com;$6$saltstring$.r0X7ub5wGR2v4Xz7svCIozfnlorFh19V89t8KC9Umd81uGhFgsyTRNyzQDXDIm17fFcR9z3z7oBNdsyYBbtm/
      d@example.com;$y$j9T$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79
      e@example.com;$argon2i$v=19$t=2,m=65536,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA

      """)
    let imported = try await sandbox.run(["account", "import", path])
    #expect(imported.output == "Added 5 accounts\n", "\(imported.errors)")
    for person in ["a", "b", "c", "d", "e"] {
      let address = "\(person)@example.com"
      func signIn(_ password: String) async throws -> ChildProcess.Ending {
        try await sandbox.run(["--password-stdin", "--email", address], input: .text(password + "\n")).ending
      }
      #expect(try await signIn("wrong horse") == .exited(77))
      for _ in 1...2 {
        #expect(try await signIn(person == "e" ? "password" : "correct horse") == .exited(0), "\(person)")
      }
      #expect(try await fixture.store.account(of: email(address))?.passwordHash?.foreign == nil)
    }
  }

  @Test("An account imported with a hash signs in with its password, of any length")
  func hash() async throws {
    // Given an account of a store with other rules, and its hash
    let elsewhere = "sqlite:" + sandbox.path("elsewhere.db")
    try Data("password = { least = 1, most = 64 }\n".utf8).write(to: URL(filePath: sandbox.path("rules.toml")))
    let long = "correct horse battery staple, and some more of it"
    let added = try await sandbox.run(
      [
        "account", "add", "bob@example.com", "--password-stdin", "--store", elsewhere, "--config",
        sandbox.path("rules.toml"),
      ],
      input: .text(long + "\n"))
    #expect(added.ending == .exited(0), "\(added.errors)")
    let store = SQLiteStore(file: StoreFile(path: sandbox.path("elsewhere.db")))
    let hash = try #require(try await store.account(of: email("bob@example.com"))?.passwordHash?.phc)
    // When it is imported here, through a pipe
    let imported = try await sandbox.run(
      "sh",
      ["-c", #"printf 'email,hash\nbob@example.com,"%s"\n' "$1" | "$0" account import -"#, Sandbox.signin]
        + [hash])
    #expect(imported.ending == .exited(0), "\(imported.errors)")
    // Then the account signs in as before
    let signedIn = try await sandbox.run(
      ["--password-stdin", "--email", "bob@example.com"], input: .text(long + "\n"))
    #expect(signedIn.ending == .exited(0), "\(signedIn.errors)")
  }

  @Test("A bad row is named by line and reason, no password is shown, no account is added, and the status is 65")
  func badRows() async throws {
    let text = """
      email,password,hash
      bob@example.com,battery staple,
      battery staple,bob@example.com,
      carl@example.com,staple,battery staple
      dora@example.com,"battery
      staple",
      ada@lovelace.example,battery staple,
      emil@example.com,,battery staple
      fred@example.com,battery staple

      """
    let path = try file(text)
    let finished = try await sandbox.run(["account", "import", path])
    #expect(finished.ending == .exited(65))
    #expect(finished.output.isEmpty)
    #expect(
      finished.errors == """
        signin: \(path), line 3: Entered email is not valid.
        signin: \(path), line 4: The row has both a password and a hash. Leave one of them empty.
        signin: \(path), lines 5 to 6: The password contains a control character. Use visible characters only.
        signin: \(path), line 7: That email already has an account.
        signin: \(path), line 8: The hash must be argon2id or argon2i (version 19, at most 16 lanes), bcrypt, sha256crypt, \
        sha512crypt or yescrypt.
        signin: \(path), line 9: The row has 2 fields, but the first line has 3. Put fields that contain commas in \
        quotation marks.
        signin: No accounts were added. Fix the rows above, or skip them with --keep-going.

        """)
    #expect(try await fixture.store.account(of: email("bob@example.com")) == nil)
  }

  @Test("--keep-going adds the other rows, and reports the number of skipped ones, with status 65")
  func keepsGoing() async throws {
    let path = try file(
      "email,hash\nbob@example.com,\(Self.hash)\nnobody,\(Self.hash)\n\(StoreFixture.email),\(Self.hash)\n")
    let finished = try await sandbox.run(["account", "import", "--keep-going", path])
    #expect(finished.ending == .exited(65))
    #expect(finished.output == "Added 1 account\n")
    #expect(
      finished.errors == """
        signin: \(path), line 3: Entered email is not valid.
        signin: \(path), line 4: That email already has an account.
        signin: 2 rows skipped.

        """)
    #expect(try await fixture.store.account(of: email("bob@example.com")) != nil)
    let signedIn = try await sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email], input: .text(StoreFixture.password + "\n"))
    #expect(signedIn.ending == .exited(0), "The account's password has not changed.")
  }

  @Test(
    "A file that can't be imported is named, with its status",
    arguments: [
      ("", 65, "is empty. The first line must name the columns: email, and password or hash or both."),
      ("bob@example.com,hunter2\n", 65, "has an unknown name in column 1."),
      ("email|password\n", 65, "has an unknown name in column 1."),
      ("email\n", 65, "has no “password” or “hash” column."), ("hash\n", 65, "has no “email” column."),
      ("email,hash,HASH\n", 65, "has the “hash” column twice."),
      ("email,\"hash\n", 65, "A closing quotation mark is missing."),
    ] as [(String, Int32, String)])
  func badFile(text: String, status: Int32, sentence: String) async throws {
    let path = try file(text)
    let finished = try await sandbox.run(["account", "import", path])
    #expect(finished.ending == .exited(status))
    #expect(finished.errors.contains(path) && finished.errors.contains(sentence), "\(finished.errors)")
    #expect(!finished.errors.contains("hunter2"))
  }

  @Test("A missing file exits with 66, an unreadable one with 74, and wrong usage with 64")
  func unreadable() async throws {
    let missing = try await sandbox.run(["account", "import", sandbox.path("none.csv")])
    #expect(missing.ending == .exited(66))
    #expect(missing.errors == "signin: \(sandbox.path("none.csv")) can't be opened: No such file or directory.\n")
    #expect(try await sandbox.run(["account", "import", sandbox.directory]).ending == .exited(74))
    #expect(try await sandbox.run(["account", "import"]).ending == .exited(64))
    #expect(try await sandbox.run(["account", "import", "-"], input: .nothing).ending == .exited(65))
  }

  @Test("A terminal is refused as a file: it would show the passwords")
  func terminal() async throws {
    let pty = try Pty(
      [Sandbox.signin, "account", "import", "-"], environment: sandbox.environment(with: ["TERM": "xterm"]))
    try pty.waitForOutput("signin: standard input is a terminal, which would show the passwords. Use a\r\nfile.")
    #expect(try pty.wait() == .exited(66))
  }

  @Test("On a terminal a bar shows the progress, bad rows are above it, and at the end it is gone")
  func bar() async throws {
    let slow = (1...6).map { "user\($0)@example.com,battery staple\n" }.joined()
    let path = try file("email,password\n\(slow)nobody,battery staple\n")
    // The bar is gone soon, so the test searches all output ever written.
    let pty = try Pty(
      [Sandbox.signin, "account", "import", "--keep-going", path, "--store", "sqlite:" + sandbox.path("elsewhere.db")],
      environment: sandbox.environment(with: ["TERM": "xterm"]), size: (110, 24))
    try pty.waitForOutput("%.  [####")
    #expect(try pty.wait() == .exited(65))
    let tmux = try await Tmux([Sandbox.signin, "account", "import", "--keep-going", path], in: sandbox, columns: 110)
    let screen = try await tmux.wait(for: "1 row skipped.")
    #expect(try await tmux.ending() == .exited(65))
    #expect(
      screen.text.trimmingCharacters(in: .newlines) == """
        signin: \(path), line 8: Entered email is not valid.
        Added 6 accounts
        signin: 1 row skipped.
        """)
  }

  @Test("Without a terminal, or with drawing turned off, there are only lines")
  func lines() async throws {
    let path = try file(AccountRowsText.hashes(of: 1...2000))
    let finished = try await sandbox.run(["account", "import", path])
    #expect(finished.output == "Added 2000 accounts\n")
    #expect(!finished.errors.contains("\r") && !finished.errors.contains("["))
    let pty = try Pty(
      [Sandbox.signin, "account", "export"], environment: sandbox.environment(with: ["TERM": "dumb"]))
    try pty.waitForOutput("user2000@example.com,false,")
    #expect(!pty.everything.contains("["))
  }

  @Test("100,000 rows with hashes take under 10 s in a long run; short runs add fewer rows")
  func pace() async throws {
    let count = LongRun.rounds(2_000, promised: 100_000)
    let path = try file(AccountRowsText.hashes(of: 1...count))
    let start = ContinuousClock.now
    let finished = try await sandbox.run(["account", "import", path])
    let time = start.duration(to: .now)
    if LongRun.isLong { #expect(time < .seconds(10)) }
    #expect(finished.output == "Added \(count) accounts\n")
  }

  @Test("The export has every account, no secrets, and the line ends of CSV")
  func export() async throws {
    _ = try await fixture.token()
    _ = try await fixture.store.add(email("Bob@example.com"), .sample())
    _ = try await sandbox.run(["account", "lock", "bob@example.com"])
    let finished = try await sandbox.run(["account", "export"])
    #expect(finished.ending == .exited(0))
    #expect(finished.errors.isEmpty)
    let moment = #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"#
    let expected = """
      email,locked,added,lastSignIn\r
      ada@lovelace\\.example,false,\(moment),\(moment)\r
      Bob@example\\.com,true,\(moment),\r

      """
    #expect(try Regex(expected).wholeMatch(in: finished.output) != nil, "\(finished.output)")
    #expect(!finished.output.contains("argon2"))
    // And without a store it creates none
    let empty = try await sandbox.run(["account", "export"], environment: ["SIGNIN_STORE": nil])
    #expect(empty.output == "email,locked,added,lastSignIn\r\n")
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("data")))
    // And a failed write is reported
    let full = try await sandbox.run("sh", ["-c", #""$0" account export >/dev/full"#, Sandbox.signin])
    #expect(full.ending == .exited(74))
  }
}
