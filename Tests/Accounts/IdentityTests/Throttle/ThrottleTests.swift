import Identity
import TestSupport
import Testing

@Suite("The throttle")
struct ThrottleTests {
  private let throttle = Throttle()
  private let noon = Timestamp(milliseconds: 43_200_000_000)
  private let ann = ThrottleKey(email: "ann@example.com", source: ThrottleSource(uid: 7, host: "here"))

  @Test(
    "blocks from the third failure on, doubling up to 15 minutes",
    arguments: [
      (0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (5, 4), (6, 8), (7, 16), (8, 32), (9, 64), (10, 128), (11, 256),
      (12, 512), (13, 900), (14, 900), (1_000, 900), (Int.max, 900), (-5, 0),
    ])
  func block(failures: Int, seconds: Int) {
    #expect(throttle.block(after: failures) == .seconds(seconds))
  }

  @Test("is reported soon, however many emails and hosts strangers invent", .timeLimit(.minutes(1)))
  func reportOfMany() {
    var state = ThrottleState()
    for number in 0..<8_000 {
      let source = ThrottleSource(uid: 7, host: "host\(number)")
      state.runs[ThrottleKey(email: "person\(number)@example.com", source: source)] = run(1, ago: .seconds(1))
    }
    let report = ThrottleReport(state, under: throttle, at: noon)
    #expect(report.entries.count == 16_001, "each email, each source, and the uid")
  }

  @Test("follows its parameters")
  func parameters() {
    let strict = Throttle(firstBlockingFailure: 1, longestBlock: .seconds(3), memory: .seconds(60))
    #expect(strict.block(after: 1) == .seconds(1))
    #expect(strict.block(after: 2) == .seconds(2))
    #expect(strict.block(after: 3) == .seconds(3))
    #expect(verdict(strict, run(9, ago: .seconds(60))) == .admitted)
  }

  @Test("counts down the seconds left, rounded up", arguments: [(0, 4), (1, 4), (1_000, 3), (3_999, 1)])
  func secondsLeft(passed: Int64, left: Int) {
    let run = run(5, ago: .milliseconds(passed))
    #expect(verdict(throttle, run) == .blocked(seconds: left))
    #expect(throttle.secondsBlocked(ann, in: ThrottleState(runs: [ann: run]), at: noon) == left)
  }

  @Test("ends a block at its last millisecond")
  func blockEnds() {
    #expect(verdict(throttle, run(5, ago: .seconds(4))) == .admitted)
    let state = ThrottleState(runs: [ann: run(5, ago: .seconds(4))])
    #expect(throttle.secondsBlocked(ann, in: state, at: noon) == nil)
  }

  @Test("adds up the failures of an email from all sources, since the last of them")
  func allSources() {
    let elsewhere = ThrottleKey(email: ann.email, source: ThrottleSource(uid: 8, host: "there"))
    var state = ThrottleState(runs: [ann: run(2, ago: .seconds(3)), elsewhere: run(3, ago: .seconds(1))])
    #expect(throttle.judge(ann, in: &state, at: noon) == .blocked(seconds: 3))
  }

  @Test("blocks for the longer of two waits, of the email and of its source", arguments: [(13, 9, 900), (3, 15, 60)])
  func longerWait(failures: Int, emails: Int, seconds: Int) {
    // Given failures with an email elsewhere, and a source that has failed with other emails
    let elsewhere = ThrottleKey(email: ann.email, source: ThrottleSource(uid: 8, host: "there"))
    var state = ThrottleState(runs: [elsewhere: run(failures, ago: .zero)])
    for number in 0..<emails {
      state.runs[ThrottleKey(email: "person\(number)@example.com", source: ann.source)] = run(1, ago: .zero)
    }
    // Then an attempt with both waits for both
    #expect(throttle.judge(ann, in: &state, at: noon) == .blocked(seconds: seconds))
  }

  @Test("forgets a run after 12 hours without a failure, not a millisecond before")
  func forgets() {
    let quiet = Duration.seconds(12 * 3600)
    var state = ThrottleState(runs: [ann: run(9, ago: quiet)])
    #expect(throttle.judge(ann, in: &state, at: noon) == .admitted)
    #expect(state == ThrottleState())
    state = ThrottleState(runs: [ann: run(2, ago: quiet - .milliseconds(1))])
    #expect(throttle.judge(ann, in: &state, at: noon) == .admitted)
    #expect(state.runs.count == 1)
  }

  @Test("treats a future time as now, so a clock set back does not extend a block")
  func clockSetBack() {
    // Given a run whose last failure is a year in the future, and an attempt that is pending since then
    let year = noon.advanced(by: .seconds(31_536_000))
    var state = ThrottleState(
      runs: [ann: FailureRun(failures: 5, since: year, last: year)],
      pending: [.sample(1): PendingAttempt(key: ann, charged: year)])
    // When the user makes an attempt now, then it is blocked as if the failure were now, and the times are corrected
    #expect(throttle.judge(ann, in: &state, at: noon) == .blocked(seconds: 4))
    #expect(state.runs[ann] == FailureRun(failures: 5, since: noon, last: noon))
    #expect(state.pending[.sample(1)]?.charged == noon)
  }

  @Test("counts an attempt whose process has ended at once, and waits 20 s for any other")
  func abandoned() {
    // Given two failures, and an attempt that is pending
    func state(isAbandoned: Bool) -> ThrottleState {
      ThrottleState(
        runs: [ann: run(2, ago: .zero)],
        pending: [.sample(1): PendingAttempt(key: ann, charged: noon, isAbandoned: isAbandoned)])
    }
    // When the next attempt is made
    var (alive, ended) = (state(isAbandoned: false), state(isAbandoned: true))
    // Then it waits for the one, and the other is the third failure
    #expect(throttle.judge(ann, in: &alive, at: noon) == .mustWait)
    #expect(throttle.judge(ann, in: &ended, at: noon) == .blocked(seconds: 1))
    #expect(ended.runs[ann]?.failures == 3)
    #expect(ended.pending.isEmpty)
  }

  @Test("counts an attempt that took too long, even if its answer is right and not the last one")
  func passedTooLate() {
    for (seconds, failures) in [(19, nil), (20, 1)] as [(Int, Int?)] {
      let pending = PendingAttempt(key: ann, charged: noon.advanced(by: .seconds(-seconds)))
      var state = ThrottleState(pending: [.sample(1): pending])
      state.pass(.sample(1), at: noon)
      #expect(state.runs[ann]?.failures == failures)
      #expect(state.pending.isEmpty)
    }
  }

  @Test("survives a state that only a damaged store can hold")
  func damaged() {
    let old = Timestamp(milliseconds: .min)
    for failures in [Int.min, -1, 0, .max] {
      for time in [old, noon, Timestamp(milliseconds: .max)] {
        let elsewhere = ThrottleKey(email: ann.email, source: ThrottleSource(uid: 8, host: ""))
        let run = FailureRun(failures: failures, since: time, last: time)
        var state = ThrottleState(
          runs: [ann: run, elsewhere: run],
          pending: [.sample(.min): PendingAttempt(key: ann, charged: old)])
        for rule in [throttle, Throttle(firstBlockingFailure: .max, disablingFailure: .max)] {
          _ = rule.judge(ann, in: &state, at: noon)
          _ = rule.secondsBlocked(ann, in: state, at: noon)
          _ = ThrottleReport(state, under: rule, at: noon)
          state.settle(.sample(.max), of: ann, hasFailed: true, at: noon)
        }
      }
    }
  }

  @Test("reports what it counts, and for how long each is blocked")
  func report() {
    // Given an email with failures from two hosts of a uid, and a disabled one
    let there = ThrottleSource(uid: 7, host: "2001:db8::1")
    let bob = ThrottleKey(email: "bob@example.com", source: there)
    let state = ThrottleState(runs: [
      ann: run(2, ago: .zero), ThrottleKey(email: ann.email, source: there): run(2, ago: .zero),
      bob: run(100, ago: .seconds(900_000)),
    ])
    let report = ThrottleReport(state, under: Throttle(disablingFailure: 100), at: noon)
    // Then bob's old failures count for himself only
    #expect(
      report.entries.map(\.subject) == [
        .email("ann@example.com"), .email("bob@example.com"), .source(there), .source(ann.source), .uid(7),
      ])
    #expect(report.entries.map(\.count) == [4, 100, 1, 1, 1])
    #expect(report.entries.map(\.block) == [.seconds(2), .untilCleared, .none, .none, .none])
    // And where ann is at home, her failures are an entry of their own
    var home = state
    home.pairs[ann] = self.home(ago: .zero)
    let apart = ThrottleReport(home, under: throttle, at: noon).entries.prefix(2)
    #expect(apart.map(\.subject) == [.email("ann@example.com"), .pair(ann)])
    #expect(apart.map(\.count) == [2, 2])
    #expect(apart.map(\.block) == [.none, .none])
  }

  @Test("reports an attempt that nobody settles any more as a failure, and a failure in the future as one of now")
  func reportOfLateAttempts() {
    let pending = PendingAttempt(key: ann, charged: noon.advanced(by: .seconds(-20)))
    let late = ThrottleState(runs: [ann: run(2, ago: .seconds(60))], pending: [.sample(1): pending])
    let report = ThrottleReport(late, under: throttle, at: noon)
    #expect(report.entries.map(\.subject) == [.email(ann.email), .source(ann.source)])
    #expect(report.entries.map(\.count) == [3, 1])
    #expect(report.entries.map(\.block) == [.seconds(1), .none])
    let ahead = ThrottleState(runs: [ann: run(3, ago: .seconds(-60))])
    #expect(ThrottleReport(ahead, under: throttle, at: noon).entries.first?.block == .seconds(1))
    let empty = ThrottleState(runs: [ann: run(0, ago: .zero)])
    #expect(ThrottleReport(empty, under: throttle, at: noon).entries.isEmpty)
  }

  @Test("reports how long a source blocks emails that are new to it", arguments: [(8, 0), (9, 1), (10, 2), (15, 60)])
  func reportOfSource(emails: Int, seconds: Int) throws {
    var state = ThrottleState()
    for number in 0..<emails {
      state.runs[ThrottleKey(email: "person\(number)@example.com", source: ann.source)] = run(1, ago: .zero)
    }
    let entry = try #require(ThrottleReport(state, under: throttle, at: noon).entries.last)
    #expect(entry.subject == .source(ann.source))
    #expect(entry.count == emails)
    #expect(entry.block == (seconds == 0 ? .none : .seconds(seconds)))
  }

  @Test("does not count strangers where the user has signed in within 30 days", .tags(.guessingIsSlow))
  func atHome() {
    // Given an owner at home, and a stranger who has failed ten times
    let stranger = ThrottleKey(email: ann.email, source: ThrottleSource(uid: 8, host: "there"))
    var state = ThrottleState(runs: [stranger: run(10, ago: .zero)], pairs: [ann: home(ago: .zero)])
    // Then the stranger waits, and the owner does not
    #expect(throttle.judge(ann, in: &state, at: noon) == .admitted)
    #expect(throttle.judge(stranger, in: &state, at: noon) == .blocked(seconds: 128))
    // And the owner's own failures count there, and nowhere else
    state.runs[ann] = run(3, ago: .zero)
    #expect(throttle.judge(ann, in: &state, at: noon) == .blocked(seconds: 1))
    state.runs[stranger] = nil
    #expect(throttle.judge(stranger, in: &state, at: noon) == .admitted)
    // And after 30 days they are a stranger
    state.pairs[ann] = home(ago: ThrottlePair.memory)
    #expect(throttle.judge(stranger, in: &state, at: noon) == .blocked(seconds: 1))
  }

  @Test("does not count invented emails where the user has signed in", .tags(.guessingIsSlow))
  func atHomeBehindAGate() {
    let gate = Throttle(gateUIDs: [7])
    for rule in [throttle, gate] {
      var state = ThrottleState(pairs: [ann: home(ago: .seconds(60))])
      for number in 0..<200 {
        state.runs[ThrottleKey(email: "nobody\(number)@example.com", source: ann.source)] = run(1, ago: .zero)
      }
      #expect(rule.judge(ann, in: &state, at: noon) == .admitted)
      // And behind a gate nobody waits for another host
      let new = ThrottleKey(email: "new@example.com", source: ThrottleSource(uid: 7, host: "elsewhere"))
      #expect(rule.judge(new, in: &state, at: noon) == (rule == gate ? .admitted : .blocked(seconds: 60)))
    }
  }

  @Test("counts no run without a failure, which only a damaged store has")
  func runsOfNothing() {
    let elsewhere = ThrottleKey(email: ann.email, source: ThrottleSource(uid: 8, host: "there"))
    for nothing in [0, -1, .min] {
      var state = ThrottleState(runs: [ann: run(3, ago: .seconds(1)), elsewhere: run(nothing, ago: .zero)])
      #expect(throttle.secondsBlocked(ann, in: state, at: noon) == nil)
      #expect(throttle.judge(ann, in: &state, at: noon) == .admitted)
    }
  }

  /// The attempts with these keys that are verified in a day by somebody who makes each as early as the rule allows.
  private func verified(_ keys: [ThrottleKey], _ state: ThrottleState = ThrottleState(), gates: Set<UInt32> = []) -> Int
  {
    let throttle = Throttle(gateUIDs: gates)
    var (state, now, count) = (state, noon, 0)
    let end = noon.advanced(by: .seconds(86_400))
    while now < end {
      var next = Int.max
      for key in keys {
        switch throttle.judge(key, in: &state, at: now) {
        case .admitted:
          count += 1
          state.runs[key] = FailureRun(
            failures: (state.runs[key]?.failures ?? 0) + 1, since: state.runs[key]?.since ?? now, last: now)
          next = 0
        case .blocked(let seconds): next = min(next, seconds)
        case .mustWait, .disabled: Issue.record("Nothing is pending.")
        }
      }
      now = now.advanced(by: .seconds(next))
    }
    return count
  }

  @Test(
    "verifies at most 108 guesses at an email in a day, from however many sources", .tags(.guessingIsSlow),
    arguments: [1, 2, 40])
  func guessesAtOneEmail(sources: Int) {
    let keys = (0..<sources).map {
      ThrottleKey(email: ann.email, source: ThrottleSource(uid: 1000 + UInt32($0), host: "a"))
    }
    #expect((100...108).contains(verified(keys)))
    // And as many again for each place where its owner has signed in, if the guesser is there
    var homes = ThrottleState()
    homes.pairs[keys[0]] = ThrottlePair(succeeded: noon)
    #expect(verified(keys, homes) <= 2 * 108)
  }

  @Test(
    "verifies at most 9 emails and one a minute more from a source, and 99 from a person", .tags(.guessingIsSlow),
    arguments: [(1, 9), (20, 99)])
  func guessesAtManyEmails(sources: Int, first: Int) {
    // Given three thousand emails, each tried once
    let hosts = (0..<sources).map { ThrottleSource(uid: 1000, host: "host\($0)") }
    var (state, now, count, number) = (ThrottleState(), noon, 0, 0)
    let end = noon.advanced(by: .seconds(3600))
    while now < end {
      let key = ThrottleKey(email: "guest\(number)@example.com", source: hosts[number % sources])
      switch throttle.judge(key, in: &state, at: now) {
      case .admitted:
        count += 1
        number += 1
        state.runs[key] = FailureRun(failures: 1, since: now, last: now)
      case .blocked(let seconds): now = now.advanced(by: .seconds(seconds))
      case .mustWait, .disabled: Issue.record("Nothing is pending.")
      }
    }
    // The first minutes' waits are shorter.
    #expect((first...first + 66).contains(count))
  }

  @Test("verifies at most 108 guesses at each of many emails from many persons in a day", .tags(.guessingIsSlow))
  func guessesAtManyEmailsFromMany() {
    let keys = (0..<6).flatMap { email in
      (0..<6).map { ThrottleKey(email: "guest\(email)@example.com", source: ThrottleSource(uid: 1000 + $0, host: "a")) }
    }
    #expect((600...648).contains(verified(keys)))
  }

  @Test("remembers who signed in for 30 days, and who waits for an hour, and no longer")
  func memoryOfPairs() {
    let (home, line) = (ThrottlePair(succeeded: noon), ThrottlePair(waiting: noon))
    let other = ThrottleKey(email: "bob@example.com", source: ann.source)
    for (pair, days, seconds) in [(home, 30, 0), (line, 0, 3600)] {
      var state = ThrottleState(pairs: [ann: pair])
      let end = noon.advanced(by: .seconds(days * 86_400 + seconds))
      _ = throttle.judge(other, in: &state, at: end.advanced(by: .milliseconds(-1)))
      #expect(state.pairs[ann] == pair)
      _ = throttle.judge(other, in: &state, at: end)
      #expect(state.pairs[ann] == nil)
    }
  }

  private func home(ago: Duration) -> ThrottlePair { ThrottlePair(succeeded: noon.advanced(by: .zero - ago)) }

  @Test("agrees with a simple model, whatever happens in whatever order", arguments: 0..<40 as Range<UInt64>)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let throttle = Throttle(
      firstBlockingFailure: [1, 3].randomElement(using: &random) ?? 3, longestBlock: .seconds(100),
      memory: .seconds(7200), disablingFailure: [nil, 12].randomElement(using: &random) ?? nil, gateUIDs: [9])
    var model = ThrottleModel(throttle: throttle)
    var state = ThrottleState()
    var now = noon
    for step in 0..<300 {
      let pauses: [Int] = [0, 0, 0, 1, 2, 10, 21, 31, 60, 3_600, 7_200, 2_592_000]
      now = now.advanced(by: .seconds(pauses.randomElement(using: &random) ?? 0))
      if let (id, attempt) = state.pending.min(by: { $0.key < $1.key }), Bool.random(using: &random) {
        let hasFailed = Int.random(in: 0..<4, using: &random) > 0
        state.settle(id, of: attempt.key, hasFailed: hasFailed, at: now)
        model.settle(id, hasFailed: hasFailed, at: now)
      } else {
        let key = ThrottleKey(
          email: "guest\(Int.random(in: 0..<14, using: &random))@example.com",
          source: ThrottleSource(
            uid: .random(in: 8...9, using: &random), host: "host\(Int.random(in: 0..<2, using: &random))"))
        let verdict = throttle.judge(key, in: &state, at: now)
        #expect(verdict == model.judge(key, at: now), "seed \(seed), step \(step)")
        guard verdict == .admitted else { continue }
        state.pending[.sample(Int64(step))] = PendingAttempt(key: key, charged: now)
        model.admit(.sample(Int64(step)), key, at: now)
      }
    }
  }

  private func verdict(_ throttle: Throttle, _ run: FailureRun) -> ThrottleVerdict {
    var state = ThrottleState(runs: [ann: run])
    return throttle.judge(ann, in: &state, at: noon)
  }

  private func run(_ failures: Int, ago: Duration) -> FailureRun {
    let last = noon.advanced(by: .zero - ago)
    return FailureRun(failures: failures, since: last, last: last)
  }
}
