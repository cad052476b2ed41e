import Signals

/// Whether the passwords of a form can be read: from when somebody asks for it until five seconds have passed, somebody
/// asks again, or something happens that hides them.
final class PasswordReveal {
  static let duration = Duration.seconds(5)

  let isShown = Property(false)
  private let bag = DisposeBag()

  /// - Parameters:
  ///   - asked: Somebody asked to see them, or to hide them again.
  ///   - hidden: They have to be hidden now.
  ///   - scheduler: Time.
  init(asked: Signal<Void>, hidden: Signal<Void>, scheduler: any Scheduler) {
    Signal<Bool>.merge(asked.withLatest(from: isShown.signal).map { !$1 }, hidden.map { false })
      .bind(to: isShown).disposed(by: bag)
    isShown.signal
      .flatMapLatest { scheduler.ticks(every: Self.duration, through: $0 ? 1 : 0) }
      .filter { $0 == 1 }.map { _ in false }
      .bind(to: isShown).disposed(by: bag)
  }
}
