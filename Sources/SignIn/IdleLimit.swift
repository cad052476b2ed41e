public import Signals

/// Ends what nobody attends to: when nothing has been done for a time, after a countdown of its last seconds.
public final class IdleLimit {
  /// The seconds left, each of the last ten; nil while there are more.
  public let secondsLeft: Signal<Int?>
  /// The time has passed.
  public let passed: Signal<Void>

  private static let countdown = 10
  private let actRelay = Relay<Void>()

  /// - Parameters:
  ///   - seconds: How long nothing may be done, at least 1. Counted from the first ``didAct()`` on.
  ///   - scheduler: Time. It wakes nobody before the countdown.
  public init(seconds: Int, scheduler: any Scheduler) {
    let countdown = min(seconds, Self.countdown)
    let quiet = actRelay.signal.debounce(.seconds(seconds - countdown), on: scheduler)
    secondsLeft =
      Signal.merge(actRelay.signal.map { false }, quiet.map { true })
      .flatMapLatest { isQuiet -> Signal<Int?> in
        isQuiet ? scheduler.ticks(every: .seconds(1), through: countdown).map { countdown - $0 } : .just(nil)
      }.hold(nil).signal
    passed = secondsLeft.filter { $0 == 0 }.map { _ in }
  }

  /// Somebody did something: the time starts anew.
  public func didAct() {
    actRelay.send()
  }
}
