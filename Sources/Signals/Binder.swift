/// A setter on a target that it does not keep alive: what a view offers to a signal.
///
///     viewModel.outputs.errorText.bind(to: Binder(label) { $0.text = $1 }).disposed(by: bag)
public struct Binder<Value> {
  @usableFromInline let set: (Value) -> Void

  /// - Parameters:
  ///   - target: Held weakly; once it is gone, values fall on the floor.
  ///   - set: Gives the target a value.
  @inlinable public init<Target: AnyObject>(_ target: Target, _ set: @escaping (Target, Value) -> Void) {
    self.set = { [weak target] value in
      if let target { set(target, value) }
    }
  }
}
