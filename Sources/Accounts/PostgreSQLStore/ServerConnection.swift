internal import CPostgreSQL
internal import Glibc
internal import Identity

/// One connection to the server, for one thread at a time. Statements go out together, and no wait is longer than its
/// deadline: libpq alone would wait for a stalled server for ever.
final class ServerConnection {
  /// Whether the connection may be used again. After a deadline or a lost connection nobody knows what comes next.
  private(set) var isUsable = true
  let connection: OpaquePointer
  private let warnings = Warnings()
  private let reasons: LastReason?

  /// Connects. Blocks the thread for at most 2 s for each server of the place, or as long as its `connect_timeout` says,
  /// and for 1 s more to find out why a server refuses.
  /// - Parameters:
  ///   - server: The only one of the place's servers to ask; nil for the first that the place takes.
  ///   - reasons: Gets the server's words for each failure.
  init(
    to place: PostgreSQLPlace, at server: PostgreSQLPlace.Server? = nil, noting reasons: LastReason? = nil
  ) throws(ServerError) {
    self.reasons = reasons
    connection = try Self.opened(to: place, server, noting: reasons)
    PQsetNoticeReceiver(
      connection,
      { warnings, _ in
        if let warnings { Unmanaged<Warnings>.fromOpaque(warnings).takeUnretainedValue().count += 1 }
      }, Unmanaged.passUnretained(warnings).toOpaque())
    guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1 else { throw .lost }
  }

  deinit {
    PQfinish(connection)
  }

  /// The warnings that the server has sent.
  var warningCount: Int { warnings.count }

  /// Runs `statements` one after the other, and returns the rows of each. After a mistake the others are not run.
  func run(_ statements: [Statement], until deadline: ContinuousClock.Instant) throws(ServerError) -> [Rows] {
    do throws(ServerError) {
      for statement in statements { try send(statement) }
      guard PQpipelineSync(connection) == 1 else { throw .lost }
      var found: [Rows] = []
      var refusal: ServerError?
      for _ in statements {
        switch try rows(until: deadline) {
        case .success(let rows): found.append(rows)
        case .failure(let error): refusal = refusal ?? error
        }
      }
      try finishSync(until: deadline)
      if let refusal { throw refusal }
      return found
    } catch {
      if case .refused(let state) = error, !state.isShutdown { throw error }
      isUsable = false
      if case .lost = error { reasons?.note(connection) }
      throw error
    }
  }

  /// Runs a statement that changes nothing. `statement_timeout` cancels it on the server at the deadline, so the
  /// connection stays usable. The timeout ends with its transaction, because pgbouncer may give the server's process to
  /// another service then.
  func runBounded(_ statement: Statement, until deadline: ContinuousClock.Instant) throws(ServerError) -> Rows {
    let left = deadline - .now
    guard left > .zero else { throw .tooSlow }
    let bound = Statement(
      "SELECT set_config('statement_timeout', $1, true)", [Value(Int(left / .milliseconds(1)) + 1)])
    do throws(ServerError) {
      return try run([bound, statement], until: deadline + Self.timeToEnd)[1]
    } catch {
      if case .refused(let state) = error, state.text == "57014", .now >= deadline { throw .tooSlow }
      throw error
    }
  }

  /// The time for the news that the server ended a statement.
  private static let timeToEnd = Duration.milliseconds(500)

  private func send(_ statement: Statement) throws(ServerError) {
    let sent = statement.values.map(\.text).withCStrings { values in
      PQsendQueryParams(connection, statement.sql, Int32(statement.values.count), nil, values, nil, nil, 0)
    }
    guard sent == 1 else { throw .lost }
  }

  /// A connection of libpq, ready for statements.
  private static func opened(
    to place: PostgreSQLPlace, _ server: PostgreSQLPlace.Server?, noting reasons: LastReason?
  ) throws(ServerError) -> OpaquePointer {
    guard let opened = place.withOptions(server, { PQconnectdbParams($0, $1, 1) }) else { throw .notReached }
    if PQstatus(opened) == CONNECTION_OK { return opened }
    // Without a socket no server answered.
    let refusal = PQsocket(opened) >= 0 ? refusal(by: place) : .notReached
    reasons?.note(opened, refusal.state?.text)
    PQfinish(opened)
    throw refusal
  }

  /// The reason why a server lets nobody in. libpq gives its code only to a program that asks for it before connecting,
  /// and such a program has to wait for each server itself. So this is another connection, made once the first one failed.
  private static func refusal(by place: PostgreSQLPlace) -> ServerError {
    guard let opening = place.withOptions(nil, { PQconnectStartParams($0, $1, 1) }) else { return .notReached }
    defer { PQfinish(opening) }
    PQsetErrorVerbosity(opening, PQERRORS_SQLSTATE)
    let deadline = ContinuousClock.now + .seconds(1)
    var step = PGRES_POLLING_WRITING
    while step == PGRES_POLLING_READING || step == PGRES_POLLING_WRITING {
      do throws(ServerError) {
        try wait(for: step == PGRES_POLLING_READING ? POLLIN : POLLOUT, on: opening, until: deadline)
      } catch {
        return .notReached
      }
      step = PQconnectPoll(opening)
    }
    let message = PQerrorMessage(opening).map { String(cString: $0) } ?? ""
    let code = message.split(separator: "\n").last?.split(separator: " ").last.flatMap { SQLState(String($0)) }
    // Nothing but a code ends the line. It may let others in by now.
    return code.map(ServerError.refused) ?? .notReached
  }

  /// The rows of the next statement, or the refusal of the server.
  private func rows(until deadline: ContinuousClock.Instant) throws(ServerError) -> Result<Rows, ServerError> {
    guard let result = try result(until: deadline) else { throw .lost }
    defer { PQclear(result) }
    // The results of one statement end with nothing.
    guard try self.result(until: deadline) == nil else { throw .lost }
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return .success(Rows(result))
    case PGRES_PIPELINE_ABORTED: return .failure(.lost)
    default:
      guard let text = PQresultErrorField(result, Int32(UInt8(ascii: "C"))), let state = SQLState(String(cString: text))
      else { throw .lost }
      reasons?.note(result: result, state.text)
      return .failure(.refused(state))
    }
  }

  private func finishSync(until deadline: ContinuousClock.Instant) throws(ServerError) {
    guard let result = try result(until: deadline) else { throw .lost }
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_PIPELINE_SYNC else { throw .lost }
  }

  private func result(until deadline: ContinuousClock.Instant) throws(ServerError) -> OpaquePointer? {
    while PQisBusy(connection) == 1 {
      let unsent = PQflush(connection)
      guard unsent >= 0 else { throw .lost }
      try Self.wait(for: unsent == 1 ? POLLIN | POLLOUT : POLLIN, on: connection, until: deadline)
      guard PQconsumeInput(connection) == 1 else { throw .lost }
    }
    return PQgetResult(connection)
  }

  private static func wait(
    for events: Int32, on connection: OpaquePointer, until deadline: ContinuousClock.Instant
  ) throws(ServerError) {
    var descriptor = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
    while true {
      let left = deadline - .now
      guard left > .zero else { throw .tooSlow }
      let ready = poll(&descriptor, 1, Int32(left / .milliseconds(1)) + 1)
      if ready > 0 { return }
      if ready < 0 && errno != EINTR { throw .lost }
    }
  }
}

/// Counts the server's warnings. libpq gives them to a C function.
private final class Warnings {
  var count = 0
}

extension PostgreSQLPlace {
  /// Calls `body` with the keywords of libpq and their values.
  fileprivate func withOptions(
    _ server: Server?,
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> OpaquePointer?
  ) -> OpaquePointer? {
    // Later options count more. libpq takes the text of the place for the option `dbname`.
    let options =
      [
        ("connect_timeout", "2"), ("fallback_application_name", "signin"), ("dbname", text),
        ("client_encoding", "UTF8"),
      ] + (server.map { [("host", $0.host), ("port", $0.port)] } ?? [])
    return options.map(\.0).withCStrings { keywords in
      options.map(\.1).withCStrings { values in body(keywords, values) }
    }
  }
}

extension [String] {
  fileprivate func withCStrings<R>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R) -> R {
    map(Optional.some).withCStrings(body)
  }
}

extension [String?] {
  /// Calls `body` with the texts as C strings, and nil after the last.
  fileprivate func withCStrings<R>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R) -> R {
    var bytes: [CChar] = []
    let starts = map { text -> Int? in
      guard let text else { return nil }
      defer {
        bytes += text.utf8.map(CChar.init(bitPattern:))
        bytes.append(0)
      }
      return bytes.count
    }
    return bytes.withUnsafeBufferPointer { bytes in
      (starts.map { start in start.flatMap { bytes.baseAddress?.advanced(by: $0) } } + [nil])
        .withUnsafeBufferPointer { pointers in
          // The array is not empty: it has at least the last nil.
          pointers.baseAddress.map(body)
        }
    } ?? body([nil])
  }
}
