import ArgumentParser
import Identity
import Settings
import Sentences

/// `signin account list`: every account, whether it is locked, and when its owner last signed in.
struct ListAccountsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "list", "List the accounts.", examples: "signin account list", "signin account ls --json", aliases: ["ls"])

  @OptionGroup var format: ListFormat
  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    var table = TextTable([
      translated("EMAIL"), translated("STATE"), translated("LAST SIGN-IN"), translated("ADDED"),
    ])
    try options.composition.eachPageOfAccounts { accounts throws(Failure) in
      try format.write(accounts, in: &table, cells: row, json: json)
    }
    if table.isEmpty { format.sayEmpty(translated("No accounts.")) }
  }

  private func row(_ account: AccountSummary) -> [String] {
    [
      account.email.text, account.isLocked ? translated("locked") : translated("open"),
      account.lastSignIn?.localTime ?? translated("never"), account.added.localTime,
    ]
  }

  private func json(_ account: AccountSummary) -> JSONLine {
    [
      "email": .string(account.email.text), "locked": .bool(account.isLocked),
      "added": .string(account.added.iso8601), "lastSignIn": account.lastSignIn.map { .string($0.iso8601) } ?? .null,
    ]
  }
}

extension Composition {
  /// Passes all accounts to `body` page by page, ordered by email. Does not create a missing store.
  func eachPageOfAccounts(_ body: ([AccountSummary]) throws(Failure) -> Void) throws(Failure) {
    guard hasStore else { return }
    var last: EmailAddress?
    repeat {
      let page = try waitingForStore { [last, store] () async throws(StoreError) in
        try await store.accounts(after: last, limit: 200)
      }
      try body(page)
      last = page.last?.email
    } while last != nil
  }
}
