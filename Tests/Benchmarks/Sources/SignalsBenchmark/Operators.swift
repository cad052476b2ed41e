import OpenCombine
import Signals

/// Each operator, alone between a relay and a subscriber.
enum Operators {
  static func contests() -> [Contest] {
    let scheduler = IdleScheduler()
    let other = Property(0)
    let otherSubject = CurrentValueSubject<Int, Never>(0)
    return [
      .of("none") {
        $0
      } _: {
        $0
      },
      .of("map") {
        $0.map { $0 &+ 1 }
      } _: {
        $0.map { $0 &+ 1 }
      },
      .of("compactMap") {
        $0.compactMap { Optional($0) }
      } _: {
        $0.compactMap { Optional($0) }
      },
      .of("filter") {
        $0.filter { $0 >= 0 }
      } _: {
        $0.filter { $0 >= 0 }
      },
      .of("skip") {
        $0.skip(1)
      } _: {
        $0.dropFirst()
      },
      .of("startWith") {
        $0.startWith(0)
      } _: {
        $0.prepend(0)
      },
      .of("scan") {
        $0.scan(0, &+)
      } _: {
        $0.scan(0, &+)
      },
      .of("shared") {
        $0.shared()
      } _: {
        $0.share()
      },
      .alone("scan(into:)") { $0.scan(into: 0) { $0 &+= $1 } },
      .of("skipRepeats") {
        $0.skipRepeats()
      } _: {
        $0.removeDuplicates()
      },
      .of("flatMapLatest") {
        $0.flatMapLatest { _ in other.signal }
      } _: {
        $0.map { _ in otherSubject }.switchToLatest()
      },
      .of("debounce") {
        $0.debounce(.seconds(1), on: scheduler)
      } _: {
        $0.debounce(for: 1, scheduler: IdlePeer())
      },
      .alone("throttle") { $0.throttle(.seconds(1), on: scheduler) },
      .alone("recover") {
        $0.map { $0 < 0 ? Result<Int, Negative>.failure(Negative()) : .success($0) }.recover { _ in 0 }
      },
      .alone("merge") { .merge($0, $0) },
      .alone("combineLatest of 2") { .combineLatest($0, $0) },
      .alone("combineLatest of 3") { .combineLatest($0, $0, $0) },
      .alone("combineLatest of [3]") { .combineLatest([$0, $0, $0]) },
      .alone("withLatest") { $0.withLatest(from: other.signal) },
      property(), hold(), subscription(),
    ]
  }

  private static func property() -> Contest {
    let property = Property(-1)
    let subject = CurrentValueSubject<Int, Never>(-1)
    let cancellable = subject.sink { keep($0) }
    _ = property.signal.subscribe { keep($0) }
    return Contest(name: "Property", ours: { property.send($0) }) { event in
      subject.send(event)
      withExtendedLifetime(cancellable) {}
    }
  }

  private static func hold() -> Contest {
    let relay = Relay<Int>()
    let property = relay.signal.hold(-1)
    _ = property.signal.subscribe { keep($0) }
    return Contest(name: "hold", ours: { relay.send($0) }, theirs: nil)
  }

  private static func subscription() -> Contest {
    let relay = Relay<Int>()
    let subject = PassthroughSubject<Int, Never>()
    return Contest(
      name: "subscribe + dispose",
      ours: { _ in relay.signal.map { $0 &+ 1 }.filter { $0 > 3 }.subscribe { keep($0) }.dispose() },
      theirs: { _ in subject.map { $0 &+ 1 }.filter { $0 > 3 }.sink { keep($0) }.cancel() })
  }
}

private struct Negative: Error {}

/// A clock that never ticks, so that only the operator is measured.
private final class IdleScheduler: Signals.Scheduler {
  let now: Duration = .zero

  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> Disposable {
    Disposable {}
  }
}

/// The same clock for OpenCombine.
private struct IdlePeer: OpenCombine.Scheduler {
  typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
  typealias SchedulerOptions = Never

  var now: SchedulerTimeType { ImmediateScheduler.shared.now }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    action()
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) {}

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    AnyCancellable {}
  }
}
