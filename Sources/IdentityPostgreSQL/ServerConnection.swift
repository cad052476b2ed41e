internal import CPostgreSQL
internal import Glibc
internal import Identity

/// One connection to the server, for one thread at a time. Statements go out together, and no wait is longer than its
/// deadline: libpq alone would wait for a stalled server for ever.
final class ServerConnection {
  /// Whether the connection may be used again. After a deadline or a lost connection nobody knows what comes next.
  private(set) var isUsable = true
  private let connection: OpaquePointer
  private let warnings = Warnings()

  /// Connects. Blocks the thread for at most 2 s for each server of the place, or as long as its `connect_timeout` says.
  init(to place: PostgreSQLPlace) throws(ServerError) {
    // Later options count more. libpq takes the text of the place for the option `dbname`.
    let options = [
      ("connect_timeout", "2"), ("fallback_application_name", "signind"), ("dbname", place.text),
      ("client_encoding", "UTF8"),
    ]
    let opened = options.map(\.0).withCStrings { keywords in
      options.map(\.1).withCStrings { values in PQconnectdbParams(keywords, values, 1) }
    }
    guard let opened else { throw .notReached }
    connection = opened
    guard PQstatus(connection) == CONNECTION_OK else {
      // Without a socket no server answered. One that answered did not let the store's user in.
      let isRefused = PQsocket(connection) >= 0
      PQfinish(connection)
      guard isRefused, let state = SQLState("28000") else { throw .notReached }
      throw .refused(state)
    }
    PQsetNoticeReceiver(
      connection,
      { warnings, _ in
        if let warnings { Unmanaged<Warnings>.fromOpaque(warnings).takeUnretainedValue().count += 1 }
      }, Unmanaged.passUnretained(warnings).toOpaque())
    guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1 else {
      PQfinish(connection)
      throw .lost
    }
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
      throw error
    }
  }

  private func send(_ statement: Statement) throws(ServerError) {
    let sent = statement.values.map(\.text).withCStrings { values in
      PQsendQueryParams(connection, statement.sql, Int32(statement.values.count), nil, values, nil, nil, 0)
    }
    guard sent == 1 else { throw .lost }
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
      try wait(for: unsent == 1 ? POLLIN | POLLOUT : POLLIN, until: deadline)
      guard PQconsumeInput(connection) == 1 else { throw .lost }
    }
    return PQgetResult(connection)
  }

  private func wait(for events: Int32, until deadline: ContinuousClock.Instant) throws(ServerError) {
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
