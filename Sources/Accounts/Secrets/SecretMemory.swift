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

/// The system refused to lock memory, so it may write a secret to swap space.
public struct LockFailure: Sendable, Equatable {
  /// The `errno` of mlock(2): `ENOMEM` or `EPERM` when the limit is too low, `EAGAIN` when memory is short.
  public let errorNumber: Int32

  /// The soft limit of locked memory (RLIMIT_MEMLOCK) at that moment, in bytes, or `nil` if there is no limit.
  public let limit: UInt64?
}

extension LockFailure {
  /// A failure with the limit at this moment.
  init(errorNumber: Int32) {
    var limits = rlimit()
    let isLimited = getrlimit(Int32(__RLIMIT_MEMLOCK.rawValue), &limits) == 0 && limits.rlim_cur != rlim_t.max
    self.init(errorNumber: errorNumber, limit: isLimited ? UInt64(limits.rlim_cur) : nil)
  }
}

/// Returns `count` bytes from the system's source of randomness, fit for keys and salts.
func randomBytes(_ count: Int) -> [UInt8] {
  SecretMemory.startLibrary()
  var bytes = [UInt8](repeating: 0, count: count)
  randombytes_buf(&bytes, count)
  return bytes
}
