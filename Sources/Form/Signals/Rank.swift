/// The end of a chain, as far as the order of a turn is concerned: a ``Join`` or a sender.
///
/// The rank is the number of joins on the longest way to it. It grows as subscriptions are made, and everything below
/// grows with it, so a join never runs before a join that feeds it. This holds after a `flatMapLatest` has switched to
/// a deeper signal, and for values that come through `bind(to:)` or `hold`.
@usableFromInline protocol Ranked: AnyObject {
  /// Raises the rank: values now come through `rank` joins.
  func rise(to rank: Int)

  /// The name in the message about a turn that never settles.
  var name: String { get }
}
