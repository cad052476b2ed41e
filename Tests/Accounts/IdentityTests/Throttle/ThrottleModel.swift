import Identity

/// The rule of the throttle as a person would check it by hand: by reading a list of everything that happened.
struct ThrottleModel {
  private enum Event {
    case failed, succeeded, judged, waited, admitted
  }

  let throttle: Throttle
  private var events: [(key: ThrottleKey, event: Event, time: Timestamp)] = []
  private var pending: [AttemptID: PendingAttempt] = [:]

  init(throttle: Throttle) {
    self.throttle = throttle
  }

  mutating func admit(_ id: AttemptID, _ key: ThrottleKey, at now: Timestamp) {
    pending[id] = PendingAttempt(key: key, charged: now)
  }

  mutating func settle(_ id: AttemptID, hasFailed: Bool, at now: Timestamp) {
    let key = pending[id]?.key
    failOverdue(at: now)
    guard let key, pending.removeValue(forKey: id) != nil || !hasFailed else { return }
    events.append((key, hasFailed ? .failed : .succeeded, now))
  }

  mutating func judge(_ key: ThrottleKey, at now: Timestamp) -> ThrottleVerdict {
    failOverdue(at: now)
    let everything = failures(of: key.email)
    if let most = throttle.disablingFailure, everything.count >= most { return .disabled }
    for source in Set(events.map(\.key.source)) {
      events.append((ThrottleKey(email: key.email, source: source), .judged, now))
    }
    var seconds = 0
    var mustWait = false
    // The email
    let isHome = isHome(key, at: now)
    let homes = Set(events.map(\.key)).filter { self.isHome($0, at: now) }
    let isCounted = { (other: ThrottleKey) in
      other.email == key.email && (isHome ? other == key : !homes.contains(other))
    }
    let failed = failures(of: key.email) { isCounted(ThrottleKey(email: key.email, source: $0)) }
    if let last = failed.max() {
      let block = throttle.block(after: failed.count)
      seconds = left(block, last, now)
      let own = failures(of: key.email) { $0 == key.source }.max()
      if seconds <= 0, !isHome, block > .zero, let own, waits(beside: key, since: last, isCounted, failedBefore: own) {
        seconds = left(block + .seconds(30), last, now)
      }
    }
    if seconds > 0 && !isHome { events.append((key, .waited, now)) }
    let others = pending.values.count { isCounted($0.key) }
    if others > 0, failed.count + others >= throttle.firstBlockingFailure { mustWait = true }
    let all = pending.values.count { $0.key.email == key.email }
    if all > 0, let most = throttle.disablingFailure, everything.count + all >= most { mustWait = true }
    // The source, and the uid
    let tenth = throttle.gateUIDs.contains(key.source.uid) ? 100 : 10
    for (first, most, isMine) in [
      (tenth, 10, { @Sendable in $0 == key.source }), (100, 100, { @Sendable in $0.uid == key.source.uid }),
    ] as [(Int, Int, @Sendable (ThrottleSource) -> Bool)] {
      let counted = streaks(at: now).filter { isMine($0.key.source) }
      let emails = Set(counted.keys.map(\.email))
      let mine = pending.values.filter { isMine($0.key.source) }
      if mine.count >= most { mustWait = true }
      if isHome || emails.contains(key.email) || most == 100 && tenth == 100 { continue }
      if emails.count + 1 >= first, let newest = counted.values.max() {
        let wait = min(60, 1 << min(emails.count + 1 - first, 10))
        seconds = max(seconds, left(.seconds(wait), newest, now))
      }
      let open = Set(mine.map(\.key.email)).subtracting(emails).subtracting([key.email])
      if !open.isEmpty, emails.count + open.count + 1 >= first { mustWait = true }
    }
    if seconds <= 0 && !mustWait { events.append((key, .admitted, now)) }
    return seconds > 0 ? .blocked(seconds: seconds) : mustWait ? .mustWait : .admitted
  }

  /// Whether the last success there is less than 30 days old.
  private func isHome(_ key: ThrottleKey, at now: Timestamp) -> Bool {
    events.contains { $0.key == key && $0.event == .succeeded && now.since($0.time) < .seconds(2_592_000) }
  }

  /// Whether a source waits that has failed earlier than `own`, or not at all.
  private func waits(
    beside key: ThrottleKey, since last: Timestamp, _ isCounted: (ThrottleKey) -> Bool, failedBefore own: Timestamp
  ) -> Bool {
    Set(events.map(\.key)).contains { other in
      guard other != key, isCounted(other) else { return false }
      let turns = events.filter { $0.key == other && [.waited, .admitted, .succeeded].contains($0.event) }
      guard let turn = turns.last, turn.event == .waited, turn.time >= last else { return false }
      return failures(of: key.email) { $0 == other.source }.max().map { $0 < own } ?? true
    }
  }

  private mutating func failOverdue(at now: Timestamp) {
    for (id, attempt) in pending where now.since(attempt.charged) >= .seconds(20) {
      pending[id] = nil
      events.append((attempt.key, .failed, attempt.charged.advanced(by: .seconds(20))))
    }
  }

  /// The times of the failures in a row of an email; those that were too old when the email was judged are forgotten.
  private func failures(
    of email: String, from isWanted: (ThrottleSource) -> Bool = { _ in true }
  ) -> [Timestamp] {
    var times: [ThrottleSource: [Timestamp]] = [:]
    for (key, event, time) in events.sorted(by: { $0.time < $1.time }) where key.email == email && isWanted(key.source)
    {
      switch event {
      case .waited, .admitted: break
      case .failed: times[key.source, default: []].append(time)
      case .succeeded: times[key.source] = []
      case .judged:
        if let last = times[key.source]?.last, time.since(last) >= throttle.memory { times[key.source] = [] }
      }
    }
    return times.values.flatMap { $0 }
  }

  /// The pairs that a source counts at `now`, with the time from which it does.
  private func streaks(at now: Timestamp) -> [ThrottleKey: Timestamp] {
    var streaks: [ThrottleKey: (since: Timestamp, last: Timestamp)] = [:]
    for (key, event, time) in events.sorted(by: { $0.time < $1.time }) {
      switch event {
      case .failed:
        let streak = streaks[key].flatMap { time.since($0.last) < .seconds(3600) ? $0 : nil }
        streaks[key] = (streak?.since ?? time, time)
      case .succeeded: streaks[key] = nil
      case .judged, .waited, .admitted: break
      }
    }
    return streaks.filter { now.since($0.value.last) < .seconds(3600) }.mapValues(\.since)
  }

  private func left(_ wait: Duration, _ start: Timestamp, _ now: Timestamp) -> Int {
    Int(((wait - now.since(start)) / .seconds(1)).rounded(.up))
  }
}
