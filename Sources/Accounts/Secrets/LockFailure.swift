internal import Glibc

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
