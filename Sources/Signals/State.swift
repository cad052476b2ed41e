/// What an operator remembers between two values of one subscription.
///
/// A captured `var` would do, but every access to one is checked for overlap at run time, which takes longer than the
/// operator itself. Here and in the other properties marked so the check is left out for a reason: they are reached on
/// the main actor only, and no access spans a call to somebody else's code. Nor does anything here need the main actor
/// to go: hence `nonisolated deinit`, without which the module's default would make each `deinit` ask where it is.
@usableFromInline final class State<Value> {
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable init(_ value: Value) {
    self.value = value
  }

  nonisolated deinit {}
}
