package import ProgramSupport
import Sentences

extension Settings {
  /// The place of the accounts, for all programs but the service that keeps them.
  package var storeAddress: StoreAddress {
    get throws(Failure) {
      let named = try namedStore
      // An administrator's files name the database for the service. People use the service: their environment could
      // lead signin-postgresql to another database.
      if case .postgreSQL = named, origin(of: "store")?.isAdministrator == true {
        return .service(socket: StoreAddress.machineSocket)
      }
      return named
    }
  }

  /// The place that the setting names.
  private var namedStore: StoreAddress {
    get throws(Failure) {
      guard let url = store else { return try .standard() }
      guard let address = StoreAddress(url) else {
        let sentence = translated(
          "“{url}” isn't a store. Use sqlite:PATH, postgresql://HOST/DATABASE, or service:/PATH for a service.",
          ["url": url])
        throw origin(of: "store") == .option ? Failure(.usage, sentence) : mistake(sentence, in: "store")
      }
      return address
    }
  }

  /// The place of the accounts that a service keeps; nil if the settings name none, or name it wrongly.
  package var keptStore: StoreAddress? { store.flatMap(StoreAddress.init) }

  /// The path of the store that this program opens itself.
  package var storePath: String {
    get throws(Failure) {
      switch try namedStore {
      case .file(let path): return path
      case .postgreSQL:
        throw Failure(
          .configuration,
          translated(
            "Accounts in PostgreSQL are kept by signin-postgresql. This program needs a store such as sqlite:PATH."))
      case .service:
        throw Failure(
          .configuration, translated("A service keeps these accounts. This command needs --store sqlite:PATH."))
      }
    }
  }

  /// The database that `signin-postgresql` opens, as libpq reads it.
  package var database: String {
    get throws(Failure) {
      guard case .postgreSQL(let place)? = store == nil ? nil : try namedStore else { throw .noDatabase }
      return place
    }
  }
}

extension Failure {
  /// The store is not in PostgreSQL.
  fileprivate static let noDatabase = Failure(
    .configuration,
    translated(
      "Accounts in a file are kept by signin. "
        + "signin-postgresql needs a store such as postgresql://HOST/DATABASE or service=NAME."))
}
