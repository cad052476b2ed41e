import Foundation
import SQLite
import Identity
import SQLiteStore
import Secrets
import Store
import TestSupport
import Testing

@Suite("Guessing by programs that don't wait", .fewAtOnce)
struct ThrottleEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  @Test(
    "An email with an account and one without are blocked alike", arguments: [StoreFixture.email, "eve@example.com"])
  func alike(_ address: String) async throws {
    try await fixture.plantFailures(13, of: email(address))
    let blocked = try await guess(address)
    #expect(blocked.ending == .exited(75))
    #expect(blocked.output.isEmpty)
    #expect(blocked.errors.wholeMatch(of: /signin: Too many attempts. Try again in 1[345] min \d+ s.\n/) != nil)
  }

  @Test("Of many wrong programs at once one gets an answer, and the others must wait", .tags(.guessingIsSlow))
  func atOnce() async throws {
    // Given twelve failures whose block is over: the next one blocks for a quarter of an hour
    try await fixture.plantFailures(12, of: email(StoreFixture.email), last: .seconds(900))
    // When many programs guess at once
    let programs = LongRun.rounds(8, promised: 50)
    let endings = try await atOnce(programs) { _ in try await guess(StoreFixture.email) }
    // Then one is answered
    #expect(endings.count { $0 == .exited(77) } == 1)
    #expect(endings.count { $0 == .exited(75) } == programs - 1)
  }

  @Test(
    "Of many right programs at once all sign in: of one owner, or of many people at one source", .tags(.guessingIsSlow))
  func rightAtOnce() async throws {
    try fixture.write(settings: "hash = { memory-kib = 19456, passes = 2 }")
    let people = LongRun.rounds(12, promised: 50)
    let hash = try Argon2id(memoryKiB: 19_456, passes: 2).hash(try password(StoreFixture.password))
    for person in 0..<people { _ = try await fixture.store.add(email("user\(person)@example.com"), hash) }
    // When the owner signs in many times at once, then each time succeeds
    let ofOwner = try await atOnce(people) { _ in try await guess("user0@example.com", StoreFixture.password) }
    #expect(ofOwner == Array(repeating: .exited(0), count: people))
    // And when all people do
    let ofAll = try await atOnce(people) { try await guess("user\($0)@example.com", StoreFixture.password) }
    #expect(ofAll == Array(repeating: .exited(0), count: people))
  }

  @Test("A form that waits for other attempts can be left, and nothing is on record")
  func leaving() async throws {
    // Given three attempts that are being verified elsewhere
    for host in 1...3 { _ = try await fixture.store.admit(email(StoreFixture.email), from: .at("host\(host)")) }
    // When the owner signs in meanwhile, and gives up
    let tmux = try await fixture.formAskingForPassword()
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "Signing in")
    try await tmux.press("Escape")
    try await tmux.wait(until: "the form is back") { $0.place(of: "Signing in") == nil }
    // Then only the three are in the log
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
    #expect(try await fixture.outcomes(of: email(StoreFixture.email)) == [.pending, .pending, .pending])
  }

  @Test("Eight people behind one gate, who each mistype once, all sign in", .tags(.guessingIsSlow))
  func gate() async throws {
    try fixture.write(
      settings: "hash = { memory-kib = 19456, passes = 2 }\nthrottle = { gate-uids = [\"\(getuid())\"] }")
    let hash = try Argon2id(memoryKiB: 19_456, passes: 2).hash(try password(StoreFixture.password))
    for person in 0..<8 { _ = try await fixture.store.add(email("user\(person)@example.com"), hash) }
    let wrong = try await atOnce(8) { try await guess("user\($0)@example.com") }
    #expect(wrong == Array(repeating: .exited(77), count: 8))
    let right = try await atOnce(8) { try await guess("user\($0)@example.com", StoreFixture.password) }
    #expect(right == Array(repeating: .exited(0), count: 8))
  }

  @Test("Many programs that guess constantly get no more attempts than one program", .tags(.guessingIsSlow))
  func ruleHolds() async throws {
    // Given programs that guess without pause
    let (programs, guesses) = (LongRun.rounds(4, promised: 50), LongRun.rounds(8, promised: 20))
    try await withThrowingTaskGroup { group in
      for _ in 0..<programs {
        group.addTask {
          for _ in 0..<guesses {
            let answer = try await guess(StoreFixture.email)
            #expect([.exited(75), .exited(77)].contains(answer.ending), "\(answer.errors)")
          }
        }
      }
      try await group.waitForAll()
    }
    // When the throttle judges the log again, one attempt at a time, then it would have allowed every answer
    let log = try await fixture.store.attempts(of: email(StoreFixture.email), before: nil, limit: 100_000)
    #expect(log.reduce(0) { $0 + $1.times } == programs * guesses)
    #expect(log.count { $0.outcome == .throttled } > 0)
    #expect(breaches(of: Throttle(), in: log.reversed()) == 0)
    // And a stricter throttle would not
    #expect(breaches(of: Throttle(firstBlockingFailure: 2), in: log.reversed()) > 0)
  }

  @Test(
    "A source that goes through many emails must wait, for any email; other sources need not", .tags(.guessingIsSlow))
  func spraying() async throws {
    // Given sixteen emails that failed from here, the last one just now
    let clock = ManualClock(SystemClock().now().advanced(by: .seconds(-60 * 15)))
    let store = SQLiteStore(file: StoreFile(path: sandbox.path("signin.db")), clock: clock)
    let here = AttemptSource(tty: "", uid: getuid(), host: "localhost", program: "signin")
    for number in 1...16 {
      guard
        case .admitted(let admission) = try await store.charge(
          email("user\(number)@example.com"), from: here, under: Throttle())
      else { throw AttemptBlocked() }
      try await store.settle(admission.attempt, as: .refused)
      if number < 16 { clock.advance(by: .seconds(60)) }
    }
    // Then the next email is blocked here, and so is a right password
    #expect(try await guess("user17@example.com").ending == .exited(75))
    #expect(try await guess(StoreFixture.email, StoreFixture.password).ending == .exited(75))
    // And inventing a host changes nothing
    #expect(try await guess("user17@example.com", from: "192.0.2.7").ending == .exited(75))
    // And what is blocked at emails that nobody has is one row
    let log = try await fixture.store.page(of: AttemptQuery(email: nil), before: nil, limit: 9).attempts
    #expect(log.filter { $0.email.isUnknown && $0.outcome == .throttled }.map(\.times) == [2])
    // But the administrator can clear it
    let cleared = try await sandbox.run(["throttle", "clear", "--source", here.counted.text])
    #expect(cleared.output == "Cleared 16 failures\n")
    #expect(try await guess(StoreFixture.email, StoreFixture.password).ending == .exited(0))
  }

  @Test("A host that the caller invents is neither believed nor shown", .tags(.guessingIsSlow))
  func inventedHost() async throws {
    for number in 1...3 {
      #expect(try await guess(StoreFixture.email, from: "192.0.2.\(number)").ending == .exited(77))
    }
    let log = try await fixture.store.attempts(of: email(StoreFixture.email), before: nil, limit: 9)
    #expect(log.map(\.source.host) == ["localhost", "localhost", "localhost"])
  }

  @Test("The owner gets in after a quarter of an hour, however often strangers fail", .tags(.guessingIsSlow))
  func cap() async throws {
    try await fixture.plantFailures(40, of: email(StoreFixture.email), last: .seconds(900))
    #expect(try await guess(StoreFixture.email, StoreFixture.password).ending == .exited(0))
  }

  @Test(
    "Setting the clock neither shortens nor extends a block", .tags(.guessingIsSlow),
    arguments: [31_536_000, -31_536_000])
  func clockSet(seconds: Int) async throws {
    // Given a user who is blocked for a quarter of an hour, which also stores the machine's start
    try await fixture.block()
    #expect(try await guess(StoreFixture.email).ending == .exited(75))
    // When the clock is set, so the stored times are off
    try await shift(
      ["throttle_run SET last = last - ?1, since = since - ?1", "machine_start SET moment = moment - ?1"],
      by: seconds)
    // Then the block continues as before
    let blocked = try await guess(StoreFixture.email)
    #expect(blocked.ending == .exited(75))
    #expect(blocked.errors.wholeMatch(of: /signin: Too many attempts. Try again in 1[345] min \d+ s.\n/) != nil)
    // And without the stored start it would not: the user would be free
    try await shift(["throttle_run SET last = last - ?1, since = since - ?1"], by: 31_536_000)
    #expect(try await guess(StoreFixture.email).ending == .exited(77))
  }

  /// Shifts the times in the store.
  private func shift(_ changes: [String], by seconds: Int) async throws {
    try Database(sharing: sandbox.path("signin.db")).transaction { db in
      for change in changes { try db.execute("UPDATE " + change, [seconds * 1000]) }
    }
  }

  /// The number of attempts in a log, oldest first, that were answered though `throttle` would not have allowed it. A
  /// failure counts from its answer on, which came a moment after the time in the log.
  private func breaches(of throttle: Throttle, in log: some Sequence<Attempt>) -> Int {
    var state = ThrottleState()
    var breaches = 0
    for attempt in log where attempt.outcome != .throttled {
      let key = ThrottleKey(email: attempt.email.key, source: attempt.source.counted)
      if throttle.judge(key, in: &state, at: attempt.time) != .admitted { breaches += 1 }
      state.pending[attempt.id] = PendingAttempt(key: key, charged: attempt.time)
      state.settle(attempt.id, of: key, hasFailed: true, at: attempt.time)
    }
    return breaches
  }

  /// Runs `body` many times at once, and returns how the programs ended.
  private func atOnce(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> ChildProcess.Finished
  ) async throws -> [ChildProcess.Ending] {
    try await withThrowingTaskGroup(of: ChildProcess.Ending.self) { group in
      for number in 0..<count { group.addTask { try await body(number).ending } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test("A program killed before the answer has used its attempt", .tags(.guessingIsSlow))
  func killed() async throws {
    // Given an account whose password takes seconds to verify, and whose next failure blocks for a quarter of an hour
    let slow = email("slow@example.com")
    try await fixture.addSlowAccount(slow)
    try await fixture.plantFailures(12, of: slow, last: .seconds(900))
    // When a program is killed during verification
    let program = try sandbox.start(
      Sandbox.signin, ["--password-stdin", "--email", slow.text], input: .text("wrong horse\n"))
    #expect(try await eventually { try await fixture.outcomes(of: slow).count > 12 })
    program.send(signal: SIGKILL)
    #expect(try await program.finish().ending == .signalled(SIGKILL))
    // Then that attempt counts at once, though it was never answered
    #expect(try await fixture.outcomes(of: slow).first == .pending)
    #expect(try await guess(slow.text).ending == .exited(75))
  }

  private func guess(
    _ address: String, _ password: String = "wrong horse", from host: String? = nil
  ) async throws -> ChildProcess.Finished {
    try await sandbox.run(
      ["--password-stdin", "--email", address], input: .text(password + "\n"),
      environment: ["SSH_CONNECTION": host.map { $0 + " 22" }])
  }
}
