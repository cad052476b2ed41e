import ArgumentParser
import Glibc
import Programs
import Sentences
import Unix

/// `signin store …`
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: translated("Prepare a store in PostgreSQL."),
    usage: "signin store SUBCOMMAND ...", subcommands: [MigrateStoreCommand.self])
}

/// `signin store migrate`: makes the tables of a store in PostgreSQL. This program becomes the one that can.
struct MigrateStoreCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: SubcommandSummary.migrateStore.text,
    discussion: translated(
      "Connect as the owner of the tables, before the service starts and after each upgrade. "
        + "signind itself brings a file to its version."))

  @OptionGroup var options: StoreOptions

  func perform() throws(Failure) {
    let store = try options.settings.database
    errno = ENOENT
    if let path = Installation.program(named: "signind-postgresql") {
      TextLocale.giveBackEnvironment()
      let words: [String] = ["signind-postgresql", "--migrate", store]
      var arguments = words.map { strdup($0) } + [nil]
      execv(path, &arguments)
    }
    throw Failure(
      .unavailable,
      translated(
        "signind-postgresql can't be run: {error}. Install it beside signin, or install the package signin-postgresql.",
        ["error": systemError(errno)]))
  }
}
