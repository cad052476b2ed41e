internal import CPostgreSQL
internal import Synchronization

/// The server's own words for the last failure, for administrators.
final class LastReason: Sendable {
  private let last = Mutex<(text: String, at: ContinuousClock.Instant)?>(nil)

  /// Longer is no reason that anybody reads.
  private static let mostCharacters = 500
  /// Older is the reason of another failure.
  private static let lifetime = Duration.seconds(30)

  /// The words, if they are young enough.
  var text: String? {
    last.withLock { last in last.flatMap { .now - $0.at < Self.lifetime ? $0.text : nil } }
  }

  /// Notes the message of a connection that failed. libpq puts no password into it.
  func note(_ connection: OpaquePointer, _ state: String? = nil) {
    note(PQerrorMessage(connection).map { String(cString: $0) } ?? "", state)
  }

  /// Notes a statement that the server refused. A message about the data itself might repeat what somebody typed, so of
  /// such a one only the code counts (class 22, data exceptions, and 23, constraints).
  func note(result: OpaquePointer, _ state: String) {
    let isAboutData = state.hasPrefix("22") || state.hasPrefix("23")
    let message = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
    note(isAboutData ? "" : message ?? "", state)
  }

  private func note(_ message: String, _ state: String?) {
    let words = message.split { $0.isWhitespace }.joined(separator: " ")
    let parts = [state.map { "SQLSTATE " + $0 } ?? "", words].filter { !$0.isEmpty }
    guard !parts.isEmpty else { return }
    let text = String(parts.joined(separator: ": ").prefix(Self.mostCharacters))
    last.withLock { $0 = (text, .now) }
  }
}
