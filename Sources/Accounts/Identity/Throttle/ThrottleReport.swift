/// The failures that the throttle counts at one moment, for an administrator.
public struct ThrottleReport: Sendable, Hashable {
  /// An email, a source or a uid, with its count.
  public struct Entry: Sendable, Hashable {
    /// The owner of the count.
    public enum Subject: Sendable, Hashable {
      /// An email: the failures of strangers in a row are counted.
      case email(String)
      /// An email at a source where it is at home: the failures there are counted apart.
      case pair(ThrottleKey)
      /// A source: its different emails with a failure are counted.
      case source(ThrottleSource)
      /// All sources of a uid together, counted in the same way.
      case uid(UInt32)
    }

    /// Whether attempts are admitted.
    public enum Block: Sendable, Hashable {
      /// Attempts are admitted.
      case none
      /// No attempts for that many seconds. At a source, this concerns only emails that are new to it.
      case seconds(Int)
      /// No attempts until an administrator clears the failures.
      case untilCleared
    }

    /// The email, source or uid.
    public let subject: Subject
    /// The failures in a row, or the different emails.
    public let count: Int
    /// Whether it is blocked.
    public let block: Block
  }

  /// The entries: emails first, each before the sources where it is at home and has failed, then sources, then uids with more than one source; each in the order of their texts.
  public let entries: [Entry]

  /// The report on `state` at `now`, by the rule of `throttle`.
  public init(_ state: ThrottleState, under throttle: Throttle, at now: Timestamp) {
    var state = state
    state.advance(to: now)
    // Grouped first, because strangers decide how many emails there are.
    let byEmail = state.grouped(by: \.email)
    let emails = byEmail.keys.sorted().flatMap { email -> [Entry] in
      let state = byEmail[email] ?? ThrottleState()
      let runs = state.runs(of: email)
      if throttle.isDisabled(runs) {
        return [Entry(subject: .email(email), count: runs.failures, block: .untilCleared)]
      }
      let homes = state.runs.keys.filter { state.isAtHome($0) }.sorted { $0.source.text < $1.source.text }
      let stranger = state.runs.keys.first { !state.isAtHome($0) }
      let subjects: [(ThrottleKey, Entry.Subject)] =
        (stranger.map { [($0, .email(email))] } ?? []) + homes.map { ($0, .pair($0)) }
      return subjects.compactMap { key, subject in Entry(subject, throttle, key, state, at: now) }
    }
    let bySource = state.grouped(by: \.source)
    let sources = bySource.keys.sorted { $0.text < $1.text }
    let ofSources = sources.compactMap { source in
      Entry(.source(source), throttle.limits(of: source), bySource[source] ?? ThrottleState(), at: now)
    }
    let shared = Dictionary(grouping: sources, by: \.uid).filter { $0.value.count > 1 }.keys.sorted()
    let ofUIDs = shared.compactMap { uid in Entry(.uid(uid), .ofUID, state.filter { $0.uid == uid }, at: now) }
    entries = emails + ofSources + ofUIDs
  }
}

extension ThrottleState {
  /// The runs of each group. A report needs no pending attempts.
  fileprivate func grouped<Group: Hashable>(by group: (ThrottleKey) -> Group) -> [Group: ThrottleState] {
    var groups: [Group: ThrottleState] = [:]
    for (key, run) in runs {
      groups[group(key), default: ThrottleState()].runs[key] = run
      groups[group(key)]?.pairs[key] = pairs[key]
    }
    return groups
  }
}

extension ThrottleReport.Entry {
  /// Nil if nothing is counted.
  fileprivate init?(
    _ subject: Subject, _ throttle: Throttle, _ key: ThrottleKey, _ state: ThrottleState, at now: Timestamp
  ) {
    let count = state.runs(for: key).values.filter { throttle.isRemembered($0, at: now) }.failures
    guard count > 0 else { return nil }
    let seconds = throttle.secondsBlocked(key, in: state, at: now)
    self.init(subject: subject, count: count, block: seconds.map { .seconds($0) } ?? .none)
  }

  /// Nil if nothing is counted.
  fileprivate init?(_ subject: Subject, _ limits: SourceLimits, _ state: ThrottleState, at now: Timestamp) {
    let count = limits.emails(in: state, at: now).count
    guard count > 0 else { return nil }
    let left = limits.waitLeft(in: state, at: now)
    self.init(subject: subject, count: count, block: left > .zero ? .seconds(left.secondsRoundedUp) : .none)
  }
}
