public import Signals

/// Records the values of a signal.
@MainActor
public final class Recorder<Value> {
  /// All values so far.
  public private(set) var values: [Value] = []

  private var waiter: (isEnough: ([Value]) -> Bool, resume: CheckedContinuation<Void, Never>)?
  private let bag = DisposeBag()

  /// Records `signal` from now on.
  public init(_ signal: Signal<Value>) {
    signal.subscribe { [weak self] in self?.receive($0) }.disposed(by: bag)
  }

  /// The latest value.
  public var last: Value? { values.last }

  /// Waits until the values so far satisfy `isEnough`.
  public func wait(until isEnough: @escaping ([Value]) -> Bool) async {
    if isEnough(values) { return }
    await withCheckedContinuation { waiter = (isEnough, $0) }
  }

  private func receive(_ value: Value) {
    values.append(value)
    if let waiter, waiter.isEnough(values) {
      self.waiter = nil
      waiter.resume.resume()
    }
  }
}
