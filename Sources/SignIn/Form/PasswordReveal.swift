import Signals

/// Whether the passwords of a form are readable, and for how long. They become readable when the user asks, for five
/// seconds. Asking again, or any event in `hidden`, hides them sooner.
final class PasswordReveal {
  static let seconds = 5

  /// The seconds left, from 5 down to 1; nil while the passwords are hidden.
  let secondsLeft: Signal<Int?>

  private let isShown = Property(false)
  private let bag = DisposeBag()

  /// - Parameters:
  ///   - asked: The user asked to see the passwords, or to hide them again.
  ///   - hidden: The passwords must be hidden now.
  ///   - scheduler: The clock of all timers.
  init(asked: Signal<Void>, hidden: Signal<Void>, scheduler: any Scheduler) {
    let left = isShown.signal.flatMapLatest { isShown -> Signal<Int?> in
      isShown ? scheduler.ticks(every: .seconds(1), through: Self.seconds).map { Self.seconds - $0 } : .just(nil)
    }.hold(nil)
    secondsLeft = left.signal.map { $0 == 0 ? nil : $0 }.skipRepeats()
    Signal<Bool>.merge(
      asked.withLatest(from: isShown.signal).map { !$1 }, hidden.map { false },
      left.signal.filter { $0 == 0 }.map { _ in false }
    ).bind(to: isShown).disposed(by: bag)
  }
}
