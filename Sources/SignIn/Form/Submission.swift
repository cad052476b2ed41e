import Identity
import Secrets
import Signals

/// A submission, from the button to the answer.
///
/// One runs at a time. The next one, or ``abandon()``, discards an answer that is still to come.
final class Submission<Request, Outcome> {
  private let startedRelay = Relay<Request>()
  private let unusableRelay = Relay<PasswordError>()
  private let abandonedRelay = Relay<Void>()
  private let answeredRelay = Relay<Outcome>()
  private let keepsPasswords: (Outcome) -> Bool
  private let bag = DisposeBag()

  /// Whether the answer is still to come.
  let isUnderWay = Property(false)
  /// How long the submission has been under way; nil when none is.
  let progress: Signal<SubmissionProgress?>

  /// - Parameters:
  ///   - scheduler: The clock of all timers.
  ///   - queue: The place in a queue that the submission under way gets, whenever it changes; 1 is the next one.
  ///   - keepsPasswords: Whether passwords on the screen may stay after this answer.
  ///   - work: Returns the answer. Its task is cancelled once the answer is not wanted any more.
  init(
    scheduler: any Scheduler, queue: Signal<Int> = .merge(),
    keepsPasswords: @escaping (Outcome) -> Bool = { _ in false },
    _ work: @escaping @MainActor (Request) async -> Outcome
  ) {
    self.keepsPasswords = keepsPasswords
    progress =
      isUnderWay.signal.flatMapLatest { isUnderWay in
        isUnderWay
          ? Signal<(Int, Int?)>.combineLatest(
            scheduler.ticks(every: SubmissionProgress.interval), queue.map { $0 as Int? }.startWith(nil)
          ).map { SubmissionProgress(step: $0, place: $1) } : .just(nil)
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

  /// The submission began.
  var started: Signal<Void> { startedRelay.signal.map { _ in } }
  /// The password can't be used at all, so nothing was submitted.
  var unusable: Signal<PasswordError> { unusableRelay.signal }
  /// The answer arrived.
  var answered: Signal<Outcome> { answeredRelay.signal }
  /// The submission ended, in whatever way.
  var ended: Signal<Void> {
    .merge(answeredRelay.signal.map { _ in }, abandonedRelay.signal, unusableRelay.signal.map { _ in })
  }

  /// The submission ended, and passwords on the screen must be emptied.
  var emptied: Signal<Void> {
    .merge(
      answeredRelay.signal.filter { [keepsPasswords] in !keepsPasswords($0) }.map { _ in }, abandonedRelay.signal,
      unusableRelay.signal.map { _ in })
  }

  /// Starts with the request that `seal` makes from the fields. `seal` returns nil only for content that a submittable
  /// form never holds; then nothing starts.
  func start(_ seal: () throws(PasswordError) -> Request?) {
    do {
      if let request = try seal() { startedRelay.send(request) }
    } catch {
      unusableRelay.send(error)
    }
  }

  /// Gives up the submission under way.
  func abandon() {
    abandonedRelay.send()
  }
}

/// A login and its password.
struct Credentials {
  let login: Login
  let password: SealedPassword

  /// Nil if the login is not valid.
  init?(_ login: Login?, _ password: GuardedText) throws(PasswordError) {
    guard let login else { return nil }
    self.login = login
    self.password = try password.sealed()
  }
}
