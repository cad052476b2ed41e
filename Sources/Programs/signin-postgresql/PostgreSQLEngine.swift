import Store
import Identity
import PostgreSQLStore
import SQLiteStore
import SignInProgram
import ProgramSupport
import Settings
import Sentences

/// The engine of `signin-postgresql`: a database that many machines share.
enum PostgreSQLEngine {
  /// As many operations as this wait for the database at once, each with a connection of its own.
  private static let threads = 4

  /// Opens the database that the settings name. Only `--migrate` makes its tables.
  static func open(_ settings: Settings, in folder: String?) throws(Failure) -> OpenedStore {
    let keys = try keys(settings, in: folder)
    // A service keeps what it has seen; a person's program begins anew.
    let store = PostgreSQLStore(
      at: try place(settings), journal: settings.journal, timelines: folder.map { $0 + "/postgresql.timelines" })
    return OpenedStore(store, keys: keys, threads: threads) { () throws(StoreError) in
      true
    } close: {
      await store.close()
    }
  }

  /// The key that all machines have.
  static func keys(_ settings: Settings, in folder: String?) throws(Failure) -> SharedKey {
    SharedKey(file: SealingKeyFile(at: try settings.sharedKeyPath(in: folder)))
  }

  /// The database that the settings name.
  static func place(_ settings: Settings) throws(Failure) -> PostgreSQLPlace {
    let text = try settings.database
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
