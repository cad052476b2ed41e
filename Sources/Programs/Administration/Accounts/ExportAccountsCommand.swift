import ArgumentParser
import Identity
import ProgramSupport
import Settings
import Sentences

/// `signin account export`: every account as CSV, without secrets.
struct ExportAccountsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "export", "Print the accounts as CSV, without passwords or hashes.",
    "CSV (RFC 4180) with the columns email, locked (true or false), added and lastSignIn. Times are UTC (RFC 3339); "
      + "lastSignIn is empty before the first sign-in. The columns mean the same as the members of account list --json. "
      + "No passwords or hashes: to move those too, copy the store.",
    examples: "signin account export >accounts.csv", "signin account export --store sqlite:/srv/signin.db")

  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let access = try options.access
    _ = try access.listedStore()  // before the header
    try write(["email", "locked", "added", "lastSignIn"])
    try access.eachPageOfAccounts { accounts throws(Failure) in
      for account in accounts {
        try write([
          account.email.csvField, String(account.isLocked), account.added.iso8601, account.lastSignIn?.iso8601 ?? "",
        ])
      }
    }
  }

  private func write(_ fields: [String]) throws(Failure) {
    try StandardStreams.writeResult(lines: CSVLine(fields).text + "\r")
  }
}

/// A record of a CSV file (RFC 4180), without its line end.
struct CSVLine {
  /// The text of the record.
  let text: String

  /// A record of these fields, quoted if necessary.
  init(_ fields: [String]) {
    text = fields.map(Self.quoted).joined(separator: ",")
  }

  private static func quoted(_ field: String) -> String {
    guard field.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
