import Secrets

/// A queue for hashes. They are bound by memory bandwidth, so too many at once only slow each other down.
public protocol HashQueue: Sendable {
  /// Waits for a turn.
  /// - Parameter memoryKiB: The memory that the hash takes, in KiB.
  func begin(memoryKiB: Int) async -> HashTurn.Grant

  /// Ends the turn.
  func end() async
}

/// The queue that the hashes of a task wait for.
public enum HashTurn {
  /// The end of the wait for a turn.
  public enum Grant: Sendable {
    /// The turn has come.
    case begun
    /// The task was cancelled before. There is no turn.
    case cancelled
    /// The service ends, and nothing more is hashed. There is no turn.
    case closed
  }

  /// Nil where no hash waits. A task-local, because an authenticator serves many users and only the request under way
  /// knows whose it is. See Decisions/0117-fair-queue-of-hashes.md.
  @TaskLocal public static var ofTask: (any HashQueue)?
}

/// Runs `body` when its turn has come. If it fails, the error is that of a failed store, because neither failure signs the
/// user in.
/// - Parameter memoryKiB: The memory that `body` takes, in KiB.
/// - Throws: A fault if there was no turn, and nothing was hashed. If the task was cancelled, the caller settles its attempt as
///   cancelled. If the service ends, it is ``ServiceFault/ended``, and nobody is charged for that.
func hashing<R>(_ memoryKiB: Int, _ body: () throws(HashingError) -> R) async throws(StoreError)
  -> R
{
  let queue = HashTurn.ofTask
  switch await queue?.begin(memoryKiB: memoryKiB) {
  case .begun, nil: break
  case .cancelled: throw .service(.busy)
  case .closed: throw .service(.ended)
  }
  let result = Result { () throws(HashingError) in try body() }
  await queue?.end()
  do throws(HashingError) {
    return try result.get()
  } catch {
    throw .hashing(error)
  }
}
