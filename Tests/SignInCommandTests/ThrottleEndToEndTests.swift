import Foundation
import GRDB
import Identity
import IdentitySQLite
import TestSupport
import Testing

@Suite("Guessing by programs that don't wait", .fewAtOnce)
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
    #expect(blocked.errors.wholeMatch(of: /signin: Too many attempts. Try again in 1[345] min \d+ s.\n/) != nil)
  }

  @Test("Of many simultaneous programs one gets an attempt, and the others must wait")
  func atOnce() async throws {
    // Given twelve failures whose block is over: the next one blocks for a quarter of an hour
    try await household.plantFailures(12, of: email(Household.email), last: .seconds(900))
    // When many programs guess at once
    let programs = LongRun.rounds(8, promised: 50)
    let endings = try await withThrowingTaskGroup(of: ChildProcess.Ending.self) { group in
      for number in 0..<programs { group.addTask { try await guess(Household.email, from: "host\(number)").ending } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    // Then one is answered
    #expect(endings.count { $0 == .exited(77) } == 1)
    #expect(endings.count { $0 == .exited(75) } == programs - 1)
  }

  @Test("Many programs that guess constantly, from many sources, get exactly as many attempts as one program")
  func ruleHolds() async throws {
    // Given programs that guess without pause
    let (programs, guesses) = (LongRun.rounds(4, promised: 50), LongRun.rounds(8, promised: 20))
    try await withThrowingTaskGroup { group in
      for program in 0..<programs {
        group.addTask {
          for number in 0..<guesses {
            let answer = try await guess(Household.email, from: "host\(program)-\(number)")
            #expect([.exited(75), .exited(77)].contains(answer.ending), "\(answer.errors)")
          }
        }
      }
      try await group.waitForAll()
    }
    // When the throttle judges the log again, one attempt at a time, then it agrees with every outcome
    let log = try await household.store.attempts(of: email(Household.email), before: nil, limit: 100_000)
    #expect(log.count == programs * guesses)
    #expect(breaches(of: Throttle(), in: log.reversed()) == 0)
    // And a stricter throttle would not agree
    #expect(breaches(of: Throttle(firstBlockingFailure: 2), in: log.reversed()) > 0)
  }

  @Test("A source that goes through many emails must wait, for any email; other sources need not")
  func spraying() async throws {
    // Given thirteen emails that failed from here, the last one just now
    let clock = ManualClock(SystemClock().now().advanced(by: .seconds(-900 * 12)))
    let store = SQLiteStore(file: StoreFile(path: sandbox.path("signin.db")), clock: clock)
    let here = AttemptSource(tty: "", uid: getuid(), host: "here", program: "signin")
    for number in 1...13 {
      let charge = try await store.charge(email("user\(number)@example.com"), from: here, under: Throttle())
      if case .blocked = charge { Issue.record("user\(number) was blocked too early") }
      clock.advance(by: .seconds(900))
    }
    // Then the next email is blocked here, and so is a right password
    #expect(try await guess("user14@example.com", from: "here").ending == .exited(75))
    #expect(try await guess(Household.email, Household.password, from: "here").ending == .exited(75))
    // But not from another source
    #expect(try await guess("user14@example.com", from: "there").ending == .exited(77))
    #expect(try await guess(Household.email, Household.password, from: "there").ending == .exited(0))
  }

  @Test("The owner gets in after a quarter of an hour, however often strangers fail")
  func cap() async throws {
    try await household.plantFailures(40, of: email(Household.email), last: .seconds(900))
    #expect(try await guess(Household.email, Household.password).ending == .exited(0))
  }

  @Test("Setting the clock neither shortens nor extends a block", arguments: [31_536_000, -31_536_000])
  func clockSet(seconds: Int) async throws {
    // Given a user who is blocked for a quarter of an hour, which also stores the machine's start
    try await household.block()
    #expect(try await guess(Household.email).ending == .exited(75))
    // When the clock is set, so the stored times are off
    try await shift(
      ["throttle SET last = last - ?1, previous = previous - ?1", "machine_start SET moment = moment - ?1"],
      by: seconds)
    // Then the block continues as before
    let blocked = try await guess(Household.email)
    #expect(blocked.ending == .exited(75))
    #expect(blocked.errors.wholeMatch(of: /signin: Too many attempts. Try again in 1[345] min \d+ s.\n/) != nil)
    // And without the stored start it would not: the user would be free
    try await shift(["throttle SET last = last - ?1, previous = previous - ?1"], by: 31_536_000)
    #expect(try await guess(Household.email).ending == .exited(77))
  }

  /// Shifts the times in the store.
  private func shift(_ changes: [String], by seconds: Int) async throws {
    let queue = try DatabaseQueue(path: sandbox.path("signin.db"))
    try await queue.write { db in
      for change in changes { try db.execute(sql: "UPDATE " + change, arguments: [seconds * 1000]) }
    }
  }

  /// The number of attempts in a log, oldest first, whose outcomes contradict `throttle`.
  private func breaches(of throttle: Throttle, in log: some Sequence<Attempt>) -> Int {
    var run: FailureRun?
    var breaches = 0
    for attempt in log {
      switch throttle.judge(email: run, source: nil, at: attempt.time) {
      case .blocked: breaches += attempt.outcome == .throttled ? 0 : 1
      case .charged(let next, _):
        breaches += attempt.outcome == .refused ? 0 : 1
        run = next
      }
    }
    return breaches
  }

  @Test("A program killed before the answer has used its attempt")
  func killed() async throws {
    // Given an account whose password takes seconds to verify, and whose next failure blocks for a quarter of an hour
    let slow = email("slow@example.com")
    try await household.addSlowAccount(slow)
    try await household.plantFailures(12, of: slow, last: .seconds(900))
    // When a program is killed during verification
    let program = try sandbox.start(
      Sandbox.signin, ["--password-stdin", "--email", slow.text], input: .text("wrong horse\n"))
    #expect(try await eventually { try await household.outcomes(of: slow).count > 12 })
    program.send(signal: SIGKILL)
    #expect(try await program.finish().ending == .signalled(SIGKILL))
    // Then that attempt is charged, though it was never answered
    #expect(try await household.outcomes(of: slow).first == .pending)
    #expect(try await guess(slow.text).ending == .exited(75))
  }

  private func guess(
    _ address: String, _ password: String = "wrong horse", from host: String = ""
  ) async throws -> ChildProcess.Finished {
    try await sandbox.run(
      ["--password-stdin", "--email", address], input: .text(password + "\n"),
      environment: ["SSH_CONNECTION": host + " 22"])
  }
}
