import Secrets

/// A queue for hashes. They are bound by memory bandwidth, so too many at once only slow each other down.
public protocol HashTurns: Sendable {
  /// Waits for a turn. Returns false if the task was cancelled before; there is no turn then.
  func begin() async -> Bool

  /// Ends the turn.
  func end() async
}

/// The turns that the hashes of a task wait for.
public enum HashTurn {
  /// Nil where no hash waits. A task-local, because an authenticator serves many users and only the request under way
  /// knows whose it is. See Decisions/0117-fair-queue-of-hashes.md.
  @TaskLocal public static var ofTask: (any HashTurns)?
}

/// Runs `body` when its turn has come. If it fails, the error is that of a failed store, because neither failure signs the
/// user in.
/// - Throws: A fault if the task was cancelled before its turn. Nothing is hashed then, so the caller settles its attempt as
///   cancelled.
func hashing<R>(_ body: () throws(HashingError) -> R) async throws(StoreError) -> R {
  let turns = HashTurn.ofTask
  if let turns, await !turns.begin() { throw .service(.busy) }
  let result = Result { () throws(HashingError) in try body() }
  await turns?.end()
  do throws(HashingError) {
    return try result.get()
  } catch {
    throw .hashing(error)
  }
}
