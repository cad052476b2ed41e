import Glibc
import Terminal
import Unix

/// The log of a service: a line on standard error for each event, the same in every language. Attempts are not in it: the
/// store has them, and the setting `log` sends them to the journal.
package struct ServiceLog: Sendable {
  /// The priorities of syslog(3).
  package enum Priority: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
  }

  /// Whether standard error leads to systemd's journal, which takes a priority before each line (sd-daemon(3)).
  private let isJournal: Bool

  package init() { isJournal = Environment.variable("JOURNAL_STREAM") != nil }

  /// Writes an event with its fields.
  package func write(_ priority: Priority, _ event: String, _ fields: [(name: String, value: String)] = []) {
    let line = Self.line(event, fields)
    let prefix = isJournal ? "<\(priority.rawValue)>" : "signin: "
    let bytes = Array((prefix + line + "\n").utf8)
    // A reader that has stopped reading must not stop the service: what a pipe has no room for is lost.
    var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&output, 1, 0) > 0 else { return }
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Quotation marks keep a text from looking like another field.
  static func line(_ event: String, _ fields: [(name: String, value: String)]) -> String {
    ([event] + fields.map { "\($0.name)=\(quoted($0.value))" }).joined(separator: " ")
  }

  /// A text from anywhere, in quotation marks on one line.
  static func quoted(_ text: String) -> String {
    let escaped = Sanitiser.cleaned(text).flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"" + String(escaped) + "\""
  }
}
