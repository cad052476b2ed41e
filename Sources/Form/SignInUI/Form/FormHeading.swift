public import Identity
public import Signals

/// The words above and below a form, as the settings choose.
public struct FormHeading {
  /// Replaces the title of the sign-in form; nil keeps it.
  public var title: String?
  /// A sentence of the administrator or the user; nil for none.
  public var greeting: String?
  /// A sentence for people who cannot sign in, below the sign-in form; nil for none.
  public var help: String?
  /// The name of the machine; nil hides it.
  public var host: String?
  /// The clock to show; nil for none.
  public var clock: Clock?

  /// A clock that shows hours and minutes, in local time.
  public struct Clock {
    let time: any WallClock
    let scheduler: any Scheduler

    /// - Parameters:
    ///   - time: Tells the time.
    ///   - scheduler: Wakes the program when the minute changes.
    public init(_ time: any WallClock, _ scheduler: any Scheduler) {
      self.time = time
      self.scheduler = scheduler
    }
  }

  /// A heading that leaves each form its own title, and adds nothing.
  public init() {}

  /// Returns the line below the title; empty for none.
  fileprivate func line(at time: Timestamp?, _ glyphs: Glyphs) -> String {
    let minute = time.map { String($0.localTime.dropFirst(11).prefix(5)) }
    let parts = [host, greeting, minute].compactMap { $0 }
    return parts.joined(separator: " \(glyphs.separator) ")
  }
}

/// The line below the title of one form. It sets a timer only if it shows the time.
final class HeadingLine {
  private let bag = DisposeBag()

  init(_ heading: FormHeading, of form: FormView) {
    let glyphs = form.look.glyphs
    guard let clock = heading.clock else {
      form.greeting = heading.line(at: nil, glyphs)
      return
    }
    let now = Property(clock.time.now())
    now.signal.bind(to: Binder(form) { $0.greeting = heading.line(at: $1, glyphs) }).disposed(by: bag)
    now.signal.flatMapLatest { clock.scheduler.ticks(every: $0.restOfMinute, through: 1) }
      .filter { $0 == 1 }.map { _ in clock.time.now() }.bind(to: now).disposed(by: bag)
  }
}

extension Timestamp {
  fileprivate var restOfMinute: Duration { .milliseconds(60_000 - milliseconds % 60_000) }
}
