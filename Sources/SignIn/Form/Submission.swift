import Identity
import Secrets
import Signals

/// What was submitted, from the button to the answer.
///
/// There is one at a time: the next one, or giving up the one under way, leaves an answer that is still to come behind.
final class Submission<Request, Outcome> {
  private let startedRelay = Relay<Request>()
  private let unusableRelay = Relay<PasswordError>()
  private let abandonedRelay = Relay<Void>()
  private let answeredRelay = Relay<Outcome>()
  private let bag = DisposeBag()

  /// Whether an answer is still to come.
  let isUnderWay = Property(false)
  /// How long it has been so; nil when none is.
  let progress: Signal<SubmissionProgress?>

  /// - Parameters:
  ///   - scheduler: Time.
  ///   - work: What the answer comes from. Its task is cancelled when nobody waits for it any more.
  init(scheduler: any Scheduler, _ work: @escaping @MainActor (Request) async -> Outcome) {
    progress =
      isUnderWay.signal.flatMapLatest { isUnderWay in
        isUnderWay
          ? scheduler.ticks(every: SubmissionProgress.interval).map { SubmissionProgress(step: $0) } : .just(nil)
      }.hold(nil).signal

    Signal<Request?>.merge(startedRelay.signal.map { $0 }, abandonedRelay.signal.map { nil })
      .flatMapLatest { request async -> Outcome? in
        guard let request else { return nil }
        return await work(request)
      }
      .compactMap { $0 }
      .bind(to: answeredRelay).disposed(by: bag)
    Signal<Bool>.merge(started.map { _ in true }, ended.map { false })
      .bind(to: isUnderWay).disposed(by: bag)
  }

  /// It began.
  var started: Signal<Void> { startedRelay.signal.map { _ in } }
  /// Nothing was tried, as the password cannot be used at all.
  var unusable: Signal<PasswordError> { unusableRelay.signal }
  /// The answer is there.
  var answered: Signal<Outcome> { answeredRelay.signal }
  /// It is over, by whatever end. Passwords on screen are to be emptied.
  var ended: Signal<Void> {
    .merge(answeredRelay.signal.map { _ in }, abandonedRelay.signal, unusableRelay.signal.map { _ in })
  }

  /// Begins with what `seal` makes of the fields, if that can be tried at all: nil is nothing that a form which can be
  /// submitted would hold.
  func start(_ seal: () throws(PasswordError) -> Request?) {
    do {
      if let request = try seal() { startedRelay.send(request) }
    } catch {
      unusableRelay.send(error)
    }
  }

  /// Gives up what is under way.
  func abandon() {
    abandonedRelay.send()
  }
}

/// An email and the password that goes with it.
struct Credentials {
  let email: EmailAddress
  let password: SealedPassword

  /// Nil where the email is none.
  init?(typed: (email: String, password: GuardedText)) throws(PasswordError) {
    guard let email = EmailAddress(typed.email) else { return nil }
    self.email = email
    password = try typed.password.sealed()
  }
}
