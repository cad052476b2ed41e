import ArgumentParser
import Identity
import Sentences

/// `signin account list`: every account, whether it is locked, and when its owner last signed in.
struct ListAccountsCommand: Subcommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: translated("List the accounts."))

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: ListFormat

  private static let table = TextTable(columns: [
    .init(translated("STATE"), width: 9), .init(translated("LAST SIGN-IN"), width: 19),
    .init(translated("ADDED"), width: 19), .init(translated("EMAIL")),
  ])

  func perform() throws(Failure) {
    var isFirst = true
    try eachAccount(options.service) { account throws(Failure) in
      if isFirst { try format.begin(Self.table) }
      isFirst = false
      try format.write(row(account), in: Self.table, json: json(account))
    }
  }

  private func row(_ account: AccountSummary) -> [String] {
    [
      account.isLocked ? translated("locked") : translated("open"),
      account.lastSignIn?.localTime ?? translated("never"), account.added.localTime,
      account.email.text,
    ]
  }

  private func json(_ account: AccountSummary) -> JSONLine {
    [
      "email": .string(account.email.text), "locked": .bool(account.isLocked),
      "added": .string(account.added.iso8601), "lastSignIn": account.lastSignIn.map { .string($0.iso8601) } ?? .null,
    ]
  }
}

extension Subcommand {
  /// Goes through all accounts by email, page by page; where there is no store none is made.
  func eachAccount(_ service: Service, _ body: (AccountSummary) throws(Failure) -> Void) throws(Failure) {
    guard service.hasStore else { return }
    var last: EmailAddress?
    repeat {
      let page = try waitingForStore { [last] () async throws(StoreError) in
        try await service.store.accounts(after: last, limit: 200)
      }
      for account in page { try body(account) }
      last = page.last?.email
    } while last != nil
  }
}
