import Store
import ArgumentParser
import Glibc
import Identity
import SQLiteStore
import ProgramSupport
import Settings
import Sentences

/// `signin store backup`: copies a store in a file.
struct BackUpStoreCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "backup", "Copy a store to a file, while people sign in.",
    "The copy is the store as it is at one moment, with mode 0600. A file that exists is never overwritten. Root copies "
      + "the store of a service by naming its file. For PostgreSQL use pg_dump.",
    examples: "signin store backup --with-key signin-backup.db",
    "signin store backup --store sqlite:/var/lib/signin/signin.db /root/signin.db")

  @Argument(help: ArgumentHelp("The new file, in a folder of yours.", valueName: "file"), completion: .file())
  var file: String

  @Flag(help: "Also copy the sealing key, to <file>.key.")
  var withKey = false

  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let settings = try options.settings
    let store = try settings.storeInFile(for: "backup")
    let (keys, target) = (settings.keyFile(of: store), StoreFile(path: file))
    try store.requirePresent()
    let backup = try usingStore { () throws(StoreError) in try StoreBackup(of: store) }
    guard try write(backup, to: target, keys: withKey ? keys : nil) else {
      throw Failure(
        .unacceptable, translated("{path} or its key exists already. Choose another name.", ["path": file]))
    }
    let hasKey = try usingStore { () throws(StoreError) in
      try store.asOwner { () throws(StoreError) in try keys.key() } != nil
    }
    try StandardStreams.writeResult(
      translated("{file} is a copy of {store} now.", ["file": file, "store": store.path]))
    if withKey && !hasKey { StandardStreams.writeDiagnostic(SealingKeyFile.absence) }
    if hasKey && !withKey {
      StandardStreams.writeDiagnostic(
        translated("Codes of two-step sign-in need the key as well. Copy it, too: {path}", ["path": keys.path]))
    }
  }

  /// Returns whether there was no file yet.
  private func write(
    _ backup: StoreBackup, to target: StoreFile, keys: SealingKeyFile?
  ) throws(Failure) -> Bool {
    do throws(StoreError) {
      guard case .missing = try target.inspect() else { return false }
      return try backup.write(to: target, keys: keys)
    } catch {
      throw Failure(Failure(error).status, translated("The copy can't be made: {reason}.", ["reason": error.clause]))
    }
  }
}

/// `signin store restore`: puts a copy in the place of a store.
struct RestoreStoreCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "restore", "Put a copy of a store in its place.",
    "Stop the service and its sockets first; a store that is in use is refused. The copy is checked, and replaces the "
      + "store in one step; FILE.key replaces its key. The former store stays beside it. Sessions of the copy count "
      + "again: end them with signin session revoke --all.",
    examples: "signin store restore signin-backup.db",
    "signin store restore --store sqlite:/var/lib/signin/signin.db /root/signin.db")

  @Argument(help: ArgumentHelp("The copy, from signin store backup.", valueName: "file"), completion: .file())
  var file: String

  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let settings = try options.settings
    let store = try settings.storeInFile(for: "restore")
    let keys = settings.keyFile(of: store)
    let restoration: StoreRestoration
    let outcome: StoreRestoration.Outcome
    do throws(StoreError) {
      // Opened first, because it may be root's alone.
      restoration = try StoreRestoration(from: StoreFile(path: file))
    } catch {
      throw failure(error)
    }
    do throws(StoreError) {
      try store.becomeOwner()
      outcome = try restoration.put(at: store, keys: keys)
    } catch {
      throw error.path == file ? failure(error) : Failure(error)
    }
    try StandardStreams.writeResult(
      translated("{store} is restored from {file}.", ["store": store.path, "file": file]))
    if let former = outcome.former {
      try StandardStreams.writeResult(translated("The former store is {path} now.", ["path": former]))
    }
    guard outcome.hasKey else {
      throw Failure(
        .unavailable,
        translated(
          "{path} isn't the key of its second steps, so only recovery codes work. Put the key of that time there.",
          ["path": keys.path]))
    }
  }

  /// Why the copy can't be restored. The error's own sentence would blame the store.
  private func failure(_ error: StoreError) -> Failure {
    switch error {
    case .unreachable(.refused(.open, errorNumber: ENOENT), file):
      Failure(
        .noInput, translated("{file} can't be opened: {error}.", ["file": file, "error": systemError(ENOENT)]))
    case .damaged(.empty, file), .damaged(.notStore, file), .damaged(.otherProgram, file), .damaged(.corrupt, file),
      .damaged(.foreignValue, file):
      Failure(.unavailable, translated("{path} isn't an intact copy of a store. Use another one.", ["path": file]))
    default:
      Failure(Failure(error).status, translated("The copy can't be used: {reason}.", ["reason": error.clause]))
    }
  }
}

/// `signin store key rotate`: replaces the sealing key.
struct RotateKeyCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "rotate", "Replace the sealing key, while people sign in.",
    "All secrets are sealed again with a new key; until then both keys work. If it is interrupted, run it again. "
      + "A backup from before needs the former key. For PostgreSQL run it twice, and copy the file of the key to all "
      + "hosts after each run.",
    examples: "signin store key rotate --store sqlite:/var/lib/signin/signin.db",
    "signin store key rotate --store service=signin")

  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let settings = try options.settings
    if case .postgreSQL(let place) = try settings.storeAddress {
      let key = settings.sealingKey.map { [$0] } ?? []
      throw PostgreSQLProgram.become(["--rotate-key", place] + key)
    }
    let store = try settings.storeInFile(for: "key rotate")
    let keys = settings.keyFile(of: store)
    try usingStore { () throws(StoreError) in try store.becomeOwner() }
    try store.requirePresent()
    let rotation = KeyRotation(of: SQLiteStore(file: store), keys: keys)
    guard let count = try waitingForStore({ () async throws(StoreError) in try await rotation.perform() }) else {
      throw Failure(.unacceptable, SealingKeyFile.absence)
    }
    try StandardStreams.writeResult(
      translated(
        counting: count, "{path} has a new key. {count} secret was sealed again.",
        "{path} has a new key. {count} secrets were sealed again.", ["path": keys.path]))
  }
}

extension SealingKeyFile {
  /// Why a store has no key.
  fileprivate static var absence: String { translated("There is no key yet: nobody has a second step.") }
}

extension StoreFile {
  /// Fails if there is no store: to open it would make one.
  fileprivate func requirePresent() throws(Failure) {
    let presence = try usingStore { () throws(StoreError) in
      try asOwner { () throws(StoreError) in try inspect() }
    }
    guard presence == .present else { throw .noAccounts }
  }
}

extension Settings {
  /// The file of the store, for a command of `signin store` that works on files only.
  fileprivate func storeInFile(for command: String) throws(Failure) -> StoreFile {
    switch try storeAddress {
    case .file(let path): return StoreFile(path: path)
    case .postgreSQL(let place):
      throw Failure(
        .configuration,
        translated(
          "{store} is a database, and signin store {command} works on files. Use pg_dump and pg_restore as its owner, "
            + "and copy the key of each host: see man signin-serve.", ["store": place, "command": command]))
    case .service:
      throw Failure(
        .configuration,
        translated(
          "A service keeps these accounts. As root, name its file with: --store sqlite:{folder}/signin.db",
          ["folder": Settings.serviceFolder]))
    }
  }

  /// The file of the key that seals the second steps of a store.
  func keyFile(of store: StoreFile) -> SealingKeyFile {
    sealingKey.map(SealingKeyFile.init(at:)) ?? SealingKeyFile(of: store)
  }
}
