internal import CSodium
internal import Glibc
internal import Synchronization

/// The protection of the secrets in the memory of the whole process.
public enum SecretMemory {
  // The only shared state here, because the process decides whether memory can be locked (RLIMIT_MEMLOCK and its
  // capabilities). The first allocation that cannot be locked sets it; the code with a screen or a log reports it.
  private static let firstLockFailure = Mutex<LockFailure?>(nil)

  // Started once, by the first caller: a `static let` is initialised under a lock.
  private static let started: Void = {
    guard sodium_init() >= 0 else {
      fatalError("libsodium cannot start, so passwords cannot be kept safe. Check that /dev/urandom can be read.")
    }
  }()

  /// Refuses a process that isn't hidden. Call it first in `main`, before any input is read.
  /// - Parameter hidingError: 0 if the process is undumpable (no core file, no debugger of the same user), otherwise
  ///   the `errno` of the failure.
  public static func prepare(hidingError: Int32) throws(Exposed) {
    guard hidingError == 0 else { throw Exposed(errorNumber: hidingError) }
  }

  /// The error that the process cannot be hidden (PR_SET_DUMPABLE), because something around it forbids that, such as a
  /// filter of system calls.
  public struct Exposed: Error, Equatable {
    /// The `errno` of prctl(2).
    public let errorNumber: Int32
  }

  /// The first failure to lock memory, or `nil` as long as every secret is locked.
  ///
  /// libsodium silently goes on with unlocked memory. The program goes on as well, but reports it once on standard
  /// error.
  public static var lockFailure: LockFailure? {
    firstLockFailure.withLock { $0 }
  }

  /// Starts libsodium, in about 40 µs. Guarded memory calls it, so that the library is ready whatever the order of calls is.
  static func startLibrary() {
    _ = started
  }

  static func note(_ failure: LockFailure) {
    firstLockFailure.withLock { first in
      if first == nil { first = failure }
    }
  }
}
