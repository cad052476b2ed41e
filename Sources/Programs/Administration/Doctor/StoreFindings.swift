import Store
import Glibc
import Identity
import SQLiteStore
import ProgramSupport
import Settings
import Secrets
import Sentences
import Unix
import AccountService
import Messages

/// Checks that the store exists, is closed to other users, and keeps what is written to it. A service is asked.
struct StoreFindings {
  let settings: Settings

  var all: [Finding] {
    do {
      switch try settings.storeAddress {
      case .service(let socket): return service(at: socket)
      case .postgreSQL(let place): return database(at: place)
      case .file: break
      }
      let file = StoreFile(path: try settings.storePath)
      guard try usingStore({ () throws(StoreError) in try file.inspect() }) == .present else { return [missing(file)] }
      // The modes come first, because opening the store fixes what it can.
      let modes = modes(file)
      let store = SQLiteStore(file: file)
      let others = [Finding.disk(free: store.freeBytes), Finding.key(settings.keyFile(of: file), of: store)]
      return try [accounts(file), modes, durability(file)] + others.compactMap(\.self) + hashes(file)
    } catch {
      return [.bad(.store, error.sentence)]
    }
  }

  /// Asks the second place of the log whether it takes records. Says nothing if there is none.
  var log: [Finding] {
    guard let journal = settings.journal else { return [] }
    do throws(StoreError) {
      try journal.waitUntilReady()
      return [
        .good(.log, translated("Its rows also go to {place}, which takes them.", ["place": settings.log.rawValue]))
      ]
    } catch {
      return [.bad(.log, error.sentence)]
    }
  }

  /// Asks the service, which tries its own store.
  private func service(at socket: String) -> [Finding] {
    do throws(Failure) {
      let store = try RemoteStore.connected(beside: socket)
      let health = try waitingForStore { () async throws(StoreError) in try await store.health() }
      return ServiceFindings(health, of: store.welcome.program, at: socket).all
    } catch {
      // People need not be administrators to sign in.
      return [error.status == .refused ? .warning(.store, error.sentence) : .bad(.store, error.sentence)]
    }
  }

  /// Asks the program that can open a database.
  private func database(at place: String) -> [Finding] {
    guard let path = PostgreSQLProgram.path,
      let findings = ProgramOutput.findings(ofProgramAt: path, ["--check", place])
    else {
      return [
        .bad(
          .store,
          translated(
            "signin-postgresql can't be run. Install it beside signin, or install the package signin-postgresql."))
      ]
    }
    return findings
  }

  private func missing(_ file: StoreFile) -> Finding {
    var folder = file.path
    repeat {
      folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "."
      if folder.isEmpty { folder = "/" }
    } while access(folder, F_OK) != 0 && folder != "/" && folder != "."
    guard access(folder, W_OK | X_OK) == 0 else {
      return .bad(
        .store,
        translated(
          "{path} doesn't exist and can't be created: {folder} isn't writable.", ["path": file.path, "folder": folder]))
    }
    return .warning(.store, Failure.missingStore(at: file.path).sentence)
  }

  private func accounts(_ file: StoreFile) throws(Failure) -> Finding {
    let isEmpty = try waitingForStore { () async throws(StoreError) in try await SQLiteStore(file: file).isEmpty() }
    if isEmpty {
      return .warning(
        .store, translated("{path} has no accounts. Add one with: signin account add EMAIL.", ["path": file.path]))
    }
    return .good(.store, translated("{path} can be opened, and other users can't change it.", ["path": file.path]))
  }

  private func modes(_ file: StoreFile) -> Finding {
    var status = stat()
    guard lstat(file.path, &status) == 0 else {
      return .bad(.modes, translated("{path} can't be inspected.", ["path": file.path]))
    }
    let mode = "0" + String(status.st_mode & 0o777, radix: 8)
    guard status.st_mode & 0o077 == 0 else {
      return .bad(
        .modes,
        translated(
          "{path} had mode {mode}: other users could read it. It is 0600 now.", ["path": file.path, "mode": mode]))
    }
    return .good(.modes, translated("{mode}: other users can't read it.", ["mode": mode]))
  }

  /// Says nothing if all hashes have the cost of new ones.
  private func hashes(_ file: StoreFile) throws(Failure) -> [Finding] {
    guard let cost = (try? settings.argon2id)?.cost else { return [] }
    let (count, costliest, heavy) = try waitingForStore { () async throws(StoreError) in
      let store = SQLiteStore(file: file)
      return try await (
        store.accountsHashed(otherThan: cost), cost.or(costlier: store.costliestHashCost()),
        store.accountsHashed(inMoreThan: Finding.mostMemory(beside: cost))
      )
    }
    let ofMemory = Finding.accounts(heavy, hashedInMoreThan: Finding.mostMemory(beside: cost)).map { [$0] } ?? []
    guard count > 0 else { return ofMemory }
    return ofMemory + [
      .warning(
        .hash,
        translated(
          "Accounts whose hash has another cost: {count}. Each attempt takes as long as the costliest hash of all: "
            + "{memory} MiB, passes {passes}. A hash is renewed when its owner next signs in.",
          ["count": "\(count)", "memory": "\(costliest.memoryKiB / 1024)", "passes": "\(costliest.passes)"]))
    ]
  }

  private func durability(_ file: StoreFile) throws(Failure) -> Finding {
    let found = try waitingForStore { () async throws(StoreError) in try await SQLiteStore(file: file).durability() }
    let values: KeyValuePairs = ["journal": found.journal, "synchronous": "\(found.synchronous)"]
    guard found.isFull else {
      return .bad(
        .durability,
        translated(
          "Journal {journal}, synchronous {synchronous}: a power cut may lose the last changes. "
            + "Move the store to a local disk.", values))
    }
    return .good(
      .durability, translated("Journal {journal}, synchronous {synchronous}: a power cut loses nothing.", values))
  }
}

extension Finding {
  /// An import of 100,000 accounts takes as much.
  private static let enough = 100 << 20

  /// The space on the disk of a store.
  /// - Parameter free: The bytes that are free; nil if nobody knows, and then there is nothing to say.
  static func disk(free: Int?) -> Finding? {
    guard let free else { return nil }
    let values: KeyValuePairs = ["size": "\(free >> 20)"]
    guard free >= enough else {
      return .warning(
        .durability,
        translated("The disk of the store has {size} MiB left. Nobody can sign in once it is full.", values))
    }
    return .good(.durability, translated("The disk of the store has {size} MiB left.", values))
  }
}
