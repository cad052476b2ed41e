import Foundation
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

@Suite("Managing accounts", .fewAtOnce)
struct AccountsEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  @Test("The list shows each account, its lock and its last sign-in")
  func list() async throws {
    // Given an account that signed in, and a locked account
    #expect(try await trial(StoreFixture.password) == .exited(0))
    try await succeed(["account", "add", "Bob@example.com", "--password-stdin"], "battery staple\n")
    try await succeed(["account", "lock", "bob@example.com"], says: "Locked bob@example.com\n")
    // When the accounts are listed
    let rows = try await succeed(["account", "list"]).split(separator: "\n")
    // Then each has a row, and times are in the reader's time zone
    let moment = #"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"#
    let expected = [
      "EMAIL                 STATE   LAST SIGN-IN         ADDED                TWO-STEP  PASSWORD",
      "ada@lovelace.example  open    \(moment)  \(moment)  off       good",
      "Bob@example.com       locked  never                \(moment)  off       good",
    ]
    #expect(rows.count == expected.count)
    for (row, pattern) in zip(rows, expected) {
      #expect(try Regex(pattern).wholeMatch(in: row) != nil, "\(row)")
    }
  }

  @Test("The list can be narrowed to locked accounts, and to a part of an email")
  func filtered() async throws {
    try await succeed(["account", "add", "Bob@example.com", "--password-stdin"], "battery staple\n")
    try await succeed(["account", "lock", "bob@example.com"])
    try await succeed(["account", "password", StoreFixture.email, "--reset"])
    func emails(_ arguments: String...) async throws -> [Substring] {
      try await succeed(["account", "list"] + arguments).split(separator: "\n").dropFirst().map {
        $0.prefix { $0 != " " }
      }
    }
    #expect(try await emails("--locked") == ["Bob@example.com"])
    #expect(try await emails("--email", "LOVELACE") == ["ada@lovelace.example"])
    #expect(try await succeed(["account", "list", "--email", "ada"]).hasSuffix("off       must change\n"))
    #expect(try await sandbox.run(["session", "list", "--email", "ada"]).ending == .exited(64))
    for arguments in [["--email", "nobody"], ["--locked", "--email", "ada"]] {
      let none = try await sandbox.run(["account", "list"] + arguments)
      #expect(none.ending == .exited(0) && none.errors == "signin: No account matches.\n")
    }
  }

  @Test("A wrong current password is refused before a new one is asked for", .tags(.guessingIsSlow))
  func judgedAtOnce() async throws {
    let tmux = try await Tmux([Sandbox.signin, "account", "password", StoreFixture.email], in: sandbox)
    try await tmux.wait(for: "Current password:")
    try await tmux.type("wrong horse\n")
    let screen = try await tmux.wait(for: "signin: The current password is wrong.")
    #expect(try await tmux.ending() == .exited(77))
    #expect(screen.place(of: "New password") == nil)
  }

  @Test(
    "A new password that breaks a rule is asked for again twice, then refused",
    arguments: [["add", "eve@example.com"], ["password", StoreFixture.email]])
  func asksAgain(_ arguments: [String]) async throws {
    let tmux = try await Tmux([Sandbox.signin, "account"] + arguments, in: sandbox)
    if arguments[0] == "password" {
      try await tmux.wait(for: "Current password:")
      try await tmux.type(StoreFixture.password + "\n")
    }
    let question = arguments[0] == "add" ? "Password:" : "New password:"
    for round in 1...3 {
      try await tmux.wait(until: "it asks, \(round)") { $0.count(of: question) == round }
      try await tmux.type("short\n")
    }
    let sentence = "Password has to be from 6 to 20 characters long."
    let screen = try await tmux.wait(for: "signin: " + sentence)
    #expect(try await tmux.ending() == .exited(65))
    #expect(screen.count(of: sentence) == 3 && screen.place(of: "again") == nil)
  }

  @Test("With --json each account is one JSON object per line")
  func listAsJSON() async throws {
    let lines = try await succeed(["account", "list", "--json"])
    let object = try #require(JSONSerialization.jsonObject(with: Data(lines.utf8)) as? [String: Any])
    #expect(
      Set(object.keys) == [
        "version", "email", "locked", "added", "lastSignIn", "secondStep", "recoveryCodes", "mustChangePassword",
        "hasPassword",
      ])
    #expect(object["recoveryCodes"] is NSNull)
    #expect(object["version"] as? Int == 1)
    #expect(object["email"] as? String == StoreFixture.email)
    #expect(object["locked"] as? Bool == false)
    #expect(object["lastSignIn"] is NSNull)
    #expect(try Date(#require(object["added"] as? String), strategy: .iso8601) <= .now)
  }

  @Test("An email that only an earlier version accepted is listed, exported and removed, but cannot sign in")
  func emailOfEarlierRule() async throws {
    // Given such an account
    let email = "a..b@x.com"
    _ = try await fixture.store.add(#require(EmailAddress(stored: email)), .sample())
    // Then nobody can sign in with it, or add it again
    for arguments in [["--password-stdin", "--email", email], ["account", "add", email, "--password-stdin"]] {
      let refused = try await sandbox.run(arguments, input: .text("battery staple\n"))
      #expect(refused.ending == .exited(65))
      #expect(refused.errors == "signin: Entered email is not valid. A dot is in the wrong place.\n")
    }
    // But an administrator finds it everywhere
    #expect(try await succeed(["account", "list"]).contains(email))
    #expect(try await succeed(["account", "export"]).contains("\r\n\(email),false,"))
    // And removes it
    try await succeed(["account", "remove", "--yes", email], says: "Removed \(email)\n")
    #expect(try await fixture.store.accounts(after: nil, limit: 10).map(\.email.text) == [StoreFixture.email])
  }

  @Test(
    "An email with every special character is unchanged in results, in a gate and in activity", .tags(.textCannotAct))
  func marks() async throws {
    // Given
    let email = "=!#$%&'*+-/?^_`{|}~@x.com"
    try await succeed(["account", "add", email, "--password-stdin"], "battery staple\n", says: "Added \(email)\n")
    let arguments = ["--password-stdin", "--email", email]
    // Then
    let json = try await succeed(arguments + ["--print", "json"], "battery staple\n")
    let object = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["email"] as? String == email)
    #expect(try await succeed(arguments, "battery staple\n") == "Signed in as \(email)\n")
    let gate = ["--", "/bin/sh", "-c", #"echo "$SIGNIN_EMAIL""#]
    #expect(try await succeed(arguments + gate, "battery staple\n") == email + "\n")
    #expect(try await succeed(["activity", email, "--search", "signed"]).contains(email))
    // And a spreadsheet takes it for text, not for a formula
    #expect(try await succeed(["account", "export"]).contains("\r\n'\(email),false,"))
  }

  @Test("The store options work before a subcommand and after it")
  func globalOptions() async throws {
    let store = "sqlite:" + sandbox.path("signin.db")
    let listed = try await succeed(["account", "list"])
    for arguments in [
      ["--store", store, "account", "list"], ["--store=\(store)", "account", "list"],
      ["account", "--store", store, "list"],
    ] {
      let finished = try await sandbox.run(arguments, environment: ["SIGNIN_STORE": "sqlite:/nowhere/x.db"])
      #expect(finished.output == listed, "\(arguments): \(finished.errors)")
    }
    #expect(try await sandbox.run(["--store", store, "account"]).output == sandbox.run(["help", "account"]).output)
  }

  @Test("On a narrow terminal a table leaves out columns, so no line wraps")
  func narrow() async throws {
    _ = try await fixture.token()
    for (arguments, head) in [
      (["account", "list"], "EMAIL                 STATE  LAST SIGN-IN"),
      (["session", "list"], "EMAIL                 SESSION"),
      (["activity"], "EMAIL                 TIME                 OUTCOME"),
    ] {
      let tmux = try await Tmux([Sandbox.signin] + arguments, in: sandbox, columns: 60, rows: 8)
      try await tmux.wait(for: head)
      #expect(try await tmux.ending() == .exited(0))
      let screen = try await tmux.wait(for: StoreFixture.email)
      #expect(screen.place(of: StoreFixture.email)?.row == 1)
      #expect(screen.place(of: "ADDED") == nil && screen.place(of: "ENDS") == nil && screen.place(of: "UID") == nil)
    }
  }

  private static let lists = [["account", "list"], ["session", "list"], ["activity"], ["throttle", "list"]]

  @Test("Before the first account lists are empty, and create no store")
  func listOfNothing() async throws {
    let nouns = ["account": "accounts", "session": "sessions", "activity": "activity", "throttle": "failures"]
    for list in Self.lists {
      let finished = try await sandbox.run(list, environment: ["SIGNIN_STORE": nil])
      #expect(finished.ending == .exited(0))
      #expect(finished.output.isEmpty)
      #expect(finished.errors == "signin: No \(try #require(nouns[list[0]])).\n")
      #expect(try await sandbox.run(list + ["--json"], environment: ["SIGNIN_STORE": nil]).errors.isEmpty)
    }
    let exported = try await sandbox.run(["account", "export"], environment: ["SIGNIN_STORE": nil])
    #expect(exported.output == "email,locked,added,lastSignIn\r\n")
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("data")))
  }

  @Test("A missing store that an option, the environment or a file names is a failure, and is not created")
  func listOfMissingStore() async throws {
    let store = sandbox.path("none/signin.db")
    for list in Self.lists + [["account", "list", "--json"], ["account", "export"]] {
      let finished = try await sandbox.run(list + ["--store", "sqlite:" + store])
      #expect(finished.ending == .exited(78))
      #expect(finished.output.isEmpty)
      #expect(finished.errors == "signin: \(store) doesn't exist yet. Create it with: signin account add EMAIL.\n")
    }
    let variable = try await sandbox.run(["account", "list"], environment: ["SIGNIN_STORE": "sqlite:" + store])
    #expect(variable.ending == .exited(78))
    try fixture.write(settings: "store = \"sqlite:\(store)\"\n")
    let file = try await sandbox.run(["account", "list"], environment: ["SIGNIN_STORE": nil])
    #expect(file.ending == .exited(78))
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("none")))
  }

  @Test("A locked account is refused in the same words as a wrong password, until it is unlocked")
  func locks() async throws {
    try await succeed(["account", "lock", StoreFixture.email], says: "Locked \(StoreFixture.email)\n")
    #expect(try await trial(StoreFixture.password) == .exited(77))
    try await succeed(["account", "unlock", StoreFixture.email], says: "Unlocked \(StoreFixture.email)\n")
    #expect(try await trial(StoreFixture.password) == .exited(0))
  }

  @Test("A removed account is gone, and can be added again")
  func removes() async throws {
    try await succeed(["account", "remove", "--yes", "ADA@lovelace.example"], says: "Removed ADA@lovelace.example\n")
    try await succeed(["account", "add", "bob@example.com", "--password-stdin"], "battery staple\n")
    #expect(try await trial(StoreFixture.password) == .exited(77))
    try await succeed(["account", "add", StoreFixture.email, "--password-stdin"], "another horse\n")
    #expect(try await trial("another horse") == .exited(0))
  }

  @Test("A renamed account keeps its sessions, its password and its log")
  func renames() async throws {
    let token = try await fixture.token()
    #expect(try await trial("wrong horse") == .exited(77))
    try await succeed(
      ["account", "rename", "ADA@lovelace.example", "ada@byron.example"],
      says: "Renamed ADA@lovelace.example to ada@byron.example\n")
    #expect(try await sandbox.run(["session", "verify"], input: .text(token + "\n")).output == "ada@byron.example\n")
    let signedIn = try await sandbox.run(
      ["--password-stdin", "--email", "ada@byron.example"], input: .text(StoreFixture.password + "\n"))
    #expect(signedIn.ending == .exited(0))
    let rows = try await fixture.store.page(
      of: AttemptQuery(owner: email("ada@byron.example")), before: nil, limit: 9)
    #expect(
      rows.attempts.map(\.outcome) == [.signedIn, .change(.renamed), .refused, .signedIn, .change(.accountAdded)])
    for (arguments, sentence) in [
      ([StoreFixture.email, "x@y.example"], "There is no account for \(StoreFixture.email). See signin account list."),
      (["ada@byron.example", "nonsense"], "Entered email is not valid. It has no @."),
    ] {
      let refused = try await sandbox.run(["account", "rename"] + arguments)
      #expect(refused.ending == .exited(65) && refused.errors == "signin: \(sentence)\n")
    }
  }

  @Test("Changing a password takes the current one and the new one, on two lines of standard input")
  func changesPassword() async throws {
    let change = ["account", "password", StoreFixture.email, "--password-stdin"]
    try await succeed(
      change, "\(StoreFixture.password)\nbattery staple\n", says: "Changed the password of \(StoreFixture.email)\n")
    #expect(try await trial(StoreFixture.password) == .exited(77))
    #expect(try await trial("battery staple") == .exited(0))
  }

  @Test("A wrong current password exits with 77, and repeated guessing with 75")
  func guessesOldPassword() async throws {
    let change = ["account", "password", StoreFixture.email, "--password-stdin"]
    let refused = try await sandbox.run(change, input: .text("wrong horse\nbattery staple\n"))
    #expect(refused.ending == .exited(77))
    #expect(refused.errors == "signin: Wrong email or password.\n")
    #expect(try await fixture.outcomes(of: email(StoreFixture.email)) == [.refused])
    try await fixture.block()
    let blocked = try await sandbox.run(change, input: .text("\(StoreFixture.password)\nbattery staple\n"))
    #expect(blocked.ending == .exited(75))
  }

  @Test("An administrator's reset takes one line, without the current password")
  func resetsPassword() async throws {
    let reset = ["account", "password", StoreFixture.email, "--reset", "--password-stdin"]
    try await succeed(reset, "battery staple\n", says: "Changed the password of \(StoreFixture.email)\n")
    #expect(try await trial("battery staple") == .exited(0))
    let weak = try await sandbox.run(reset, input: .text("12345\n"))
    #expect(weak.ending == .exited(65))
    #expect(weak.errors == "signin: Password has to be from 6 to 20 characters long.\n")
  }

  @Test("At a terminal it asks for the current password, then for the new one twice, without echo")
  func asksForPasswords() async throws {
    let tmux = try await Tmux([Sandbox.signin, "account", "password", StoreFixture.email], in: sandbox)
    for (prompt, answer) in [
      ("Current password: ", StoreFixture.password), ("\nNew password: ", "battery staple"),
      ("New password again: ", "battery staple"),
    ] {
      try await tmux.wait(until: "it asks “\(prompt)”") {
        $0.text.hasSuffix(prompt.trimmingCharacters(in: .whitespaces))
      }
      try await tmux.type(answer + "\n")
    }
    let screen = try await tmux.wait(for: "Changed the password of \(StoreFixture.email)")
    #expect(try await tmux.ending() == .exited(0))
    #expect(screen.place(of: "horse") == nil && screen.place(of: "staple") == nil)
    #expect(try await trial("battery staple") == .exited(0))
  }

  @Test("After the current password as the new one, another is asked for and taken")
  func unchangedPassword() async throws {
    let tmux = try await Tmux([Sandbox.signin, "account", "password", StoreFixture.email], in: sandbox)
    for prompt in ["Current password:", "New password:"] {
      try await tmux.wait(for: prompt)
      try await tmux.type(StoreFixture.password + "\n")
    }
    let screen = try await tmux.wait(until: "it asks again") { $0.count(of: "New password:") == 2 }
    #expect(screen.place(of: "That is your current password. Choose another.") != nil)
    #expect(screen.place(of: "again:") == nil)
    for prompt in ["New password:", "New password again:"] {
      try await tmux.wait(until: "it asks “\(prompt)”") { $0.text.hasSuffix(prompt) }
      try await tmux.type("battery staple\n")
    }
    try await tmux.wait(for: "Changed the password of \(StoreFixture.email)")
    #expect(try await trial("battery staple") == .exited(0))
  }

  @Test("New passwords that differ are asked for again twice, then refused, and the current one stays")
  func differentPasswords() async throws {
    let tmux = try await Tmux([Sandbox.signin, "account", "password", StoreFixture.email], in: sandbox)
    try await tmux.wait(for: "Current password:")
    try await tmux.type(StoreFixture.password + "\n")
    for round in 1...3 {
      try await tmux.wait(until: "it asks, \(round)") { $0.count(of: "New password:") == round }
      try await tmux.type("battery staple\n")
      try await tmux.wait(until: "it asks again, \(round)") { $0.count(of: "New password again:") == round }
      try await tmux.type("battery stable\n")
      if round < 3 {
        try await tmux.wait(until: "it says so, \(round)") { $0.count(of: "don't match. Try again.") == round }
      }
    }
    #expect(try await tmux.ending() == .exited(65))
    #expect(try await trial(StoreFixture.password) == .exited(0))
  }

  @Test("A removal asks first; without a terminal it needs --yes")
  func asksBeforeRemoval() async throws {
    // Neither Ctrl-D nor a line that is too long is a yes.
    let endless = String(repeating: "y", count: 1100)
    for (answer, status) in [
      ("n", 1), ("No", 1), ("", 1), ("\u{4}", 1), (endless, 1), ("yess\nyep", 1), ("yess\nYes", 0),
    ] as [(String, Int32)] {
      let tmux = try await Tmux([Sandbox.signin, "account", "remove", StoreFixture.email], in: sandbox)
      try await tmux.wait(for: "Remove \(StoreFixture.email), with its sessions, second step and links? (y/n)")
      try await tmux.type(answer + "\n")
      if answer.contains("\n") { try await tmux.wait(for: "Enter y or n.") }
      #expect(try await tmux.ending() == .exited(status))
      guard status != 0 else { continue }
      let unasked = try await sandbox.run(["account", "remove", StoreFixture.email])
      #expect(unasked.ending == .exited(66))
      #expect(unasked.errors == "signin: There is no terminal to ask for confirmation. Use --yes.\n")
      #expect(try await trial(StoreFixture.password) == .exited(0))
    }
    #expect(try await sandbox.run(["account", "remove", StoreFixture.email]).ending == .exited(65))
  }

  @Test(
    "A change, a lock and a removal end the account's sessions",
    arguments: [["password", "--reset", "--password-stdin"], ["lock"], ["unlock"], ["remove", "--yes"]])
  func endsSessions(_ change: [String]) async throws {
    let token = try await fixture.token()
    #expect(try await sandbox.run(["session", "verify"], input: .text(token + "\n")).ending == .exited(0))
    try await succeed(["account", change[0], StoreFixture.email] + change.dropFirst(), "battery staple\n")
    #expect(try await sandbox.run(["session", "verify"], input: .text(token + "\n")).ending == .exited(77))
  }

  @Test(
    "An unknown account exits with 65, and the message says how to list accounts",
    arguments: [["lock"], ["unlock"], ["remove"], ["password", "--reset", "--password-stdin"]])
  func missing(_ change: [String]) async throws {
    let finished = try await sandbox.run(
      ["account", change[0], "bob@example.com"] + change.dropFirst(), input: .text("battery staple\n"))
    #expect(finished.ending == .exited(65))
    #expect(finished.errors == "signin: There is no account for bob@example.com. See signin account list.\n")
    #expect(finished.output.isEmpty)
  }

  /// Runs `signin`, expects success, and returns its standard output.
  @discardableResult
  private func succeed(_ arguments: [String], _ input: String = "", says expected: String? = nil) async throws -> String
  {
    let finished = try await sandbox.run(arguments, input: .text(input))
    #expect(finished.ending == .exited(0), "\(arguments): \(finished.errors)")
    #expect(finished.errors.isEmpty)
    if let expected { #expect(finished.output == expected) }
    return finished.output
  }

  /// How one attempt to sign in ends.
  private func trial(_ password: String) async throws -> ChildProcess.Ending {
    try await sandbox.run(["--password-stdin", "--email", StoreFixture.email], input: .text(password + "\n")).ending
  }
}
