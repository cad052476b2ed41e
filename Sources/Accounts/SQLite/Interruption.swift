import Synchronization

/// Ends the work of databases from any thread. While it lasts, every statement ends with `SQLITE_INTERRUPT`, every wait
/// for a lock with `SQLITE_BUSY`, and transactions are rolled back.
///
/// `sqlite3_interrupt` does less: it does not end a wait for a lock, and is lost if no statement is running yet.
public final class Interruption: Sendable {
  private let isOn = Atomic(false)

  /// An interruption that has not begun.
  public init() {}

  /// Whether it lasts.
  public var isInterrupted: Bool { isOn.load(ordering: .acquiring) }

  /// Begins it. A running statement ends within a thousand steps of SQLite's machine, and a wait for a lock when it
  /// looks again.
  public func interrupt() { isOn.store(true, ordering: .releasing) }

  /// Ends it. The databases can be used again.
  public func resume() { isOn.store(false, ordering: .releasing) }
}
