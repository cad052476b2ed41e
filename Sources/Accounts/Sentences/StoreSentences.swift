import Glibc
public import Identity
import Secrets

extension StoreError {
  /// States the fault and the fix.
  public var sentence: String {
    let reason: KeyValuePairs = ["reason": clause]
    return switch self {
    case .unreachable, .damaged, .noThread, .hashing, .database:
      translated("The store can't be used: {reason}.", reason)
    case .untrusted: translated("The store can't be trusted: {reason}.", reason)
    case .inputOutput: translated("The store failed: {reason}.", reason)
    case .notRecorded: translated("The log can't be written: {reason}.", reason)
    case .service(.sessionEnded): translated("Your session has ended. Sign in again.")
    case .service(.notAllowed): translated("The settings don't allow that here. Ask an administrator.")
    case .service(.workerMissing), .service(.workerFailed), .service(.furtherStep), .provider:
      translated("Can't sign in right now: {reason}.", reason)
    case .service, .socket: translated("The accounts can't be reached: {reason}.", reason)
    case .notStarted(let reason): translated("The service can't start: {reason}.", ["reason": reason])
    }
  }

  /// The same as a clause to follow a colon: in lower case, without a full stop.
  public var clause: String {
    switch self {
    case .unreachable(let obstacle, let path): obstacle.clause(path)
    case .damaged(let damage, let path): damage.clause(path)
    case .untrusted(let risk, let path): risk.clause(path)
    case .inputOutput(let problem, let path): problem.clause(path)
    case .notRecorded(.journal, let number):
      translated("the journal can't be written: {error}", ["error": systemError(number)])
    case .notRecorded(.syslog, let number):
      translated("syslog can't be written: {error}", ["error": systemError(number)])
    case .noThread(EPERM):
      translated(
        "a sandbox lets no thread start: {error}; let it allow clone3, or answer ENOSYS", ["error": systemError(EPERM)])
    case .noThread(let number):
      translated(
        "no thread can be started: {error}; close other programs and try again", ["error": systemError(number)])
    case .hashing(.outOfMemory):
      translated("there isn't enough memory to hash a password; close other programs and try again")
    case .hashing(.passwordWiped): translated("the password was erased before it could be used; enter it again")
    case .service(let fault): fault.clause
    case .socket(let fault, let path): fault.clause(path)
    case .notStarted(let reason): translated("the service can't start: {reason}", ["reason": reason])
    case .database(let fault, let path): fault.clause(path)
    case .provider(let fault): fault.clause
    }
  }
}

extension StoreHealth.Fault {
  /// States the fault and the fix, with the server's own words.
  public var sentence: String {
    guard let reason else { return error.sentence }
    return error.sentence + " " + translated("The server says: {reason}", ["reason": reason])
  }
}

extension DatabaseFault {
  fileprivate func clause(_ name: String) -> String {
    let place: KeyValuePairs = ["place": name]
    return switch self {
    case .notReached: translated("the database server of {place} can't be reached", place)
    case .notAllowed: translated("the database server refuses the user of the service at {place}", place)
    case .busy: translated("{place} is busy; try again", place)
    case .readOnly: translated("{place} can't be changed: its server is a standby, or read-only", place)
    case .oldPrimary:
      translated("the server of {place} is an old primary that came back; stop it, so that the new one is found", place)
    case .full: translated("{place} can't be written: the disk of its server is full", place)
    case .tooSlow: translated("the database server of {place} took too long to answer; try again", place)
    case .lost: translated("the connection to {place} broke; try again", place)
    case .uncertain:
      translated(
        "the connection to {place} broke before it answered; if you changed something, check it; then try again", place)
    case .noTables: translated("{place} has no tables of signin; run `signin store migrate`", place)
    case .olderTables: translated("{place} has the tables of an older signin; run `signin store migrate`", place)
    case .newerTables: translated("{place} has the tables of a newer signin; install that version", place)
    case .failed(let state):
      translated("{place} can't be used as a signin store (SQLSTATE {code})", ["place": name, "code": state.text])
    }
  }
}

extension StoreError.Obstacle {
  fileprivate func clause(_ path: String) -> String {
    switch self {
    case .noFileName: translated("“{path}” can't be the name of a file", ["path": path])
    case .notDirectory: translated("{path} isn't a directory", ["path": path])
    case .notFile: translated("{path} isn't a file", ["path": path])
    case .keyLost:
      translated("{path}, the key of all second steps, is missing. Restore it from a backup", ["path": path])
    case .keyNotHere:
      translated(
        "{path}, the key of all second steps, is missing. Copy it from another host; signin-serve(8) tells how to make the first",
        ["path": path])
    case .keyOfOthers:
      translated(
        "{path} isn't the key that sealed the second steps. Copy it from a host where codes work", ["path": path])
    case .removed: translated("{path} was removed while it was being created", ["path": path])
    case .replaced: translated("{path} was replaced or removed while it was in use; try again", ["path": path])
    case .busy: translated("{path} is in use by another program; try again", ["path": path])
    case .inUse: translated("{path} is in use; stop the service and all forms, then try again", ["path": path])
    case .notOpened:
      translated("{path} can't be opened; check that you can read and write it and its directory", ["path": path])
    case .outOfMemory:
      translated("there isn't enough memory to open {path}; close other programs and try again", ["path": path])
    case .refused(_, ENOLCK):
      translated(
        "{path} can't be locked: {error}; start the lock service of its network drive, or use a store on a local disk",
        ["path": path, "error": systemError(ENOLCK)])
    case .refused(let step, let number): step.clause(["path": path, "error": systemError(number)])
    }
  }
}

extension StoreError.Step {
  fileprivate func clause(_ values: KeyValuePairs<String, String>) -> String {
    switch self {
    case .look: translated("{path} can't be inspected: {error}", values)
    case .make: translated("{path} can't be created: {error}", values)
    case .open: translated("{path} can't be opened: {error}", values)
    case .write: translated("{path} can't be written: {error}", values)
    case .close: translated("{path} can't be made private: {error}", values)
    }
  }
}

extension StoreError.Damage {
  fileprivate func clause(_ path: String) -> String {
    switch self {
    case .empty:
      translated("{path} is empty; restore it from a backup, or move the file away", ["path": path])
    case .notStore:
      translated("{path} isn't a signin store; use another one, or move the file away", ["path": path])
    case .otherProgram:
      translated("{path} is another program's database; use another store", ["path": path])
    case .newerVersion:
      translated("{path} was written by a newer version of signin; install that version", ["path": path])
    case .corrupt: translated("{path} is damaged; restore it from a backup", ["path": path])
    case .foreignValue:
      translated("{path} contains data that signin didn't write; restore it from a backup", ["path": path])
    case .unusable(let number):
      translated(
        "{path} can't be used as a signin store (SQLite error {number})", ["path": path, "number": String(number)])
    }
  }
}

extension StoreError.Risk {
  fileprivate func clause(_ path: String) -> String {
    switch self {
    case .symbolicLink: translated("{path} is a symbolic link; use the file it points to", ["path": path])
    case .hardLink: translated("{path} has a second name (a hard link); copy it and use the copy", ["path": path])
    // A service works as a user made for it, and can't choose another place.
    case .otherOwner(than: .some(let user)) where (1..<1000).contains(user):
      translated(
        "{path} belongs to another user; as root run `chown {uid} {path}`", ["path": path, "uid": String(user)])
    case .otherOwner: translated("{path} belongs to another user; use a store in another place", ["path": path])
    case .writableByOthers(.closeFile, _): Self.openToOthers([path], "chmod 600")
    case .writableByOthers(.closeFolder, let others): Self.openToOthers([path] + (others ?? []), "chmod go-w")
    case .writableByOthers(.otherPlace, _):
      translated("other users can write to {path}; use a store in another place", ["path": path])
    }
  }

  private static func openToOthers(_ paths: [String], _ command: String) -> String {
    translated(
      "other users can write to {path}; run `{command}`",
      [
        "path": paths.joined(separator: translated(", ")),
        "command": ([command] + paths.map(shellWord)).joined(separator: " "),
      ])
  }
}

extension StoreError.DiskProblem {
  fileprivate func clause(_ path: String) -> String {
    switch self {
    case .full: translated("{path} can't be written: the disk is full; free some space", ["path": path])
    case .tooManyFiles:
      translated("{path} can't be written: the disk can't hold more files; remove some", ["path": path])
    case .readOnlyDisk: translated("{path} can't be written: the file system is read-only", ["path": path])
    case .readOnlyFile: translated("{path} can't be written: it is read-only", ["path": path])
    case .failing:
      translated("{path} can't be read or written: input/output error; check the disk", ["path": path])
    }
  }
}

/// `text` as one word of a shell command.
private func shellWord(_ text: String) -> String {
  let plain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }
  if plain { return text }
  return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
}
