import ArgumentParser
import Identity
import Sentences

/// `signin account export`: every account as CSV, and nothing secret.
struct ExportAccountsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: translated("Write the accounts as CSV, without anything secret."),
    discussion: translated(
      "CSV as RFC 4180 has it, with the columns email, locked (true or false), added and lastSignIn: UTC as RFC 3339 "
        + "has it, empty for who never signed in. The columns mean the same as the members of account list --json. "
        + "No passwords and no hashes: to move accounts with those, copy the store."))

  @OptionGroup var options: StoreOptions

  func perform() throws(Failure) {
    let composition = try options.composition
    try write(["email", "locked", "added", "lastSignIn"])
    try eachPageOfAccounts(composition) { accounts throws(Failure) in
      for account in accounts {
        try write([
          account.email.csvField, String(account.isLocked), account.added.iso8601, account.lastSignIn?.iso8601 ?? "",
        ])
      }
    }
  }

  private func write(_ fields: [String]) throws(Failure) {
    try StandardStreams.writeResult(CSVLine(fields).text + "\r")
  }
}

/// A record of a CSV file (RFC 4180), without the end of its line.
struct CSVLine {
  /// The record.
  let text: String

  /// A record of these fields, in quotation marks where they need them.
  init(_ fields: [String]) {
    text = fields.map(Self.quoted).joined(separator: ",")
  }

  private static func quoted(_ field: String) -> String {
    guard field.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
