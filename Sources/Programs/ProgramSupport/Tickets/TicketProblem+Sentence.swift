import Sentences

extension TicketProblem {
  /// The reason, for people.
  package var sentence: String {
    switch self {
    case .turnedOff: translated("The settings say reuse = false.")
    case .sharedUID: translated("Many people share this uid (throttle.gate-uids), and reuse = true isn't set.")
    case .pinnedStore: translated("An administrator chose the store, and reuse = true isn't set there.")
    case .noFolder: translated("This login has no XDG_RUNTIME_DIR, so signin can't remember you here.")
    case .noTerminal: translated("There is no terminal, or /proc doesn't show whose it is.")
    case .noStore: translated("There is no store yet.")
    case .otherOwner(let path): translated("{path} belongs to another user.", ["path": path])
    case .openToOthers(let path): translated("{path} is open to other users.", ["path": path])
    case .noPlainFolder(let path): translated("{path} isn't a folder, or is a link.", ["path": path])
    case .noPlainFile(let path): translated("{path} isn't a file, or is a link.", ["path": path])
    case .failed(let path, let error):
      translated("{path} can't be used: {error}.", ["path": path, "error": systemError(error)])
    }
  }
}
