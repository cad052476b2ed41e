import Identity

/// The rule of the throttle as a person would check it by hand: by reading a list of everything that happened.
struct ThrottleModel {
  private enum Event {
    case failed, succeeded, judged
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
    let everything = failures(of: key.email, at: nil)
    if let most = throttle.disablingFailure, everything.count >= most { return .disabled }
    for source in Set(events.map(\.key.source)) {
      events.append((ThrottleKey(email: key.email, source: source), .judged, now))
    }
    var seconds = 0
    var mustWait = false
    // The email
    let failed = failures(of: key.email, at: now)
    if let last = failed.max() { seconds = left(throttle.block(after: failed.count), last, now) }
    let others = pending.values.count { $0.key.email == key.email }
    if others > 0, failed.count + others >= min(throttle.firstBlockingFailure, throttle.disablingFailure ?? .max) {
      mustWait = true
    }
    // The source, and the uid
    let tenth = throttle.gateUIDs.contains(key.source.uid) ? 100 : 10
    for (first, most, isMine) in [
      (tenth, 10, { @Sendable in $0 == key.source }), (100, 100, { @Sendable in $0.uid == key.source.uid }),
    ] as [(Int, Int, @Sendable (ThrottleSource) -> Bool)] {
      let counted = streaks(at: now).filter { isMine($0.key.source) }
      let emails = Set(counted.keys.map(\.email))
      let mine = pending.values.filter { isMine($0.key.source) }
      if mine.count >= most { mustWait = true }
      if emails.contains(key.email) { continue }
      if emails.count + 1 >= first, let newest = counted.values.max() {
        let wait = min(60, 1 << min(emails.count + 1 - first, 10))
        seconds = max(seconds, left(.seconds(wait), newest, now))
      }
      let open = Set(mine.map(\.key.email)).subtracting(emails).subtracting([key.email])
      if !open.isEmpty, emails.count + open.count + 1 >= first { mustWait = true }
    }
    return seconds > 0 ? .blocked(seconds: seconds) : mustWait ? .mustWait : .admitted
  }

  private mutating func failOverdue(at now: Timestamp) {
    for (id, attempt) in pending where now.since(attempt.charged) >= .seconds(20) {
      pending[id] = nil
      events.append((attempt.key, .failed, attempt.charged.advanced(by: .seconds(20))))
    }
  }

  /// The times of the failures in a row of an email; those that were too old when the email was judged are forgotten.
  private func failures(of email: String, at now: Timestamp?) -> [Timestamp] {
    var times: [ThrottleSource: [Timestamp]] = [:]
    for (key, event, time) in events.sorted(by: { $0.time < $1.time }) where key.email == email {
      switch event {
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
      case .judged: break
      }
    }
    return streaks.filter { now.since($0.value.last) < .seconds(3600) }.mapValues(\.since)
  }

  private func left(_ wait: Duration, _ start: Timestamp, _ now: Timestamp) -> Int {
    Int(((wait - now.since(start)) / .seconds(1)).rounded(.up))
  }
}
