public import Signals
public import Testing

/// Records the values of a signal.
@MainActor
public final class Recorder<Value> {
  /// All values so far.
  public private(set) var values: [Value] = []

  private let bag = DisposeBag()

  /// Records `signal` from now on.
  public init(_ signal: Signal<Value>) {
    signal.subscribe { [weak self] in self?.values.append($0) }.disposed(by: bag)
  }

  /// The latest value.
  public var last: Value? { values.last }

  /// Waits until the values so far satisfy `isEnough`. They come from another thread, so this polls.
  public func wait(at place: SourceLocation = #_sourceLocation, until isEnough: ([Value]) -> Bool) async {
    #expect(await eventually { isEnough(values) }, "The values are \(values).", sourceLocation: place)
  }
}
