/// A setter that does not keep its target alive. A view offers one for each thing that a signal may set.
///
///     viewModel.outputs.errorText.bind(to: Binder(label) { $0.text = $1 }).disposed(by: bag)
public struct Binder<Value> {
  @usableFromInline let set: (Value) -> Void

  /// - Parameters:
  ///   - target: Held weakly. Once it is gone, values are dropped.
  ///   - set: Gives the target a value.
  @inlinable public init<Target: AnyObject>(_ target: Target, _ set: @escaping (Target, Value) -> Void) {
    self.set = { [weak target] value in
      if let target { set(target, value) }
    }
  }
}
