import Identity
import Secrets
import Signals

/// What was submitted, from the button to the answer.
///
/// There is one at a time: the next one, or giving up the one under way, leaves an answer that is still to come behind.
final class Submission<Outcome> {
  private let startedRelay = Relay<Credentials>()
  private let unusableRelay = Relay<PasswordError>()
  private let abandonedRelay = Relay<Void>()
  private let answeredRelay = Relay<Outcome>()
  private let bag = DisposeBag()

  /// Whether an answer is still to come.
  let isUnderWay = Property(false)
  /// How long it has been so; nil when none is.
  let progress: Signal<SignInProgress?>

  /// - Parameters:
  ///   - scheduler: Time.
  ///   - work: What the answer comes from. Its task is cancelled when nobody waits for it any more.
  init(scheduler: any Scheduler, _ work: @escaping @MainActor (Credentials) async -> Outcome) {
    progress =
      isUnderWay.signal.flatMapLatest { isUnderWay in
        isUnderWay ? scheduler.ticks(every: SignInProgress.interval).map { SignInProgress(step: $0) } : .just(nil)
      }.hold(nil).signal

    Signal<Credentials?>.merge(startedRelay.signal.map { $0 }, abandonedRelay.signal.map { nil })
      .flatMapLatest { credentials async -> Outcome? in
        guard let credentials else { return nil }
        return await work(credentials)
      }
      .compactMap { $0.get() }
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

  /// Seals the password, once, and begins. Does nothing where the email is none, which a form that can be submitted
  /// rules out.
  func start(email: String, password: GuardedText) {
    guard let email = EmailAddress(email) else { return }
    do throws(PasswordError) {
      startedRelay.send(Credentials(email: email, password: try password.sealed()))
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
}
