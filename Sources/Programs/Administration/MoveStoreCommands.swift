import ArgumentParser
import ProgramSupport
import Settings
import Sentences

/// `signin store migrate`: makes the tables of a store in PostgreSQL. This program becomes the one that can.
struct MigrateStoreCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "migrate", "Make the tables of a store in PostgreSQL, or bring them to this version.",
    "Connect as the owner of the tables, before the service starts and after each upgrade. signin itself brings a file "
      + "to its version.",
    examples: "signin store migrate --store service=OWNER",
    "signin store migrate --store postgresql://db.example/signin")

  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    throw PostgreSQLProgram.become(["--migrate", try options.settings.database])
  }
}

/// `signin store copy`: copies a store from a file into PostgreSQL.
struct CopyStoreCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "copy", "Copy a store from a file into PostgreSQL, whole or not at all.",
    "Everything is copied, or nothing: accounts, second steps, links, sessions, failures and the log. Connect as the "
      + "owner of the tables, which must be empty. If it is interrupted, run it again: nothing was copied. Stop the "
      + "service of the file first: what it writes later isn't copied.",
    examples: "signin store copy sqlite:/var/lib/signin/signin.db service=OWNER",
    "signin store copy sqlite:signin.db postgresql://db.example/signin")

  @Argument(help: ArgumentHelp("The store to copy: sqlite:PATH.", valueName: "from"), completion: .store)
  var source: String

  @Argument(help: ArgumentHelp("The new store: postgresql://HOST/DATABASE or service=NAME.", valueName: "to"))
  var target: String

  // The arguments name both stores.
  @OptionGroup(visibility: .hidden) var options: SubcommandOptions

  func validate() throws {
    let given = options.choices.map(\.setting.name) + (options.config == nil ? [] : ["config"])
    if let name = given.first {
      throw ValidationError(translated("{option} can't be used with a subcommand.", ["option": "--" + name]))
    }
    guard case .file? = StoreAddress(source), case .postgreSQL? = StoreAddress(target) else {
      throw ValidationError(translated("Give two stores: sqlite:PATH and postgresql://HOST/DATABASE."))
    }
  }

  func perform() throws(Failure) {
    throw PostgreSQLProgram.become(["--copy", source, target])
  }
}
