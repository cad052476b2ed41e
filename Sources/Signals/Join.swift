/// Runs once when everything above it in the turn has been delivered, however many of its inputs changed.
///
/// This is what keeps the layer free of glitches: an operator with several inputs marks its join instead of sending on
/// at once. Shallow joins run first, see ``Ranked``.
@usableFromInline final class Join: Ranked {
  /// Ranks end here: a loop of subscriptions made and ended for ever may raise them for ever. Behind so many joins, the
  /// one that was marked first runs first.
  private static let highestRank = 1_024

  @exclusivity(unchecked) private(set) var rank = 1
  @exclusivity(unchecked) private var body: (() -> Void)?
  @exclusivity(unchecked) private var isMarked = false
  @exclusivity(unchecked) private var isConnected = false
  private let below: (any Ranked)?

  /// - Parameters:
  ///   - below: Where the output goes.
  ///   - body: Looks at the inputs and sends the output on.
  @usableFromInline init(below: (any Ranked)?, _ body: @escaping () -> Void) {
    self.below = below
    self.body = body
  }

  nonisolated deinit {}

  /// An input has changed.
  @usableFromInline func mark() {
    guard !isMarked else { return }
    isMarked = true
    if isConnected { Turn.postpone(self) }
  }

  /// All inputs are connected. What they replayed is joined now if somebody subscribes, who has it then before
  /// `subscribe` returns; in a delivery, where inputs may still be about to change, it has to wait like any other.
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
