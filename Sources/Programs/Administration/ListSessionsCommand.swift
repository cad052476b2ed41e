import ArgumentParser
import Identity
import ProgramSupport
import Sentences

/// `signin session list [EMAIL]`: the sessions that have not ended, the latest first.
struct ListSessionsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "list", "List active sessions.",
    "A session ends when it has been idle too long, reaches its maximum lifetime, or is revoked.",
    examples: "signin session list", "signin session list ada@lovelace.example --json", aliases: ["ls"])

  @Argument(help: "Only this account's sessions.", completion: .email)
  var email: String?

  @OptionGroup var format: ListFormat
  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let email = try email.map { text throws(Failure) in try EmailAddress(given: text) }
    let access = try options.access
    var table = TextTable(
      [
        translated("EMAIL"), translated("SESSION"), translated("LAST USED"), translated("OPENED"), translated("ENDS"),
        translated("HOST"), translated("TTY"), translated("PROGRAM"),
      ], cuttable: [5, 7])
    if let store = try access.listedStore() {
      let sessions = try waitingForStore { () async throws(StoreError) in try await store.sessions(of: email) }
      if let email, sessions.isEmpty { try access.account(of: email) }
      try format.write(sessions, in: &table, cells: row, json: json)
    }
    if table.isEmpty { format.printEmpty(translated("No sessions.")) }
  }

  private func row(_ session: Session) -> [String] {
    [
      session.email.text, session.id.text, session.lastUsed.localTime, session.opened.localTime,
      session.expires.localTime, session.place?.host ?? "", session.place?.tty ?? "", session.place?.program ?? "",
    ]
  }

  private func json(_ session: Session) -> JSONLine {
    [
      "session": .string(session.id.text), "email": .string(session.email.text),
      "opened": .string(session.opened.iso8601), "lastUsed": .string(session.lastUsed.iso8601),
      "expires": .string(session.expires.iso8601),
      "tty": session.place.map { .string($0.tty) } ?? .null, "host": session.place.map { .string($0.host) } ?? .null,
      "program": session.place.map { .string($0.program) } ?? .null,
    ]
  }
}
