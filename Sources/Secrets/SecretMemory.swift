internal import CSodium
internal import Glibc
internal import Synchronization

/// What the whole process does for the secrets in its memory, whoever holds them.
public enum SecretMemory {
  // The one piece of shared state here: whether memory can be locked is a fact about the process (its RLIMIT_MEMLOCK and
  // its capabilities), found out wherever memory is first allocated and told by whoever has a screen or a log.
  private static let firstLockFailure = Mutex<LockFailure?>(nil)

  // Started once, by whoever is first; a `static let` is initialised under a lock.
  private static let started: Void = {
    guard sodium_init() >= 0 else {
      fatalError("libsodium cannot start, so passwords cannot be kept safe. Check that /dev/urandom can be read.")
    }
  }()

  /// Prepares the process for secrets: starts libsodium and makes the process not dumpable (no core file, not attachable
  /// by the same user). To be called first thing in `main`, before any input is read; calling it again does no harm.
  ///
  /// Takes about 40 µs. There is no safe way to go on when it fails.
  public static func prepare() throws(Exposed) {
    startLibrary()
    guard csodium_make_undumpable() == 0 else { throw Exposed(errorNumber: errno) }
  }

  /// The process cannot be hidden (PR_SET_DUMPABLE): something around it, such as a filter of system calls, forbids that.
  public struct Exposed: Error, Equatable {
    /// The `errno` of prctl(2).
    public let errorNumber: Int32
  }

  /// Why memory could not be locked, the first time that happened; `nil` as long as every secret is locked.
  ///
  /// libsodium goes on with unlocked memory in silence. The program goes on as well, but says so once on stderr.
  public static var lockFailure: LockFailure? {
    firstLockFailure.withLock { $0 }
  }

  /// Starts libsodium alone. Guarded memory calls it, so that no order of calls can find the library unprepared.
  static func startLibrary() {
    _ = started
  }

  static func note(_ failure: LockFailure) {
    firstLockFailure.withLock { first in
      if first == nil { first = failure }
    }
  }
}
