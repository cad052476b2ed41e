import Foundation
import IdentityPostgreSQL
import TestSupport

/// A PostgreSQL server for tests, with nobody else's data. It has a socket and no network, and ends with the tests.
final class PostgreSQLServer: Sendable {
  /// The server of all tests in this process.
  static let shared = Task { try await PostgreSQLServer() }

  /// Whether tests start servers: `make test-engines` says so.
  static var isWanted: Bool { ProcessInfo.processInfo.environment["SIGNIN_ENGINES"] != nil }

  /// The folder of the newest server's programs, as Debian has it.
  private static var programs: String {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    return "/usr/lib/postgresql/\(versions.max { (Int($0) ?? 0) < (Int($1) ?? 0) } ?? "15")/bin"
  }
  private let folder: String
  private let process: ChildProcess
  /// The server ends when this end of a pipe closes, however the tests end.
  private let life: Int32

  private init() async throws {
    folder = "/tmp/signin-pg-\(getpid())"
    var pipe: [Int32] = [0, 0]
    guard Glibc.pipe(&pipe) == 0 else { throw NotStarted(errors: "pipe") }
    for end in pipe { fcntl(end, F_SETFD, FD_CLOEXEC) }
    life = pipe[1]
    process = try ChildProcess(
      "/bin/sh", ["-c", Self.script, "sh", folder, Self.programs],
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"],
      link: pipe[0])
    close(pipe[0])
    let socket = folder + "/.s.PGSQL.5432"
    guard await eventually({ FileManager.default.fileExists(atPath: socket) }) else {
      throw NotStarted(errors: try await process.finish().errors)
    }
    try await run(
      """
      CREATE ROLE signin_owner LOGIN; CREATE ROLE signin_app LOGIN; CREATE ROLE signin_audit LOGIN;
      """)
    try await run("CREATE DATABASE template_signin OWNER signin_owner")
    try PostgreSQLSchema.migrate(try PostgreSQLPlace(url("template_signin", as: "signin_owner")))
  }

  /// A database with empty tables, as the role of the service.
  func place(as role: String = "signin_app") async throws -> PostgreSQLPlace {
    let name = "t" + UUID().uuidString.prefix(13).lowercased().replacing("-", with: "")
    try await run("CREATE DATABASE \(name) TEMPLATE template_signin")
    return try PostgreSQLPlace(url(name, as: role))
  }

  /// The URL of a database.
  func url(_ database: String, as role: String) -> String { "postgresql://\(role)@/\(database)?host=\(folder)" }

  /// Runs SQL as the administrator of the server, and returns what it prints.
  @discardableResult
  func run(_ sql: String, in database: String = "postgres") async throws -> String {
    let finished = try await ChildProcess(
      "/usr/bin/psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "postgres", "-d", database, "-c", sql],
      environment: ["PATH": "/usr/bin:/bin"]
    ).finish()
    guard finished.ending == .exited(0) else { throw NotStarted(errors: finished.errors) }
    return finished.output
  }

  struct NotStarted: Error { let errors: String }

  /// Servers refuse to run as root, so root becomes the user of Debian's package.
  private static let script = """
    set -eu
    trap 'rm -rf "$1"' EXIT
    mkdir -m 700 "$1"
    as=env
    if [ "$(id -u)" = 0 ]; then
      chown postgres "$1"
      as="setpriv --reuid=postgres --regid=postgres --clear-groups"
    fi
    cd "$1"
    $as "$2/initdb" -D "$1/data" -U postgres --auth=trust --no-locale -E UTF8 -N >"$1/log" 2>&1 || {
      cat "$1/log" >&2
      exit 1
    }
    $as "$2/postgres" -D "$1/data" -c listen_addresses= -c unix_socket_directories="$1" -c fsync=off \
      -c max_connections=200 >>"$1/log" 2>&1 3<&- &
    cat <&3 >/dev/null
    kill -QUIT $!
    wait
    """
}
