/// Where the values of a chain go in the end, as far as the order of a turn is concerned: a ``Join`` or a sender.
///
/// The rank of something is the longest way, in joins, on which values reach it. It grows while subscriptions are made,
/// and what lies below grows with it, so that a join never runs before one that feeds it: not after a `flatMapLatest`
/// has switched to a deeper signal, nor where values come by way of `bind(to:)` or `hold`.
@usableFromInline protocol Ranked: AnyObject {
  /// Values come from behind `rank` joins.
  func rise(to rank: Int)

  /// What it is, in the message about a turn that never settles.
  var name: String { get }
}
