import Foundation
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

@Suite("signin doctor", .fewAtOnce)
struct DoctorEndToEndTests {
  let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture(settings: nil)
  }

  private func doctor(_ settings: String = "", _ arguments: String...) async throws -> ChildProcess.Finished {
    let path = fixture.sandbox.path("admin.toml")
    try Data(settings.utf8).write(to: URL(filePath: path))
    return try await fixture.sandbox.run(["doctor", "--config", path] + arguments)
  }

  /// The verdicts by part. A part may have several.
  private func verdicts(_ finished: ChildProcess.Finished) throws -> [String: [String]] {
    let findings = try finished.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    return Dictionary(grouping: findings) { $0["part"] as? String ?? "" }
      .mapValues { $0.compactMap { $0["verdict"] as? String } }
  }

  private func setMode(_ mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: fixture.sandbox.path("signin.db"))
  }

  @Test("A store in good order is sound, with status 0, even without a terminal")
  func sound() async throws {
    let finished = try await doctor("", "--json")
    let verdicts = try verdicts(finished)
    #expect(finished.ending == .exited(0), "\(finished.output)")
    #expect(finished.errors.isEmpty)
    #expect(verdicts["terminal"] == ["warning"])
    // The programs that are tested belong to whom built them, and they can read them.
    #expect(verdicts["program"] == ["warning"])
    for part in ["locale", "widths", "store", "modes", "memory"] { #expect(verdicts[part] == ["good"], "\(part)") }
    #expect(verdicts["durability"]?.contains("bad") == false)
    #expect(verdicts["hash"]?.contains("bad") == false)
  }

  @Test("For people: lines of at most 80 columns, the store's modes and durability, and the cost of a hash")
  func forPeople() async throws {
    let output = try await doctor().output
    #expect(output.contains("  good      modes         0600: other users can't read it.\n"))
    #expect(output.contains("  good      durability    Journal wal, synchronous 2: a power cut loses nothing.\n"))
    #expect(output.contains("hash          argon2id, 64 MiB, passes 3: "))
    let path = fixture.sandbox.path("signin.db")
    #expect(output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains(path) }, "\(output)")
  }

  @Test("The requirements of NIST and OWASP beyond 6 to 20 characters are one line of advice")
  func shortfalls() async throws {
    let finished = try await doctor("", "--json")
    for shortfall in [
      "New passwords have 6 to 20 characters. NIST SP 800-63B-4 and OWASP ASVS 5.0 ask for at least 15, and to allow 64. "
        + "In a settings file: password = { least = 15, most = 128 }.",
      "NIST SP 800-63B-4, 3.2.2,",
    ] {
      #expect(finished.output.contains(shortfall))
    }
    // What is built in is no mistake of anybody's; what was set may be one.
    #expect(try verdicts(finished)["password"] == ["note"])
    #expect(try verdicts(finished)["throttle"] == ["note"])
    #expect(finished.ending == .exited(0))
    let chosen = try await doctor("password = { least = 8, most = 20 }\n", "--json")
    #expect(try verdicts(chosen)["password"] == ["warning"])
  }

  @Test("The price of disabling accounts is named, and that of not disabling them")
  func disabling() async throws {
    #expect(try await doctor("", "--json").output.contains("Set throttle.disable-after = 100 for that."))
    let finished = try await doctor("throttle = { disable-after = 100 }\n", "--json")
    #expect(finished.output.contains("An account is disabled after 100 failures in a row. Strangers who know an email"))
  }

  @Test("15 to 64 characters meet those requirements")
  func long() async throws {
    let finished = try await doctor("password = { least = 15, most = 64 }\n", "--json")
    #expect(finished.output.contains("15 to 64 characters, as NIST SP 800-63B-4 and OWASP ASVS 5.0 ask."))
    #expect(finished.output.contains("breached ones can't be known without a network"))
    #expect(try verdicts(finished)["password"] == ["good"])
  }

  @Test("A store writable by others is not sound: status 78, and the command that fixes it")
  func writable() async throws {
    try setMode(0o666)
    let finished = try await doctor()
    #expect(finished.ending == .exited(78))
    #expect(finished.errors == "signin: Problems with: store.\n")
    #expect(finished.output.contains("chmod 600"))
  }

  @Test("A store readable by others is not sound; it is made private, so the next time it is sound")
  func readable() async throws {
    try setMode(0o644)
    let first = try await doctor()
    #expect(first.errors == "signin: Problems with: modes.\n")
    #expect(first.output.contains("mode 0644"))
    #expect(try await doctor().ending == .exited(0))
  }

  @Test("Memory that can't be locked is not sound, and the limit is named")
  func unlockable() async throws {
    let finished = try await fixture.sandbox.run(
      "strace", ["-f", "-qq", "-o", "/dev/null", "-e", "inject=mlock:error=ENOMEM", Sandbox.signin, "doctor"])
    #expect(finished.ending == .exited(78))
    #expect(finished.errors.hasPrefix("signin: Problems with: memory.\n"))
    #expect(finished.output.contains("Memory can't be locked"))
  }

  @Test("A file that isn't a store, weak hashing, invalid settings: each is named, with status 78")
  func broken() async throws {
    let weak = try await doctor("hash = { memory-kib = 1024 }\n")
    #expect(weak.ending == .exited(78))
    #expect(weak.errors == "signin: Problems with: hash.\n")
    let unknown = try await doctor("colour = \"red\"\n")
    #expect(unknown.ending == .exited(78))
    #expect(unknown.errors == "signin: Problems with: settings.\n")
    let path = fixture.sandbox.path("other.db")
    try Data(repeating: 7, count: 8192).write(to: URL(filePath: path))
    let other = try await fixture.sandbox.run(["doctor", "--store", "sqlite:\(path)"])
    #expect(other.ending == .exited(78))
    #expect(other.errors == "signin: Problems with: store.\n")
  }

  @Test("Accounts whose hash has another cost are counted, with the cost of every attempt until they sign in")
  func otherCosts() async throws {
    #expect(try await !doctor().output.contains("another cost"))
    _ = try await fixture.store.add(email("bob@example.com"), .sample())
    try await fixture.addSlowAccount(email("slow@example.com"))
    let finished = try await doctor("", "--json")
    #expect(finished.output.contains("Accounts whose hash has another cost: 2."))
    #expect(finished.output.contains("the costliest hash of all: 64 MiB, passes 60."))
    #expect(try verdicts(finished)["hash"]?.contains("warning") == true)
    #expect(finished.ending == .exited(0))
  }

  @Test("A missing store is a warning if it can be created, and the check doesn't create it")
  func missing() async throws {
    let path = fixture.sandbox.path("new/signin.db")
    let finished = try await fixture.sandbox.run(["doctor", "--json", "--store", "sqlite:\(path)"])
    #expect(finished.ending == .exited(0))
    #expect(try verdicts(finished)["store"] == ["warning"])
    #expect(!FileManager.default.fileExists(atPath: fixture.sandbox.path("new")))
    let below = fixture.sandbox.path("signin.db/x/y")
    let nowhere = try await fixture.sandbox.run(["doctor", "--store", "sqlite:\(below)"])
    #expect(nowhere.errors == "signin: Problems with: store.\n")
  }

  @Test("At a terminal it reports type, size and colours")
  func terminal() async throws {
    let tmux = try await Tmux([Sandbox.signin, "doctor"], in: fixture.sandbox, columns: 100, rows: 60)
    let screen = try await tmux.wait(for: "100 columns, 60 rows.")
    #expect(screen.place(of: "can show the form.") != nil)
    #expect(screen.place(of: "good      colours") != nil)
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test(
    "It reports a small, colourless, dumb or unknown terminal, which all can show a form",
    arguments: [
      ("vt100", 40, "has no colours). Marks and words"), ("dumb", 40, "Use signin --plain, which asks one line"),
      ("no-such-terminal", 40, "This machine doesn't know the terminal type"),
      ("xterm-kitty", 40, "xterm-kitty can show the form."), ("tmux-256color", 4, "Make the terminal larger."),
    ])
  func poorTerminals(term: String, rows: Int, sentence: String) async throws {
    // Given a terminal, and a file for the output, which is too long for some screens
    let path = fixture.sandbox.path("findings")
    let tmux = try await Tmux(
      ["sh", "-c", "\(Sandbox.signin) doctor --json >\(path)"], in: fixture.sandbox, columns: 100, rows: rows,
      term: term)
    // When the program has exited
    let ending = try await tmux.ending()
    // Then
    #expect(try fixture.sandbox.contents(of: "findings").contains(sentence))
    #expect(ending == .exited(0))
  }
}
