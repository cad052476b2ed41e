import Foundation
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

@Suite("Hiding which accounts exist", .fewAtOnce)
struct EnumerationEndToEndTests {
  /// A store in which ``StoreFixture/email`` has no account, has another password than the one tried, has a key besides, or is
  /// locked.
  private enum Kind: String, CaseIterable {
    case unknown, wrong, keyed, locked

    func fixture(settings: String = StoreFixture.quick) async throws -> StoreFixture {
      let fixture = try await StoreFixture(settings: settings)
      _ = try await fixture.store.add(TestSupport.email("bob@example.com"), .sample())
      switch self {
      case .unknown: _ = try await fixture.store.change(TestSupport.email(StoreFixture.email), .remove)
      case .wrong: break
      case .keyed:
        let key = NewAccountKey(try SecurityKey().publicKey, name: "ring")
        _ = try await fixture.store.change(TestSupport.email(StoreFixture.email), .addKey(key))
        #expect(try await fixture.store.sshKeys(of: TestSupport.email(StoreFixture.email)).count == 1)
      case .locked: _ = try await fixture.store.change(TestSupport.email(StoreFixture.email), .lock)
      }
      return fixture
    }

    var password: String { self == .locked ? StoreFixture.password : "wrong  horse!" }
  }

  private static let once = ["--password-stdin", "--email", StoreFixture.email, "--print", "json"]

  @Test("An unknown email, a wrong password and a locked account get the same status and text", .tags(.guessingIsSlow))
  func withoutScreen() async throws {
    for kind in Kind.allCases {
      let tried = try await kind.fixture().sandbox.run(Self.once, input: .text(kind.password + "\n"))
      #expect(tried.ending == .exited(77))
      #expect(tried.output.isEmpty)
      #expect(tried.errors == "signin: Wrong email or password.\n")
    }
  }

  @Test("They cost the same: one hash of the same memory, and as many disk writes and syncs", .tags(.guessingIsSlow))
  func work() async throws {
    var works: [String] = []
    for kind in Kind.allCases {
      let fixture = try await kind.fixture()
      _ = try StoreInspection(path: fixture.sandbox.path("signin.db"))
      var recording = DiskRecording(of: fixture.sandbox.directory)
      let input = kind.password + "\n"
      _ = try await recording.record(Self.once, in: fixture.sandbox, input: input)
      // Closing the store comes after the answer, so nobody waits for it.
      let hashes = recording.events.count { $0 == .hashes }
      let writes = recording.events.count {
        if case .wrote(let file, _, _) = $0 { file.hasSuffix("-wal") } else { false }
      }
      let syncs = recording.events.count { if case .synced(let file) = $0 { file.hasSuffix("-wal") } else { false } }
      works.append("\(hashes) hash, \(writes) writes, \(syncs >= 3) syncs")
    }
    #expect(Set(works).count == 1, "\(works)")
    #expect(works[0].hasPrefix("1 hash,"))
  }

  @Test(
    "On the screen they are the same bytes, and a block has other bytes", .tags(.guessingIsSlow),
    arguments: [[], ["--plain"]])
  func onScreen(options: [String]) async throws {
    var bytes: [Kind: Set<String>] = [:]
    // The spinner follows the clock, so a busy machine may show one step more or less, but not every time.
    for _ in 0..<60 where bytes.isEmpty || bytes.values.reduce(bytes[.unknown] ?? [], { $0.intersection($1) }).isEmpty {
      for kind in Kind.allCases {
        bytes[kind, default: []].insert(try await everything(kind, options, until: "Wrong email or password."))
      }
    }
    let common = bytes.values.reduce(bytes[.unknown] ?? []) { $0.intersection($1) }
    #expect(!common.isEmpty, "\(bytes)")
    let blocked = try await everything(.wrong, options, until: "Too many attempts.", isBlocked: true)
    #expect(!common.contains(blocked))
  }

  @Test("The run time of the whole program doesn't reveal the case either", .tags(.guessingIsSlow))
  func timing() async throws {
    let count = LongRun.rounds(8, promised: 1_000)
    var fixtures: [Kind: StoreFixture] = [:]
    for kind in Kind.allCases { fixtures[kind] = try await kind.fixture() }
    var times: [Kind: [Duration]] = [:]
    for round in 0..<count + 1 {
      // In long runs no attempt may be throttled
      if round % 20 == 0 { for fixture in fixtures.values { try await fixture.forgetFailures() } }
      for kind in Kind.allCases.shuffled() {
        let sandbox = try #require(fixtures[kind]).sandbox
        let start = ContinuousClock.now
        let tried = try await sandbox.run(Self.once, input: .text(kind.password + "\n"))
        let time = ContinuousClock.now - start
        #expect(tried.ending == .exited(77))
        if round > 0 { times[kind, default: []].append(time) }
      }
    }
    for (one, other) in [
      (Kind.unknown, Kind.wrong), (.unknown, .keyed), (.unknown, .locked), (.wrong, .locked),
    ] {
      let area = try Distinguishing.area(#require(times[one]), #require(times[other]))
      #expect(Distinguishing.chance(of: count).contains(area), "\(one) and \(other): \(area)")
    }
  }

  /// All bytes sent to the terminal by a form that is left after the answer.
  private func everything(
    _ kind: Kind, _ options: [String], until answer: String, isBlocked: Bool = false
  ) async throws -> String {
    let fixture = try await kind.fixture(settings: isBlocked ? "" : StoreFixture.quick)
    if isBlocked { try await fixture.block() }
    let agent = try PlayedAgent([SecurityKey()], at: fixture.sandbox.path("agent"))
    defer { #expect(agent.connectionCount == 0, "Before the right password, nobody looks for keys.") }
    let environment = fixture.sandbox.environment(with: ["TERM": "xterm-256color", "SSH_AUTH_SOCK": agent.path])
    let pty = try Pty(
      [Sandbox.signin, "--email", StoreFixture.email, "--theme", "dark"] + options, environment: environment)
    try pty.waitForOutput("Password")
    if options.isEmpty { try pty.typeMasked(kind.password) } else { pty.type(kind.password) }
    pty.type("\r")
    try pty.waitForOutput(answer)
    if !options.isEmpty && !isBlocked { try pty.waitForOutput("Password: ") }
    pty.type(options.isEmpty ? "\u{1B}" : "\u{4}")
    #expect(try pty.wait() == .exited(1))
    return pty.everything
  }
}
