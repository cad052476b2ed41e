public import Identity
public import Signals

/// The words around a form, as the settings choose.
public struct FormHeading {
  /// Replaces the title of the sign-in form; nil keeps it.
  public var title: String?
  /// A sentence of the administrator or the user, below the title; nil for none.
  public var greeting: String?
  /// A sentence for people who cannot sign in, below the sign-in form; nil for none.
  public var help: String?
  /// The name of the machine, in the row of the title; nil hides it.
  public var host: String?
  /// The clock to show there, too; nil for none.
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

  /// Returns the words at the right end of the title's row; empty for none.
  fileprivate func aside(at time: Timestamp?, _ glyphs: Glyphs) -> String {
    let minute = time.map { String($0.localTime.dropFirst(11).prefix(5)) }
    guard let host, let minute else { return host ?? minute ?? "" }
    return "\(host) \(glyphs.separator) \(minute)"
  }
}

/// The words around the title of one form. They set a timer only if they show the time.
final class HeadingWords {
  private let bag = DisposeBag()

  init(_ heading: FormHeading, of form: FormView) {
    let glyphs = form.look.glyphs
    form.greeting = heading.greeting ?? ""
    guard let clock = heading.clock else {
      form.aside = heading.aside(at: nil, glyphs)
      return
    }
    let now = Property(clock.time.now())
    now.signal.bind(to: Binder(form) { $0.aside = heading.aside(at: $1, glyphs) }).disposed(by: bag)
    now.signal.flatMapLatest { clock.scheduler.ticks(every: $0.restOfMinute, through: 1) }
      .filter { $0 == 1 }.map { _ in clock.time.now() }.bind(to: now).disposed(by: bag)
  }
}

extension Timestamp {
  fileprivate var restOfMinute: Duration { .milliseconds(60_000 - milliseconds % 60_000) }
}
