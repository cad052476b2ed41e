import Signals

/// Whether the passwords of a form are readable. They become readable when the user asks, for five seconds. Asking
/// again, or any event in `hidden`, hides them sooner.
final class PasswordReveal {
  static let duration = Duration.seconds(5)

  let isShown = Property(false)
  private let bag = DisposeBag()

  /// - Parameters:
  ///   - asked: The user asked to see the passwords, or to hide them again.
  ///   - hidden: The passwords must be hidden now.
  ///   - scheduler: The clock of all timers.
  init(asked: Signal<Void>, hidden: Signal<Void>, scheduler: any Scheduler) {
    Signal<Bool>.merge(asked.withLatest(from: isShown.signal).map { !$1 }, hidden.map { false })
      .bind(to: isShown).disposed(by: bag)
    isShown.signal
      .flatMapLatest { scheduler.ticks(every: Self.duration, through: $0 ? 1 : 0) }
      .filter { $0 == 1 }.map { _ in false }
      .bind(to: isShown).disposed(by: bag)
  }
}
