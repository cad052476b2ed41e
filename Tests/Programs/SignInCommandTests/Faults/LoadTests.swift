import Foundation
import Identity
import SQLiteStore
import Secrets
import Store
import TestSupport
import Testing

@Suite("Many users at once", .fewAtOnce)
struct LoadTests {
  @Test(
    "sign in and search: none finds the store busy, no row is lost, and no wait is longer than the hashing",
    .tags(.answersAreKept))
  func load() async throws {
    // Given a store with one account per user
    let fixture = try await StoreFixture(settings: StoreFixture.quick)
    let sandbox = fixture.sandbox
    let (people, rounds) = (LongRun.rounds(8, promised: 50), LongRun.rounds(2, promised: 60))
    let hash = try Argon2id(memoryKiB: 19_456, passes: 2).hash(try password(StoreFixture.password))
    for person in 0..<people { _ = try await fixture.store.add(email("user\(person)@example.com"), hash) }
    // When all sign in at once, repeatedly, while others search
    let spent = Self.processorTime
    let start = ContinuousClock.now
    let signIns = Task {
      try await withThrowingTaskGroup(of: [(String, Duration)].self) { group in
        for person in 0..<people {
          group.addTask { try await Self.signIn("user\(person)@example.com", rounds, in: sandbox) }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
    }
    let searches = Task {
      try await withThrowingTaskGroup { group in
        for number in 0..<LongRun.rounds(1, promised: 5) {
          group.addTask {
            for _ in 0..<rounds {
              let options = ["--search", "signed-in", "--limit", "20", "--json"]
              let found = try await sandbox.run(["activity", "user\(number)@example.com"] + options)
              #expect(found.ending == .exited(0))
              #expect(found.errors.isEmpty)
            }
          }
        }
        try await group.waitForAll()
      }
    }
    let signedIn = try await signIns.value
    let wall = ContinuousClock.now - start
    try await searches.value
    // Then each is signed in, and recorded
    #expect(signedIn.count == people * rounds)
    let inspection = try StoreInspection(path: sandbox.path("signin.db"))
    #expect(inspection.faults.isEmpty)
    #expect(inspection.outcomes.count == people * rounds)
    #expect(inspection.outcomes.values.allSatisfy { $0 == "signed-in" })
    #expect(try await inspection.lost(of: signedIn.map(\.0)).isEmpty)
    // And no wait was much longer than all the work together, which is mostly hashing; a busy disk is not counted
    let work = (Self.processorTime - spent) / Double(ProcessInfo.processInfo.activeProcessorCount)
    let longest = signedIn.map(\.1).max() ?? .zero
    print("\(signedIn.count) sign-ins in \(wall), \(work) s of work for each processor, the longest \(longest)")
    if LongRun.isLong { #expect(longest < .seconds(5 + 4 * work / Double(rounds))) }
  }

  /// Signs in `count` times, and returns the tokens and the duration of each.
  private static func signIn(
    _ address: String, _ rounds: Int, in sandbox: Sandbox
  ) async throws -> [(String, Duration)] {
    var answers: [(String, Duration)] = []
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      let process = try sandbox.start(
        Sandbox.signin, ["--password-stdin", "--email", address, "--print", "token"],
        input: .text(StoreFixture.password + "\n"))
      let finished = try await process.finish(within: .seconds(120))
      #expect(finished.ending == .exited(0), "\(finished.errors)")
      #expect(finished.errors.isEmpty)
      answers.append((finished.output.trimmingCharacters(in: .newlines), ContinuousClock.now - start))
    }
    return answers
  }

  /// The processor time of all programs that have exited, in seconds.
  private static var processorTime: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }
}
