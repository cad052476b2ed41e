import ArgumentParser
import Identity
import ProgramSupport
import Sentences

/// `signin account list`: every account, whether it is locked, and when its owner last signed in.
struct ListAccountsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "list", "List the accounts.",
    "TWO-STEP says whether signing in takes a second step, PASSWORD whether there is one, and whether it must be changed "
      + "at the next sign-in.",
    examples: "signin account list --locked", "signin account ls --email @lovelace.example --json", aliases: ["ls"])

  @OptionGroup var filter: EmailFilter

  @Flag(help: "Only locked accounts.")
  var locked = false

  @OptionGroup var format: ListFormat
  @OptionGroup var options: SubcommandOptionsWithEmail

  func perform() throws(Failure) {
    var table = TextTable([
      translated("EMAIL"), translated("STATE"), translated("LAST SIGN-IN"), translated("ADDED"),
      translated("TWO-STEP"), translated("PASSWORD"),
    ])
    let text = options.email?.lowercased() ?? ""
    try options.access.eachPageOfAccounts { accounts throws(Failure) in
      let wanted = accounts.filter {
        (text.isEmpty || $0.email.key.utf8.contains(text.utf8)) && (!locked || $0.isLocked)
      }
      try format.write(wanted, in: &table, cells: row, json: json)
    }
    let isNarrowed = locked || !text.isEmpty
    if table.isEmpty { format.printEmpty(isNarrowed ? translated("No account matches.") : translated("No accounts.")) }
  }

  private func row(_ account: AccountSummary) -> [String] {
    [
      account.email.text, account.isLocked ? translated("locked") : translated("open"),
      account.lastSignIn?.localTime ?? translated("never"), account.added.localTime,
      account.hasSecondStep ? translated("on") : translated("off"),
      password(account),
    ]
  }

  private func password(_ account: AccountSummary) -> String {
    if account.hasPassword == false { return translated("no password") }
    return account.mustChangePassword ? translated("must change") : translated("good")
  }

  private func json(_ account: AccountSummary) -> JSONLine {
    [
      "email": .string(account.email.text), "locked": .bool(account.isLocked),
      "added": .string(account.added.iso8601), "lastSignIn": account.lastSignIn.map { .string($0.iso8601) } ?? .null,
      "secondStep": .bool(account.hasSecondStep),
      "recoveryCodes": account.recoveryCodes.map { .number(Int64($0)) } ?? .null,
      "mustChangePassword": .bool(account.mustChangePassword),
      "hasPassword": account.hasPassword.map { .bool($0) } ?? .null,
    ]
  }
}

extension StoreAccess {
  /// Passes all accounts to `body` page by page, ordered by email. Does not create a missing store.
  func eachPageOfAccounts(_ body: ([AccountSummary]) throws(Failure) -> Void) throws(Failure) {
    guard let store = try listedStore() else { return }
    var last: EmailAddress?
    repeat {
      let page = try waitingForStore { [last] () async throws(StoreError) in
        try await store.accounts(after: last, limit: 200)
      }
      try body(page)
      last = page.last?.email
    } while last != nil
  }
}
