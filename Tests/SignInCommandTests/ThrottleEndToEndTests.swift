import Foundation
import Identity
import TestSupport
import Testing

@Suite("Guessing, by programs that do not wait", .fewAtOnce)
struct ThrottleEndToEndTests {
  let household: Household
  var sandbox: Sandbox { household.sandbox }

  init() async throws {
    household = try await Household()
  }

  @Test("An email with an account and one without are blocked alike", arguments: [Household.email, "eve@example.com"])
  func alike(_ address: String) async throws {
    try await household.plantFailures(13, of: email(address))
    let blocked = try await guess(address)
    #expect(blocked.ending == .exited(75))
    #expect(blocked.output.isEmpty)
    let sentence = try #require(blocked.errors.wholeMatch(of: /signin: Too many attempts. Try again in (\d+) s.\n/))
    #expect((800...900).contains(Int(sentence.1) ?? 0))
  }

  @Test("Of many programs at once one gets a try, and the others have to wait")
  func atOnce() async throws {
    // Given twelve failures, whose block is over: the next one blocks for a quarter of an hour
    try await household.plantFailures(12, of: email(Household.email), last: .seconds(900))
    // When eight programs guess at once
    let endings = try await withThrowingTaskGroup(of: ChildProcess.Ending.self) { group in
      for _ in 0..<8 { group.addTask { try await guess(Household.email).ending } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    // Then one was answered
    #expect(endings.count { $0 == .exited(77) } == 1)
    #expect(endings.count { $0 == .exited(75) } == 7)
  }

  @Test("A program that is killed before the answer has had its try")
  func killed() async throws {
    // Given an account whose password takes seconds to verify, and whose next failure blocks for a quarter of an hour
    let slow = email("slow@example.com")
    try await household.addSlowAccount(slow)
    try await household.plantFailures(12, of: slow, last: .seconds(900))
    // When a program is killed while it verifies
    let program = try sandbox.start(
      Sandbox.signin, ["--password-stdin", "--email", slow.text], input: .text("wrong horse\n"))
    let deadline = ContinuousClock.now + .seconds(20)
    while try await household.outcomes(of: slow).count == 12, ContinuousClock.now < deadline { await Task.yield() }
    program.send(signal: SIGKILL)
    #expect(try await program.finish().ending == .signalled(SIGKILL))
    // Then that try is charged, though it never got its answer
    #expect(try await household.outcomes(of: slow).first == .pending)
    #expect(try await guess(slow.text).ending == .exited(75))
  }

  private func guess(_ address: String) async throws -> ChildProcess.Finished {
    try await sandbox.run(["--password-stdin", "--email", address], input: .text("wrong horse\n"))
  }
}
