import ArgumentParser
import Identity
import ProgramSupport
import Sentences

/// `signin throttle list`: the emails with failures in a row, and the sources with failed emails.
struct ListThrottleCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "list", "List emails and sources with failures, and their waits.",
    "For an email, counts its failures in a row. Where somebody has signed in with it within 30 days, failures count apart, "
      + "as EMAIL at uid@host. For a source (uid@host), or a uid with several sources, counts the "
      + "different emails that failed within an hour. The wait of a source is for emails that are new to it.",
    examples: "signin throttle list", "signin throttle ls --json", aliases: ["ls"])

  @OptionGroup var format: ListFormat
  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let access = try options.access
    var table = TextTable([translated("EMAIL OR SOURCE"), translated("FAILURES"), translated("BLOCKED")])
    if let store = try access.listedStore() {
      let state = try waitingForStore { () async throws(StoreError) in try await store.throttleState() }
      let report = ThrottleReport(state, under: access.throttle, at: SystemClock().now())
      try format.write(report.entries, in: &table, cells: row, json: json)
    }
    if table.isEmpty { format.printEmpty(translated("No failures.")) }
  }

  private func row(_ entry: ThrottleReport.Entry) -> [String] {
    let block =
      switch entry.block {
      case .none: translated("no")
      case .seconds(let seconds): translated("{seconds} s", ["seconds": String(seconds)])
      case .untilCleared: translated("until cleared")
      }
    return [entry.subject.text, String(entry.count), block]
  }

  private func json(_ entry: ThrottleReport.Entry) -> JSONLine {
    let seconds: JSONLine.Value = if case .seconds(let seconds) = entry.block { .number(Int64(seconds)) } else { .null }
    return [
      "kind": .string(entry.subject.kind), "name": .string(entry.subject.text), "failures": .number(Int64(entry.count)),
      "blockedFor": seconds, "disabled": .bool(entry.block == .untilCleared),
    ]
  }
}

extension ThrottleReport.Entry.Subject {
  fileprivate var text: String {
    switch self {
    case .email(let email): email
    case .pair(let pair): "\(pair.email) at \(pair.source.text)"
    case .source(let source): source.text
    case .uid(let uid): String(uid)
    }
  }

  /// For programs.
  fileprivate var kind: String {
    switch self {
    case .email: "email"
    case .pair: "pair"
    case .source: "source"
    case .uid: "uid"
    }
  }
}
