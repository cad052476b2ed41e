import Store
import Identity
import SQLiteStore
package import ProgramSupport
package import Settings

/// The engine of the embedded store: SQLite, in a file.
package enum SQLiteEngine {
  /// Opens the file that the settings name. A service has one in its folder.
  package static func open(_ settings: Settings, in folder: String?) throws(Failure) -> OpenedStore {
    let path: String
    if let folder { path = try settings.servicePath(in: folder) } else { path = try settings.storePath }
    let file = StoreFile(path: path)
    let store = SQLiteStore(file: file, retention: settings.retention, journal: settings.journal)
    let keys = settings.sealingKey.map(SealingKeyFile.init(at:)) ?? SealingKeyFile(of: file)
    // Two threads, which mostly wait for the disk.
    return OpenedStore(store, keys: keys, threads: 2) { () throws(StoreError) in
      try file.inspect() == .present
    } close: {
      await store.close()
    }
  }
}
