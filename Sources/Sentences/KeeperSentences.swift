import Identity

extension KeeperFault {
  /// The fault and the fix, as a clause to follow a colon.
  var clause: String {
    switch self {
    case .missing: translated("the program signind isn't there; install it beside signin")
    case .missingForPostgreSQL:
      translated("the program signind-postgresql isn't there; install it beside signin, or choose a service as store")
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
    case .sessionEnded: translated("your session has ended; sign in again")
    case .furtherStep: translated("the account needs a further step that can't be shown here")
    }
  }
}

extension ServiceFault {
  /// The fault and the fix, as a clause to follow a colon.
  func clause(_ path: String) -> String {
    switch self {
    case .absent: translated("{path} isn't there; start the service signind", ["path": path])
    case .unattended: translated("nobody listens at {path}; start the service signind", ["path": path])
    case .noSocket: translated("{path} isn't the socket of a service; choose another store", ["path": path])
    case .refused(let number):
      translated("{path} can't be reached: {error}", ["path": path, "error": systemError(number)])
    case .otherServer:
      translated(
        "a user who doesn't own {path} listens there, so nothing was sent; ask an administrator", ["path": path])
    case .otherOwner:
      translated("{path} doesn't belong to root, so nothing was sent; ask an administrator", ["path": path])
    case .writableByOthers:
      translated("other users can write to {path}, so nothing was sent; ask an administrator", ["path": path])
    }
  }
}
