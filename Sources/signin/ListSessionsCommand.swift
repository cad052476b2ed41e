import ArgumentParser
import Identity
import Sentences

/// `signin session list [EMAIL]`: the sessions that have not ended, the latest first.
struct ListSessionsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: translated("List the sessions that have not ended."),
    discussion: translated(
      "A session ends when it is not used for its idle time, after its time in all, or when it is revoked."))

  @Argument(help: ArgumentHelp(translated("Only those of this account."), valueName: "EMAIL"))
  var email: String?

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: ListFormat

  private static let table = TextTable(columns: [
    .init(translated("SESSION"), width: 32), .init(translated("OPENED"), width: 19),
    .init(translated("LAST USED"), width: 19), .init(translated("ENDS"), width: 19),
    .init(translated("EMAIL")),
  ])

  func perform() throws(Failure) {
    let email = try email.map { text throws(Failure) in try EmailAddress(given: text) }
    let service = try options.service
    guard service.hasStore else { return }
    let sessions = try waitingForStore { () async throws(StoreError) in try await service.store.sessions(of: email) }
    if !sessions.isEmpty { try format.begin(Self.table) }
    for session in sessions { try format.write(row(session), in: Self.table, json: json(session)) }
  }

  private func row(_ session: Session) -> [String] {
    [
      session.id.text, session.opened.localTime, session.lastUsed.localTime, session.expires.localTime,
      session.email.text,
    ]
  }

  private func json(_ session: Session) -> JSONLine {
    [
      "session": .string(session.id.text), "email": .string(session.email.text),
      "opened": .string(session.opened.iso8601), "lastUsed": .string(session.lastUsed.iso8601),
      "expires": .string(session.expires.iso8601),
    ]
  }
}
