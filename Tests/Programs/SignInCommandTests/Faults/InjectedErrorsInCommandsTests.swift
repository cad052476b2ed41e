import Foundation
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

@Suite("A command reports success only after success", .fewAtOnce)
struct InjectedErrorsInCommandsTests {
  static let bob = "bob@example.com"
  static let newPassword = "battery staple"

  static let errands = [
    Errand(
      arguments: ["account", "add", bob, "--password-stdin"], answers: [("", newPassword + "\n")],
      isDone: { fixture, _ in try await fixture.isPassword(newPassword, of: bob) }),
    Errand(
      arguments: ["account", "password", StoreFixture.email, "--password-stdin"],
      answers: [("", "\(StoreFixture.password)\n\(newPassword)\n")],
      isDone: { fixture, _ in try await fixture.isPassword(newPassword, of: StoreFixture.email) }),
    Errand(
      arguments: ["account", "password", StoreFixture.email, "--password-stdin"],
      answers: [("", "wrong horse\n\(newPassword)\n")], status: 77,
      isDone: { fixture, _ in try await !fixture.isPassword(StoreFixture.password, of: StoreFixture.email) }),
    Errand(
      arguments: ["account", "password", StoreFixture.email, "--reset", "--password-stdin"],
      answers: [("", newPassword + "\n")],
      isDone: { fixture, _ in try await fixture.isPassword(newPassword, of: StoreFixture.email) }),
    Errand(
      arguments: ["session", "verify"], answers: [("", String(repeating: "A", count: 43) + "\n")], status: 77,
      calls: .readingStore,
      isDone: { _, output in !output.isEmpty }),
    Errand(
      arguments: ["session", "revoke", "--all"], answers: [],
      isDone: { fixture, _ in try await fixture.fixture.store.sessions(of: nil).isEmpty }),
    Errand(
      arguments: ["session", "list", "--json"], answers: [], calls: .readingStore,
      isDone: { _, output in output.split(separator: "\n").count == 1 && output.hasSuffix("}\n") }),
    Errand(
      arguments: ["activity", "--json"], answers: [], calls: .readingStore,
      isDone: { _, output in output.split(separator: "\n").count == 6 && output.hasSuffix("}\n") }),
  ]

  let fixture: RestorableFixture

  init() async throws {
    fixture = try await RestorableFixture.livedIn()
  }

  @Test("Each system call of a command fails in turn, with each error", .tags(.failuresLetNobodyIn), arguments: errands)
  func inCommand(errand: Errand) async throws {
    for error in try await errors(of: errand) {
      let complaints = try await complaints(of: errand, error.start, after: error)
      #expect(complaints == [], "\(error)")
    }
  }

  @Test(
    "A program that lies, crashes, stays silent or prints half of its result is detected", .tags(.failuresLetNobodyIn))
  func control() async throws {
    let errand = try #require(Self.errands.first)
    for (script, complaint) in [
      ("exit 0", "success, and not done"), ("kill -SEGV $$", "ended by signal \(SIGSEGV)"),
      ("exit 69", "status 69 without a sentence"), ("echo no >&2; exit 42", "unknown status 42"),
    ] {
      try fixture.begin()
      let outcome = try await run("/bin/sh", ["-c", script], errand)
      #expect(try await errand.complaints(of: outcome, in: fixture) == [complaint])
    }
    let list = try #require(Self.errands.last)
    let half = try await run("/bin/sh", ["-c", "echo '{}'"], list)
    #expect(try await list.complaints(of: half, in: fixture) == ["success, and not done"])
  }

  /// The system calls of an errand. Without errors it must succeed under strace.
  private func errors(of errand: Errand) async throws -> [InjectedError] {
    let complaints = try await complaints(of: errand, fixture.recorded)
    try #require(complaints == [])
    return try fixture.recordedErrors(of: errand, atMost: LongRun.rounds(3, promised: .max))
  }

  private func complaints(
    of errand: Errand, _ start: [String], after error: InjectedError? = nil
  ) async throws -> [String] {
    try fixture.begin()
    do {
      let outcome = try await run(start[0], start.dropFirst() + errand.arguments, errand)
      return try await errand.complaints(of: outcome, after: error, in: fixture)
    } catch is ChildProcess.TimedOut {
      return ["does not end"]
    }
  }

  private func run(_ program: String, _ arguments: [String], _ errand: Errand) async throws -> Errand.Outcome {
    let input = errand.answers.map(\.keys).joined()
    let finished = try await fixture.sandbox.start(program, arguments, input: .text(input)).finish(
      within: .seconds(60))
    return Errand.Outcome(ending: finished.ending, output: finished.output, hasSentence: !finished.errors.isEmpty)
  }
}
