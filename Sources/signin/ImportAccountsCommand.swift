import ArgumentParser
import Glibc
import Identity
import Sentences

/// `signin account import FILE`: the accounts of a CSV file, all or none.
struct ImportAccountsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: translated("Add the accounts of a CSV file, all or none."),
    usage: "signin account import FILE [--keep-going]",
    discussion: translated(
      "The file is CSV as RFC 4180 has it, in UTF-8. Its first line names the columns, in any order: email, and password "
        + "or hash or both. A row has one of the two; a hash is an argon2id PHC string like those that signin stores, "
        + "in quotation marks, since there are commas in it. Bad rows are named by their lines on standard error, "
        + "and nothing of what stands in them is repeated.")
      + "\n\n"
      + translated(
        "Nothing is added before the whole file was read and every password hashed, so an import that is interrupted "
          + "adds nothing. Passwords have to follow the rules for new ones; what lengths passwords behind hashes have "
          + "cannot be known, so that from then on signing in accepts any. Delete the file afterwards, "
          + "or let it come out of a pipe.")
      + "\n\n" + translated("EXAMPLES")
        + """

          signin account import accounts.csv
          gpg --decrypt accounts.csv.gpg | signin account import -
        """)

  @Argument(help: ArgumentHelp(translated("The file, or - for standard input."), valueName: "FILE"))
  var file: String

  @Flag(
    name: .customLong("keep-going"),
    help: ArgumentHelp(translated("Leave out bad rows and add the others; the status is 65 all the same.")))
  var keepsGoing = false

  @OptionGroup var options: StoreOptions

  func perform() throws(Failure) {
    let useCase = try options.composition.importAccounts
    let descriptor = try opened()
    let source = AccountFile(descriptor: descriptor)
    let addition = keepsGoing ? BulkAddition.missingOnly : .allOrNone
    let result: ImportResult
    do {
      result = try waiting { [name] () async throws(ImportError) in
        var report = ImportReport(of: name, byteCount: source.byteCount)
        defer { report.finish() }
        return try await useCase.importAccounts(from: source, addition) { report.note($0) }
      }
    } catch {
      throw Failure(error, in: name)
    }
    try conclude(result)
  }

  private var name: String { file == "-" ? translated("standard input") : file }

  private func opened() throws(Failure) -> Int32 {
    let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(
        .noInput,
        translated("{file} cannot be opened: {error}.", ["file": file, "error": systemError(errno)]))
    }
    guard isatty(descriptor) == 0 else {
      throw Failure(
        .noInput, translated("{file} is a terminal, which would show the passwords. Name a file.", ["file": name]))
    }
    return descriptor
  }

  private func conclude(_ result: ImportResult) throws(Failure) {
    guard keepsGoing || result.badCount == 0 else {
      throw Failure(
        .unacceptable,
        result.badCount < ImportAccountsUseCase.badRowLimit
          ? translated("No account was added. Mend the rows above, or leave them out with --keep-going.")
          : translated(
            "No account was added, and only the first bad rows are named. "
              + "Mend them, or leave them out with --keep-going.")
      )
    }
    try StandardStreams.writeResult(
      translated(counting: result.addedCount, "Added {count} account", "Added {count} accounts"))
    guard result.badCount == 0 else {
      throw Failure(
        .unacceptable, translated(counting: result.badCount, "{count} row was left out.", "{count} rows were left out.")
      )
    }
  }
}
