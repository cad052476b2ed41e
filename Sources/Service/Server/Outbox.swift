import AccountService
import Identity
import Secrets
import Messages

/// The messages that the socket did not take yet, in their order.
struct Outbox {
  enum Item {
    case message([UInt8])
    /// The token of that session.
    case token(SecureToken, of: Session, UInt16)
  }

  private let mostBytes: Int
  /// The items that leave next, the first one last, so that taking it moves none of the others.
  private var leaving: [Item] = []
  /// The items behind those, the first one first.
  private var waiting: [Item] = []
  private var byteCount = 0

  /// The memory that an item takes beside its bytes: its place, and an array's own.
  private static let itemBytes = 128

  /// - Parameter mostBytes: The memory that may wait. A page of the longest rows, 90 KB, is less.
  init(mostBytes: Int = 1 << 19) {
    self.mostBytes = mostBytes
  }

  /// Whether nothing waits.
  var isEmpty: Bool { leaving.isEmpty && waiting.isEmpty }

  /// Whether so much waits that its reader should be asked for nothing more: half of what may wait, so that there is
  /// room for the answers that are under way.
  var isFull: Bool { byteCount > mostBytes / 2 }

  /// The session whose token was never sent.
  var unsentSession: Session? {
    for case .token(_, let session, _) in leaving.reversed() + waiting { return session }
    return nil
  }

  mutating func add(_ item: Item) {
    waiting.append(item)
    byteCount += Self.memory(of: item)
  }

  /// Sends what the socket takes, but at most `count` items.
  mutating func flush(to socket: SeqpacketSocket, atMost count: Int) -> SendingState {
    for _ in 0..<count {
      if leaving.isEmpty {
        leaving = waiting.reversed()
        waiting = []
      }
      guard let item = leaving.last else { return .empty }
      switch send(item, to: socket) {
      case .sent:
        leaving.removeLast()
        byteCount -= Self.memory(of: item)
      case .full: return byteCount > mostBytes ? .overfull : .waiting
      case .end: return .broken
      }
    }
    return isEmpty ? .empty : .waiting
  }

  private static func memory(of item: Item) -> Int {
    switch item {
    case .message(let bytes): itemBytes + bytes.count
    case .token: itemBytes
    }
  }

  private func send(_ item: Item, to socket: SeqpacketSocket) -> SeqpacketSocket.Dispatch {
    switch item {
    case .message(let bytes): socket.send(bytes)
    case .token(let token, _, let number):
      token.withBase64URL { socket.send(SecretPrefix(.token, sequence: number), $0) }
    }
  }
}
