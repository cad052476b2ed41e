import Identity

extension ServiceFault {
  /// The fault and the fix, as a clause to follow a colon.
  var clause: String {
    switch self {
    case .ended: translated("the service ended before it answered; try again")
    case .silent: translated("the service didn't answer in time; try again")
    case .nonsense: translated("the service gave an answer that signin doesn't understand; try again")
    case .older: translated("the service is older than signin; install both from the same version")
    case .newer: translated("the service is newer than signin; install both from the same version")
    case .busy: translated("too many people are signing in; try again in a moment")
    case .workerMissing:
      translated("the program that checks user names isn't there; sign in by email or tell an administrator")
    case .workerFailed: translated("user names can't be checked now; try again")
    case .notAllowed: translated("the settings don't allow that here; ask an administrator")
    case .sessionEnded: translated("your session has ended; sign in again")
    case .accountGone: translated("the account is gone; end “signin lock” from another terminal")
    case .furtherStep: translated("the account needs a further step that can't be shown here")
    }
  }
}

extension SocketFault {
  /// The fault and the fix, as a clause to follow a colon.
  func clause(_ path: String) -> String {
    switch self {
    case .absent: translated("{path} isn't there; start the service", ["path": path])
    case .unattended: translated("nobody listens at {path}; start the service", ["path": path])
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
