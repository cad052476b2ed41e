/// The state of an operator between two values of one subscription.
///
/// A captured `var` would do, but each access to it is checked for overlap at run time: `scan` takes 37 ns a value instead
/// of 19. The properties marked `@exclusivity(unchecked)` skip this check. With it, the form's pipeline takes 108 ns an
/// event instead of 54 (`make bench-signals`). The omission is safe: they are used on the main actor only, and no access
/// spans a call to foreign code.
///
/// A `deinit` here does not need the main actor either. Without `nonisolated`, the module's default would make each
/// `deinit` ask where it runs.
@usableFromInline final class State<Value> {
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable init(_ value: Value) {
    self.value = value
  }

  nonisolated deinit {}
}
