import ArgumentParser
import Identity
import Sentences

/// `signin activity [EMAIL]`: the tries at signing in, newest first.
struct ActivityCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "activity",
    abstract: translated("Show who tried to sign in, when, from where, and what became of it."),
    usage: """
      signin activity [EMAIL] [--search TEXT] [--limit N] [--json]
      signin activity --token-stdin [--search TEXT] [--limit N] [--json]
      """,
    discussion: translated(
      "The newest tries first: of everybody, for an administrator, who could read the store anyway; or of one email. "
        + "A script that shows somebody their own passes on their token instead of trusting an email.")
      + "\n\n" + translated("EXAMPLES")
        + """

          signin activity --search refused
          signin activity ada@lovelace.example --limit 5
          printf '%s\\n' "$TOKEN" | signin activity --token-stdin --json
        """)

  @Argument(
    help: ArgumentHelp(
      translated("Only tries of this email, whether it has an account or not."), valueName: "EMAIL"))
  var email: String?

  @Flag(
    name: .customLong("token-stdin"),
    help: ArgumentHelp(translated("Only tries of the owner of the token on standard input.")))
  var readsToken = false

  @Option(
    help: ArgumentHelp(
      translated("Only tries with all of these words in their outcome, tty, host or program."), valueName: "TEXT"))
  var search = ""

  @Option(help: ArgumentHelp(translated("Show at most N, 50 by default."), valueName: "N"))
  var limit: Int?

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: ListFormat

  private static let table = TextTable(columns: [
    .init(translated("TIME"), width: 19), .init(translated("OUTCOME"), width: 9), .init(translated("TTY"), width: 8),
    .init(translated("UID"), width: 5),
    .init(translated("PROGRAM"), width: 16), .init(translated("HOST"), width: 15), .init(translated("EMAIL")),
  ])

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError(translated("--limit has to be 1 or more.")) }
    guard email == nil || !readsToken else {
      throw ValidationError(translated("Give an EMAIL or --token-stdin, not both."))
    }
  }

  func perform() throws(Failure) {
    let service = try options.service
    let query = AttemptQuery(email: try owner(service), search: AttemptSearch(search, naming: \.name))
    guard service.hasStore else { return }
    var last: AttemptID?
    let limit = limit ?? 50
    var missing = limit
    repeat {
      let page = try waitingForStore { [last, missing] () async throws(StoreError) in
        try await service.store.page(of: query, before: last, limit: min(missing, 200))
      }
      if missing == limit && !page.attempts.isEmpty { try format.begin(Self.table) }
      for attempt in page.attempts { try format.write(row(attempt), in: Self.table, json: json(attempt)) }
      missing -= page.attempts.count
      last = page.next
    } while last != nil && missing > 0
  }

  /// Whose tries are shown, nil for everybody's.
  private func owner(_ service: Service) throws(Failure) -> EmailAddress? {
    if readsToken { return try verifiedSession(service).email }
    return try email.map { text throws(Failure) in try EmailAddress(given: text) }
  }

  private func row(_ attempt: Attempt) -> [String] {
    [
      attempt.time.localTime, attempt.outcome.name, attempt.source.tty, String(attempt.source.uid),
      attempt.source.program, attempt.source.host, attempt.email.text,
    ]
  }

  private func json(_ attempt: Attempt) -> JSONLine {
    [
      "id": .number(attempt.id.number), "time": .string(attempt.time.iso8601), "email": .string(attempt.email.text),
      "outcome": .string(attempt.outcome.rawValue), "tty": .string(attempt.source.tty),
      "uid": .number(Int64(attempt.source.uid)), "host": .string(attempt.source.host),
      "program": .string(attempt.source.program),
    ]
  }
}
