import Identity

extension KeeperFault {
  /// The fault and the fix, as a clause to follow a colon.
  var clause: String {
    switch self {
    case .missing: translated("the program signind isn't there; install it beside signin")
    case .notStarted: translated("signind can't be started; close other programs and try again")
    case .ended: translated("signind ended before it answered; try again")
    case .silent: translated("signind didn't answer in time; try again")
    case .nonsense: translated("signind gave an answer that signin doesn't understand; try again")
    case .older: translated("signind is older than signin; install both from the same version")
    case .newer: translated("signind is newer than signin; install both from the same version")
    case .busy: translated("too many people are signing in; try again in a moment")
    case .settings: translated("the settings can't be used; run signin doctor")
    case .workerMissing:
      translated("the program that checks user names isn't there; sign in by email or tell an administrator")
    case .workerFailed: translated("user names can't be checked now; try again")
    case .furtherStep: translated("the account needs a further step that can't be shown here")
    }
  }
}
