import Identity
import Secrets
import Wire

/// The messages that the socket did not take yet, in their order.
struct Outbox {
  enum Item {
    case message([UInt8])
    /// The token of that session.
    case token(SecureToken, of: Session, UInt16)
  }

  /// How sending went.
  enum State {
    case empty
    /// The rest waits until the socket is writable.
    case waiting
    /// More waits than one reader may have. A page of the longest rows, 150 KB, is less.
    case overfull
    /// The other end is closed.
    case broken
  }

  private let mostBytes: Int
  private var items: [Item] = []
  private var byteCount = 0

  /// - Parameter mostBytes: The most that may wait.
  init(mostBytes: Int = 1 << 18) {
    self.mostBytes = mostBytes
  }

  /// Whether nothing waits.
  var isEmpty: Bool { items.isEmpty }

  /// The session whose token was never sent.
  var unsentSession: Session? {
    for case .token(_, let session, _) in items { return session }
    return nil
  }

  mutating func add(_ item: Item) {
    items.append(item)
    if case .message(let bytes) = item { byteCount += bytes.count }
  }

  /// Sends what the socket takes.
  mutating func flush(to link: Link) -> State {
    while let item = items.first {
      switch send(item, to: link) {
      case .sent: remove()
      case .full: return byteCount > mostBytes ? .overfull : .waiting
      case .end: return .broken
      }
    }
    return .empty
  }

  private mutating func remove() {
    if case .message(let bytes) = items.removeFirst() { byteCount -= bytes.count }
  }

  private func send(_ item: Item, to link: Link) -> Link.Dispatch {
    switch item {
    case .message(let bytes): link.send(bytes)
    case .token(let token, _, let number): token.withBase64URL { link.send(SecretPrefix(.token, sequence: number), $0) }
    }
  }
}
