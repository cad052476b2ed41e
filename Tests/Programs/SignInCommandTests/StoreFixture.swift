import Foundation
import SQLite
import Identity
import SQLiteStore
import Secrets
import Store
import TestSupport
import Testing

/// A store with an account, and helpers to use and inspect it.
struct StoreFixture {
  static let email = "ada@lovelace.example"
  static let password = "correct horse"

  let sandbox: Sandbox

  /// Settings that make sign-ins fast.
  static let cheap = "hash = { memory-kib = 19456, passes = 2 }\n"
  /// Settings that make sign-ins fast and never block, for tests with many of them.
  static let quick = cheap + "throttle = { first-blocking-failure = 100, longest-block = 1 }\n"

  /// The store that `SIGNIN_STORE` names in the sandbox, with the account of ``email``, created under these settings;
  /// nil for no settings.
  init(settings: String? = cheap) async throws {
    let made = try await MadeStores.shared.store(under: settings)
    sandbox = try Sandbox()
    if let settings { try write(settings: settings) }
    try made.write(to: sandbox)
  }

  /// Adds the account of ``email`` to a new store.
  fileprivate init(addingUnder settings: String?) async throws {
    sandbox = try Sandbox()
    if let settings { try write(settings: settings) }
    let added = try await sandbox.run(
      ["account", "add", Self.email, "--password-stdin"], input: .text(Self.password + "\n"))
    try #require(added.ending == .exited(0), "\(added.errors)")
  }

  /// Writes the user's settings.
  func write(settings: String) throws {
    let folder = sandbox.path("config/signin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try settings.write(toFile: folder + "/config.toml", atomically: true, encoding: .utf8)
  }

  /// The store that `SIGNIN_STORE` names in a sandbox.
  static func store(in sandbox: Sandbox) -> SQLiteStore {
    SQLiteStore(file: StoreFile(path: sandbox.path("signin.db")))
  }

  /// The store that the programs in the sandbox use.
  var store: SQLiteStore { Self.store(in: sandbox) }

  /// Adds an account whose password takes seconds to verify, and is never right.
  /// - Parameter cost: The cost of its hash.
  func addSlowAccount(_ email: EmailAddress, cost: String = "m=65536,t=60") async throws {
    let hash = try PasswordHash(
      phc: "$argon2id$v=19$\(cost),p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    #expect(try await store.add(email, hash) == .added)
  }

  /// Makes every program that writes to the store wait while `body` runs: at most 5 s, then the programs give up. So a
  /// sign-in lasts as long as a test needs, on fast machines and slow ones.
  func keepingStoreBusy(_ body: () async throws -> Void) async throws {
    let other = try Database(sharing: sandbox.path("signin.db"))
    try other.execute("BEGIN IMMEDIATE")
    try await body()
    try other.execute("ROLLBACK")
  }

  /// Waits until an attempt of `email` is charged. Its password is being verified from then on, for at most seconds.
  /// So this blocks its thread: a task might resume too late.
  func waitForCharge(of email: EmailAddress) throws {
    let store = try Database(sharing: sandbox.path("signin.db"))
    for _ in 0..<10_000 {
      let charged: Int? = try store.value(
        "SELECT 1 FROM attempt WHERE key = ? AND outcome NOT LIKE 'account-%' LIMIT 1", [email.key])
      if charged != nil { return }
      poll(nil, 0, 5)
    }
    Issue.record("No attempt of \(email.text) was charged.")
  }

  /// Expects that the only attempt of `email` counts. Its server may have settled it after the form's end.
  func expectCharge(of email: EmailAddress) async throws {
    let outcomes = try await outcomes(of: email)
    #expect(outcomes == [.pending] || outcomes == [.cancelled])
  }

  /// The token of a new session of ``email``, by signing in.
  func token(password: String = Self.password) async throws -> String {
    let signedIn = try await sandbox.run(
      ["--password-stdin", "--email", Self.email, "--print", "token"], input: .text(password + "\n"))
    try #require(signedIn.ending == .exited(0), "\(signedIn.errors)")
    return signedIn.output.trimmingCharacters(in: .newlines)
  }

  /// Removes all failures from the store, for tests that need more attempts than the throttle allows.
  func forgetFailures() async throws {
    try Database(sharing: sandbox.path("signin.db")).execute("DELETE FROM throttle_run")
  }

  /// Makes ``email`` fail, the last time just now, until it is blocked for a quarter of an hour. A block of one second
  /// might end before a test sees it.
  func block() async throws {
    try await plantFailures(13, of: TestSupport.email(Self.email))
  }

  /// Makes `email` fail `count` times in a row, each time as early as possible, and the last time `age` ago.
  func plantFailures(_ count: Int, of email: EmailAddress, last age: Duration = .zero) async throws {
    let start = SystemClock().now().advanced(by: .zero - age - .seconds(900 * (count - 1)))
    let clock = ManualClock(start)
    let store = SQLiteStore(file: StoreFile(path: sandbox.path("signin.db")), clock: clock)
    for number in 1...count {
      // Each from another host, so the source is not blocked.
      let charge = try await store.charge(typed: .email(email), from: .at("host\(number)"), under: Throttle())
      guard case .admitted(let admission) = charge else { throw AttemptBlocked() }
      try await store.settle(admission.attempt, as: .refused)
      clock.advance(by: .seconds(900))
    }
  }

  /// The token of a session of ``email`` opened that long ago and unused since.
  func token(openedAgo age: Duration) async throws -> String {
    let clock = ManualClock(SystemClock().now().advanced(by: .zero - age))
    let store = SQLiteStore(file: StoreFile(path: sandbox.path("signin.db")), clock: clock)
    let account = try #require(try await store.account(of: TestSupport.email(Self.email)))
    let token = SecureToken()
    #expect(try await store.open(token.digest, for: account, lasting: SessionLifetime()) != nil)
    return token.base64URL
  }

  /// The outcomes of the attempts of `email`, newest first.
  func outcomes(of email: EmailAddress) async throws -> [AttemptOutcome] {
    try await store.attempts(of: email, before: nil, limit: 100).map(\.outcome)
  }

  /// The form for ``email`` at a terminal, at the password.
  func formAskingForPassword(_ options: String..., columns: Int = 80, rows: Int = 24) async throws -> Tmux {
    let tmux = try await Tmux(
      [Sandbox.signin, "--email", Self.email] + options, in: sandbox, columns: columns, rows: rows)
    try await tmux.wait(for: Self.email)
    return tmux
  }
}

/// The files of a store, by name, including a log that was not yet merged into the store.
struct StoreFiles: Sendable {
  private let files: [String: Data]

  init(of sandbox: Sandbox) {
    files = ["signin.db", "signin.db-wal"].reduce(into: [:]) { files, name in
      files[name] = try? Data(contentsOf: URL(filePath: sandbox.path(name)))
    }
  }

  /// Puts the store into a sandbox, in place of the one there.
  func write(to sandbox: Sandbox) throws {
    for name in ["signin.db", "signin.db-wal", "signin.db-shm", "signin.db-journal"] { unlink(sandbox.path(name)) }
    for (name, data) in files {
      try data.write(to: URL(filePath: sandbox.path(name)))
      chmod(sandbox.path(name), 0o600)
    }
  }
}

/// The stores of new fixtures. The program makes one under each settings; the others are copies.
private actor MadeStores {
  static let shared = MadeStores()

  private var made: [String?: Task<StoreFiles, any Error>] = [:]

  func store(under settings: String?) async throws -> StoreFiles {
    let making = made[settings] ?? Task { StoreFiles(of: try await StoreFixture(addingUnder: settings).sandbox) }
    made[settings] = making
    return try await making.value
  }
}

extension Tmux {
  /// Waits until the form can be submitted: its button is filled, reversed if it has the focus, or in
  /// brackets without colours.
  @discardableResult
  func waitForEnabledButton(_ title: String = "Sign in") async throws -> TmuxScreen {
    // White or black on the accent, reversed, or in brackets.
    let letters = [7, 231, 0, 16].map { TmuxScreen.Colour.palette($0) }
    func isEnabled(_ style: TmuxScreen.Style) -> Bool {
      letters.contains(style.foreground) && style.background != .terminal || style.attributes == [.reversed]
    }
    return try await wait(until: "the button is enabled") { screen in
      ["\(title) ⏎", title].contains { title in
        screen.place(of: "[  \(title)  ]") != nil || screen.styles(of: "  \(title)  ").contains(where: isEnabled)
      }
    }
  }

  /// Types a password into the form, and submits it.
  func submit(_ password: String) async throws {
    try await type(password)
    try await waitForEnabledButton()
    try await press("Enter")
  }

  /// Waits for the list of activity after the sign-in, and leaves it.
  func leaveActivity() async throws {
    try await wait(for: "Activity")
    try await press("Escape")
  }
}
