internal import Glibc
public import Secrets

extension LockFailure {
  /// States the fault and the fix.
  public var sentence: String {
    if errorNumber == EPERM, limit != 0 {
      return translated(
        "Memory can't be locked, so a password being typed may reach the swap space. "
          + "A container or a sandbox forbids it; allow mlock there.")
    }
    guard let limit else {
      return translated(
        "Memory can't be locked, so a password being typed may reach the swap space. "
          + "The system refused to lock it; free some memory.")
    }
    return translated(
      "Memory can't be locked, so a password being typed may reach the swap space. "
        + "Raise the limit on locked memory (ulimit -l), now {limit} KiB.", ["limit": String(limit / 1024)])
  }
}

extension SecretMemory.Exposed {
  /// States the fault and the fix.
  public var sentence: String {
    translated(
      "The system won't let signin protect its memory: {error}. "
        + "Run it outside the sandbox that forbids this.",
      ["error": systemError(errorNumber)])
  }
}
