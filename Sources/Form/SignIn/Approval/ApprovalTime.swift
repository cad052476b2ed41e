import Signals

/// How long a code is still good.
public enum ApprovalTime: Hashable, Sendable {
  /// So many minutes, rounded up, and more than one.
  case minutes(Int)
  /// So many seconds of the last minute, rounded up.
  case seconds(Int)
  /// It has ended, and the next one comes.
  case over

  init(_ left: Duration) {
    let seconds = left.wholeSeconds
    switch seconds {
    case ...0: self = .over
    case ...60: self = .seconds(seconds)
    default: self = .minutes((seconds + 59) / 60)
    }
  }

  /// The time left at which it becomes another one; nil for the last.
  fileprivate var end: Duration? {
    switch self {
    case .minutes(let count): .seconds(60 * (count - 1))
    case .seconds(let count): .seconds(count - 1)
    case .over: nil
    }
  }
}

extension Scheduler {
  /// The time left of a code that is good for `limit` from now on. It wakes the program once a minute, and in the last
  /// minute once a second.
  func approvalTime(of limit: Duration) -> Signal<ApprovalTime> {
    timeLeft(until: now + limit) { ApprovalTime($0).end }.map { ApprovalTime($0) }.held(ApprovalTime(limit))
  }
}
