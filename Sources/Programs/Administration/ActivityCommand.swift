import ArgumentParser
import Identity
import ProgramSupport
import Secrets
import Sentences

/// `signin activity [EMAIL]`: the log, newest row first.
struct ActivityCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "activity", "List attempts and account changes: who, when, from where, with what result.",
    "Newest first: everyone's rows (for administrators, who can read the store anyway), or those with one email. "
      + "A script that shows people their own rows should pass their token, not their email.",
    examples: "signin activity --search failed --since 2d",
    "printf '%s\\n' \"$TOKEN\" | signin activity --token-stdin --json")

  @Argument(help: "Only rows with this email, even if it has no account.", completion: .email)
  var email: String?

  @Flag(
    name: .customLong("token-stdin"), help: "Only rows of the owner of the token on standard input.")
  var readsToken = false

  @Option(
    help: ArgumentHelp(
      "Only rows with all of these words: an outcome, failed, a date such as today or 'Nov 25', or a part of email, tty, "
        + "host or program.", valueName: "text"),
    completion: .list(AttemptOutcome.allCases.map(\.rawValue)))
  var search = ""

  @Option(
    help: ArgumentHelp(
      "Only rows from then on: a time such as 30m, 12h, 2d or 1w ago, today, a date, or a date with a time.",
      valueName: "time"), completion: .list(["1h", "1d", "1w", "today", "yesterday"]))
  var since: String?

  @Option(
    help: ArgumentHelp("Only rows before then, written in the same way.", valueName: "time"),
    completion: .list(["1h", "1d", "1w", "today", "yesterday"]))
  var until: String?

  @Option(help: ArgumentHelp("Show at most N rows (default 50).", valueName: "n"))
  var limit: Int?

  @OptionGroup var format: ListFormat
  @OptionGroup var options: SubcommandOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError(translated("--limit must be 1 or more.")) }
    guard email == nil || !readsToken else {
      throw ValidationError(translated("Give an EMAIL or --token-stdin, not both."))
    }
  }

  func perform() throws(Failure) {
    let access = try options.access
    let query = try query(access)
    var table = TextTable(
      [
        translated("EMAIL"), translated("TIME"), translated("OUTCOME"), translated("HOST"), translated("TTY"),
        translated("PROGRAM"), translated("UID"),
      ], keeping: 3, cuttable: [3, 5])
    try writeAttempts(of: query, access, in: &table)
    if table.isEmpty { format.printEmpty(translated("No activity.")) }
  }

  private func writeAttempts(
    of query: AttemptQuery, _ access: StoreAccess, in table: inout TextTable
  ) throws(Failure) {
    let times = try times()
    guard let store = try access.listedStore() else { return }
    var last: AttemptID?
    var missing = limit ?? 50
    repeat {
      let page = try waitingForStore { [last, missing] () async throws(StoreError) in
        try await store.page(of: query, before: last, limit: until == nil ? min(missing, 1000) : 1000)
      }
      let wanted = page.attempts.filter { times.contains($0.time) }.prefix(missing)
      try format.write(Array(wanted), in: &table, cells: row, json: json)
      missing -= wanted.count
      // The time of the log never goes back, so all rows behind an older one are older.
      let isOver = page.attempts.last.map { $0.id.time < times.lowerBound } ?? false
      last = isOver ? nil : page.next
    } while last != nil && missing > 0
  }

  private func times() throws(Failure) -> Range<Timestamp> {
    let now = SystemClock().now()
    let from = try since.map { text throws(Failure) in try Timestamp(given: text, to: "--since", at: now) }
    let until = try until.map { text throws(Failure) in try Timestamp(given: text, to: "--until", at: now) }
    let start = from ?? Timestamp(milliseconds: .min)
    let end = until ?? Timestamp(milliseconds: .max)
    guard start <= end else { throw .usage(translated("--since must be before --until."), see: "signin activity") }
    return start..<end
  }

  /// A token proves the owner of an account, who sees no row from before it was added.
  private func query(_ access: StoreAccess) throws(Failure) -> AttemptQuery {
    let search = AttemptSearch(typed: search)
    if readsToken { return AttemptQuery(owner: try verifiedSession(access).email, search: search) }
    let email = try email.map { text throws(Failure) in try EmailAddress(given: text) }
    return AttemptQuery(email: email, search: search)
  }

  /// The session of the token on standard input. This counts as a use of the session.
  private func verifiedSession(_ access: StoreAccess) throws(Failure) -> Session {
    guard access.hasStore else { throw .noAccounts }
    let digest = try StandardInput.readToken().digest
    let session = try waitingForStore { () async throws(StoreError) in try await access.store.verify(digest) }
    guard let session else { throw .invalidToken }
    return session
  }

  private func row(_ attempt: Attempt) -> [String] {
    [
      attempt.email.text, attempt.time.localTime,
      attempt.outcome.name + (attempt.times > 1 ? " \(attempt.times)x" : ""), attempt.source.host,
      attempt.source.tty, attempt.source.program, String(attempt.source.uid),
    ]
  }

  private func json(_ attempt: Attempt) -> JSONLine {
    [
      "id": .number(attempt.id.number), "time": .string(attempt.time.iso8601), "email": .string(attempt.email.text),
      "outcome": .string(attempt.outcome.rawValue), "tty": .string(attempt.source.tty),
      "uid": .number(Int64(attempt.source.uid)), "host": .string(attempt.source.host),
      "program": .string(attempt.source.program), "times": .number(Int64(attempt.times)),
      "until": .string(attempt.until.iso8601),
    ]
  }
}
