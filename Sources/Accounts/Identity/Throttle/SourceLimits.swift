/// The limits for a source, and for all sources of one uid together. See Decisions/0082-throttle-waits.md.
///
/// A source counts different emails. An email counts, once, from its first failure there. It drops out at its next
/// success there, or ``memory`` after its last failure. From ``firstWaitingEmail`` on, each new email waits. So one
/// person's mistyped passwords do not slow a shared machine down, while password spraying is slow.
struct SourceLimits: Sendable, Hashable {
  /// An email drops out this long after its last failure.
  static let memory = Duration.seconds(3600)
  /// The longest wait for a new email.
  static let longestWait = Duration.seconds(60)

  /// The number of the first email that waits: 10 or 100.
  let firstWaitingEmail: Int
  /// The most attempts that are verified at once.
  let mostAtOnce: Int

  /// For one source.
  static let ofSource = SourceLimits(firstWaitingEmail: 10, mostAtOnce: 10)
  /// For one source of a uid that many people share. An administrator lists these uids.
  static let ofGate = SourceLimits(firstWaitingEmail: 100, mostAtOnce: 10)
  /// For a uid, from all hosts: a person who can fake hosts is still one uid. People behind a gate can't, so there only
  /// hosts count.
  static let ofUID = SourceLimits(firstWaitingEmail: 100, mostAtOnce: 100)

  /// How long a new email waits, counted from the time at which the newest of `emails` others came in.
  func wait(after emails: Int) -> Duration {
    guard emails >= firstWaitingEmail - 1 else { return .zero }
    return min(.seconds(Int64(1) << Int64(min(emails - firstWaitingEmail + 1, 6))), Self.longestWait)
  }

  /// Whether one more attempt may be verified. `state` holds nothing from elsewhere.
  func hasRoom(in state: ThrottleState) -> Bool { state.pending.count < mostAtOnce }

  /// Judges an attempt with `email` by what else came from its source. `state` holds nothing from elsewhere.
  func judge(_ email: String, in state: ThrottleState, at now: Timestamp) -> ThrottleVerdict {
    let failed = emails(in: state, at: now)
    let isFull = !hasRoom(in: state)
    guard !failed.contains(email) else { return isFull ? .mustWait : .admitted }
    let left = waitLeft(in: state, at: now)
    if left > .zero { return .blocked(seconds: left.secondsRoundedUp) }
    // As long as others may still fail, this one might come too early.
    let undecided = Set(state.pending.values.map(\.key.email)).subtracting(failed).subtracting([email])
    let mayComeTooEarly = !undecided.isEmpty && failed.count + undecided.count >= firstWaitingEmail - 1
    return isFull || mayComeTooEarly ? .mustWait : .admitted
  }

  /// The different emails that are counted at `now`.
  func emails(in state: ThrottleState, at now: Timestamp) -> Set<String> {
    Set(state.runs.filter { isCounted($0.value, at: now) }.keys.map(\.email))
  }

  /// How long a new email still waits.
  func waitLeft(in state: ThrottleState, at now: Timestamp) -> Duration {
    guard let newest = state.runs.values.filter({ isCounted($0, at: now) }).map(\.since).max() else { return .zero }
    return wait(after: emails(in: state, at: now).count) - now.since(newest)
  }

  private func isCounted(_ run: FailureRun, at now: Timestamp) -> Bool {
    run.failures > 0 && now.since(run.last) < Self.memory
  }
}

extension ThrottleState {
  /// The part that comes from certain sources.
  func filter(_ isWanted: (ThrottleSource) -> Bool) -> ThrottleState {
    ThrottleState(
      runs: runs.filter { isWanted($0.key.source) }, pending: pending.filter { isWanted($0.value.key.source) })
  }
}

extension Duration {
  /// Whole seconds, rounded up.
  var secondsRoundedUp: Int { Int((wholeMilliseconds + 999) / 1000) }
}
