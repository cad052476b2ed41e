import Store
import Identity
import PostgreSQLStore
import ProgramSupport
import Settings
import Sentences

/// `signin-postgresql --migrate [STORE]`: makes the tables, or brings them to this program's version. Their owner runs
/// it; a server never does.
enum Migration {
  /// - Parameter arguments: The store, unless the settings of the service name it; from `signin store migrate`.
  static func perform(_ arguments: [String]) throws(Failure) {
    try Program.prepareForSecrets()
    // The log is kept as long as the services' settings say, and not those of the person who runs this.
    let service = try Settings.ofService(file: nil)
    let named = try arguments.first.map { store throws(Failure) in try Settings.ofService(store: store) }
    let place = try PostgreSQLEngine.place(named ?? service)
    let (old, new) = try usingStore { () throws(StoreError) in
      try PostgreSQLSchema.migrate(place, retention: service.retention)
    }
    let versions: KeyValuePairs = ["store": place.name, "old": String(old), "new": String(new)]
    try StandardStreams.writeResult(
      old == new
        ? translated("The tables of {store} have version {new} already.", versions)
        : translated("The tables of {store} have version {new} now; it was {old}.", versions))
  }

  /// `signin-postgresql --tables`: fails if the service's tables are those of an older program, which must be migrated
  /// before the service starts again. A server that can't be asked now says nothing against it.
  static func requireTables() throws(Failure) {
    let place = try PostgreSQLEngine.place(try Settings.ofService(file: nil))
    guard let report = try? ServerReport(of: place), report.tables.fault == .olderTables else { return }
    throw Failure(StoreError.database(.olderTables, path: place.name))
  }
}
