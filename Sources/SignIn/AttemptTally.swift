public import Identity
public import Signals

/// The attempts of one run of the program, whichever form makes them: how many were refused, and the block that the last
/// one met. It outlives the forms, so leaving one and coming back neither restarts the count nor hides the block.
public final class AttemptTally {
  /// A block of one login.
  struct Block: Hashable {
    let login: Login
    let cause: BlockCause
    /// Rounded up.
    let secondsLeft: Int

    var message: Message { .blocked(cause, seconds: secondsLeft) }
  }

  /// The number of sign-ins that were refused.
  let refusals = Property(0)

  private let block = Property<Block?>(nil)
  private let scheduler: any Scheduler
  private var timer: Disposable?

  /// A tally of no attempts.
  /// - Parameter scheduler: The clock of the countdown. Nothing is scheduled while nothing is blocked.
  public init(scheduler: any Scheduler) {
    self.scheduler = scheduler
  }

  /// A sign-in with this login has ended.
  /// - Parameter cause: The reason of a refusal; nil for a wrong login or password.
  public func take(_ outcome: SignInOutcome, of login: Login, cause: BlockCause? = nil) {
    switch outcome {
    case .refused(let seconds):
      refusals.send(refusals.value + 1)
      if let seconds { didBlock(login, cause ?? BlockCause(refusalOf: login), seconds: seconds) }
    case .throttled(let seconds): didBlock(login, .tooManyAttempts, seconds: seconds)
    case .signedIn, .disabled, .unavailable, .secondStepMissing, .changed, .taken, .unanswered, .passwordLength,
      .cancelled:
      break
    }
  }

  /// Whether at least this many sign-ins were refused. Nobody can use up nil, which is no limit.
  public func hasUsedUp(_ attempts: Int?) -> Bool { attempts.map { refusals.value >= $0 } ?? false }

  /// Attempts with this login are blocked from now on, for so many seconds.
  func didBlock(_ login: Login, _ cause: BlockCause, seconds: Int) {
    count(to: scheduler.now + .seconds(seconds)) { Block(login: login, cause: cause, secondsLeft: $0) }
  }

  /// Returns the block that an attempt with the login typed would meet; nil for none. Another login is not blocked, but
  /// text that is no login yet is no way out.
  func block(of typed: Signal<Login?>) -> Signal<Block?> {
    block.signal.flatMapLatest { block in
      guard let block else { return .just(nil) }
      return typed.map { $0.map { $0 == block.login } ?? true ? block : nil }
    }
  }

  /// Counts down by the clock, not by the timers: a program that was suspended has missed some.
  private func count(to end: Duration, _ block: @escaping (Int) -> Block) {
    timer?.dispose()
    let left = end - scheduler.now
    guard left > .zero else { return self.block.send(nil) }
    let seconds = Int(left.components.seconds) + (left.components.attoseconds > 0 ? 1 : 0)
    self.block.send(block(seconds))
    timer = scheduler.schedule(after: left - .seconds(seconds - 1)) { [weak self] in self?.count(to: end, block) }
  }
}
