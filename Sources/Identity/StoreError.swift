public import Secrets

/// Why a store did not do what it was asked. Whatever happens, nobody is signed in by it.
///
/// Each case carries its reason: a plain sentence for people that says what is wrong and what to do, names the path
/// concerned, starts in lower case and has no full stop, so that it can follow a colon.
public enum StoreError: Error, Sendable, Hashable {
  /// The store cannot be reached: its file cannot be opened, or others kept it busy for too long. Exit status 69.
  case unreachable(Reason)
  /// What is there is not a store, not a whole one, or a newer one; it is left as it was. Exit status 69.
  case damaged(Reason)
  /// Somebody else could read or change the store: wrong owner, mode, or a symbolic link. Exit status 78.
  case untrusted(Reason)
  /// The store could not be written or read: disk full, read-only, input/output error. Exit status 74.
  case inputOutput(Reason)

  /// The sentence, without a full stop.
  public var reason: Reason {
    switch self {
    case .unreachable(let reason), .damaged(let reason), .untrusted(let reason), .inputOutput(let reason): reason
    }
  }
}
