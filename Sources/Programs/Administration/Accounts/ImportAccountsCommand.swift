import ArgumentParser
import Glibc
import Identity
import ProgramSupport
import Sentences
import Unix

/// `signin account import FILE`: the accounts of a CSV file, all or none.
struct ImportAccountsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "import", "Add the accounts from a CSV file, all or none.",
    """
    The file is CSV (RFC 4180) in UTF-8, with commas, semicolons or tabs. Its first line names the columns, in any \
    order: email, and password or hash or both. Each row has a password or a hash: argon2id or argon2i, or one of \
    /etc/shadow or htpasswd (bcrypt, sha256crypt, sha512crypt, yescrypt). Put a hash with commas in quotation marks. Bad rows are reported on standard error by line number, without their \
    contents.

    Nothing is added until the whole file has been read and every password hashed, so an interrupted import adds all \
    accounts or none. Passwords must follow the rules for new ones. The length of a hashed password is unknown, so after \
    an import of hashes signin accepts passwords of any length at sign-in. Delete the file afterwards, or pipe it in.
    """,
    examples: "signin account import accounts.csv", "gpg --decrypt accounts.csv.gpg | signin account import -")

  @Argument(help: "The file, or - for standard input.", completion: .file())
  var file: String

  @Flag(name: .customLong("keep-going"), help: "Skip bad rows and add the rest; the status is still 65.")
  var keepsGoing = false

  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let useCase = try options.access.importAccounts(from: .current(program: "account import"))
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
    let descriptor = try StandardInput.descriptor(of: file)
    guard isatty(descriptor) == 0 else {
      throw Failure(
        .noInput, translated("{file} is a terminal, which would show the passwords. Use a file.", ["file": name]))
    }
    return descriptor
  }

  private func conclude(_ result: ImportResult) throws(Failure) {
    guard keepsGoing || result.badCount == 0 else {
      throw Failure(
        .unacceptable,
        result.badCount < ImportAccountsUseCase.badRowLimit
          ? translated("No accounts were added. Fix the rows above, or skip them with --keep-going.")
          : translated(
            "No accounts were added. Fix the rows above and run the import again to see more, "
              + "or skip all bad rows with --keep-going.")
      )
    }
    try StandardStreams.writeDone(
      translated(counting: result.addedCount, "Added {count} account", "Added {count} accounts"))
    guard result.badCount == 0 else {
      throw Failure(
        .unacceptable, translated(counting: result.badCount, "{count} row skipped.", "{count} rows skipped.")
      )
    }
  }
}
