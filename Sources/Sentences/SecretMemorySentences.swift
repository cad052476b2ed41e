public import Secrets

extension LockFailure {
  /// States the fault and the fix.
  public var sentence: String {
    guard let limit else {
      return translated(
        "Memory cannot be locked, so a password being typed may reach the swap space. "
          + "The system refused it; free some memory.")
    }
    return translated(
      "Memory cannot be locked, so a password being typed may reach the swap space. "
        + "Raise the limit of locked memory (ulimit -l), which is {limit} KiB.", ["limit": String(limit / 1024)])
  }
}

extension SecretMemory.Exposed {
  /// States the fault and the fix.
  public var sentence: String {
    translated(
      "The system does not let the program hide its memory from other programs: {error}. "
        + "Start it outside of the sandbox that forbids it.", ["error": systemError(errorNumber)])
  }
}
