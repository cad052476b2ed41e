import Identity
import IdentityPostgreSQL
import IdentitySQLite
import KeeperProgram
import Programs
import Sentences

/// The engine of `signind-postgresql`: a database that many machines share.
enum PostgreSQLEngine {
  /// As many operations as this wait for the database at once, each with a connection of its own.
  private static let threads = 4

  /// Opens the database that the settings name. Only `--migrate` makes its tables.
  static func open(_ settings: Settings, in folder: String?) throws(Failure) -> KeptStore {
    // A form's keeper shares the person's screen, and has no log.
    let log = folder.map { _ in ServiceLog() }
    let store = PostgreSQLStore(
      at: try place(settings), replica: try replica(settings), journal: settings.journal
    ) { state in
      log?.write(state == .used ? .notice : .warning, "replica", [("state", state.rawValue)])
    }
    let keys = SharedKey(file: SealingKeyFile(at: try settings.sharedKeyPath(in: folder)))
    return KeptStore(store, keys: keys, threads: threads) { () throws(StoreError) in
      true
    } close: {
      await store.close()
    }
  }

  /// The database that the settings name.
  static func place(_ settings: Settings) throws(Failure) -> PostgreSQLPlace { try place(settings.database) }

  /// The server for pages of the log, if the settings name one.
  static func replica(_ settings: Settings) throws(Failure) -> PostgreSQLPlace? {
    try settings.replica.map { text throws(Failure) in try place(text) }
  }

  private static func place(_ text: String) throws(Failure) -> PostgreSQLPlace {
    do {
      return try PostgreSQLPlace(text)
    } catch {
      if case .password = error { throw .passwordInStore }
      throw Failure(
        .configuration,
        translated(
          "PostgreSQL can't read the name of the store. Compare it with its manual: libpq, connection strings."))
    }
  }
}
