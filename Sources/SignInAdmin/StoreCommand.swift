import ArgumentParser
import Glibc
import Programs
import Sentences
import Unix

/// `signin store …`
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: translated("Prepare a store in PostgreSQL."),
    usage: "signin store SUBCOMMAND ...", subcommands: [MigrateStoreCommand.self, CopyStoreCommand.self])
}

/// `signin store migrate`: makes the tables of a store in PostgreSQL. This program becomes the one that can.
struct MigrateStoreCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: SubcommandSummary.migrateStore.text,
    discussion: translated(
      "Connect as the owner of the tables, before the service starts and after each upgrade. "
        + "signin itself brings a file to its version."))

  @OptionGroup var options: StoreOptions

  func perform() throws(Failure) {
    throw becomeKeeper(["--migrate", try options.settings.database])
  }
}

/// `signin store copy`: copies a store from a file into PostgreSQL.
struct CopyStoreCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: SubcommandSummary.copyStore.text,
    discussion: translated(
      "Everything is copied, or nothing: accounts, second steps, links, sessions, failures and the log. Connect as the "
        + "owner of the tables, which must be empty. After a break the same command goes on. "
        + "Stop the service of the file first: what it writes later isn't copied."))

  @Argument(help: ArgumentHelp(translated("The store to copy: sqlite:PATH."), valueName: "FROM"))
  var source: String

  @Argument(
    help: ArgumentHelp(translated("The new store: postgresql://HOST/DATABASE or service=NAME."), valueName: "TO"))
  var target: String

  func perform() throws(Failure) {
    throw becomeKeeper(["--copy", source, target])
  }
}

/// Becomes the program that opens databases, or returns why that fails.
private func becomeKeeper(_ arguments: [String]) -> Failure {
  errno = ENOENT
  if let path = Installation.program(named: "signin-postgresql") {
    let words = (["signin-postgresql"] + arguments).map { strdup($0) } + [nil]
    EnvironmentVariables.found.withPointers { _ = execve(path, words, $0) }
  }
  return Failure(
    .unavailable,
    translated(
      "signin-postgresql can't be run: {error}. Install it beside signin, or install the package signin-postgresql.",
      ["error": systemError(errno)]))
}
