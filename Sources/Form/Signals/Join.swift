/// Runs once when everything above it in the turn has been delivered, however many of its inputs changed.
///
/// Joins prevent glitches: an operator with several inputs marks its join instead of sending on at once. Shallow joins
/// run first, see ``Ranked``.
@usableFromInline final class Join: Ranked {
  /// The highest rank. A loop that keeps subscribing and disposing could raise ranks without end. Joins at this rank
  /// run in the order in which they were marked.
  private static let highestRank = 1_024

  private(set) var rank = 1
  private var body: (() -> Void)?
  private var isMarked = false
  private var isConnected = false
  private let below: (any Ranked)?

  /// - Parameters:
  ///   - below: The next join or sender on the way of the output.
  ///   - body: Reads the inputs and sends the output on.
  @usableFromInline init(below: (any Ranked)?, _ body: @escaping () -> Void) {
    self.below = below
    self.body = body
  }

  nonisolated deinit {}

  /// Notes that an input has changed.
  @usableFromInline func mark() {
    guard !isMarked else { return }
    isMarked = true
    if isConnected { Turn.postpone(self) }
  }

  /// Notes that all inputs are connected. Within `subscribe`, the replayed values are joined now, so that the
  /// subscriber has the result before `subscribe` returns. Within a delivery, inputs may still be about to change, so
  /// this join waits like any other.
  @usableFromInline func connected() {
    isConnected = true
    below?.rise(to: rank)
    guard isMarked else { return }
    if Turn.isConnecting { run() } else { Turn.postpone(self) }
  }

  @usableFromInline func rise(to rank: Int) {
    guard rank >= self.rank, rank < Self.highestRank else { return }
    self.rank = rank + 1
    if isConnected { below?.rise(to: self.rank) }
  }

  @usableFromInline var name: String { below?.name ?? "a join that is subscribed to" }

  func run() {
    isMarked = false
    body?()
  }

  @usableFromInline func cancel() {
    body = nil
  }
}

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
