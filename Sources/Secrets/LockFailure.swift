internal import Glibc

/// The system refused to lock memory, so it may write a secret to swap space.
public struct LockFailure: Sendable, Equatable {
  /// The `errno` of mlock(2): `ENOMEM` or `EPERM` when the limit is too low, `EAGAIN` when memory is short.
  public let errorNumber: Int32

  /// The soft limit of locked memory (RLIMIT_MEMLOCK) at that moment, in bytes; `nil` when there is no limit.
  public let limit: UInt64?

  /// A sentence for people: what is wrong and what to do.
  public var reason: Reason {
    guard let limit else {
      return Reason(
        "Memory cannot be locked, so a password being typed may reach the swap space. "
          + "The system refused it; free some memory.")
    }
    return Reason(
      "Memory cannot be locked, so a password being typed may reach the swap space. "
        + "Raise the limit of locked memory (ulimit -l), which is {limit} KiB.", ["limit": String(limit / 1024)])
  }

  init(errorNumber: Int32) {
    var limits = rlimit()
    self.errorNumber = errorNumber
    let isLimited = getrlimit(Int32(__RLIMIT_MEMLOCK.rawValue), &limits) == 0 && limits.rlim_cur != rlim_t.max
    limit = isLimited ? UInt64(limits.rlim_cur) : nil
  }
}
