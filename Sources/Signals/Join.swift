/// Runs once when everything above it in the turn has been delivered, however many of its inputs changed.
///
/// This is what keeps the layer free of glitches: an operator with several inputs marks its join instead of sending on
/// at once. The rank is the longest way, in joins, from a sender to here; shallow joins run first, so that a join never
/// runs before one that feeds it.
@usableFromInline final class Join {
  let rank: Int
  @exclusivity(unchecked) private var body: (() -> Void)?
  @exclusivity(unchecked) private var state = State.connecting

  private enum State {
    case connecting, markedWhileConnecting, idle, marked
  }

  @usableFromInline init(rank: Int, _ body: @escaping () -> Void) {
    self.rank = rank
    self.body = body
  }

  /// An input has changed.
  @usableFromInline func mark() {
    switch state {
    case .idle:
      state = .marked
      Turn.postpone(self)
    case .connecting:
      state = .markedWhileConnecting
    case .marked, .markedWhileConnecting:
      break
    }
  }

  /// All inputs are connected. What they replayed is joined now, so that a subscriber has it before `subscribe` returns.
  @usableFromInline func connected() {
    let isMarked = state == .markedWhileConnecting
    state = .idle
    if isMarked { body?() }
  }

  func run() {
    state = .idle
    body?()
  }

  @usableFromInline func cancel() {
    body = nil
  }
}
