import Foundation
public import PostgreSQLStore
import TestSupport

/// A PostgreSQL server for tests, with nobody else's data. It has a socket and no network, and ends with the tests.
public final class PostgreSQLServer: Sendable {
  /// The server of all tests that leave it as it is.
  public static let shared = Task { try await PostgreSQLServer("shared") }

  /// Whether this machine has a server to start, for the tests of what all engines share.
  public static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: programs + "/initdb") }

  /// Whether all tests start servers: `make test-engines` says so.
  public static var isWanted: Bool { ProcessInfo.processInfo.environment["SIGNIN_ENGINES"] != nil }

  /// The folder of the socket.
  public let folder: String
  /// Each line starts the server. It ends when this end of a pipe closes, however the tests end.
  private let orders: Int32

  /// Starts a server, with empty tables in a database that others are copied from.
  /// - Parameters:
  ///   - name: A word, of which this process has no other server.
  ///   - primary: Another server, whose standby this one becomes. It is a copy of that one.
  ///   - small: The size in MB of a disk for the tablespace `small`.
  public init(_ name: String, copying primary: PostgreSQLServer? = nil, small: Int? = nil) async throws {
    folder = "/tmp/signin-pg-\(name)-\(getpid())"
    var pipe: [Int32] = [0, 0]
    guard Glibc.pipe(&pipe) == 0 else { throw NotStarted(errors: "pipe") }
    for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(pipe[0]) }
    orders = pipe[1]
    // A disk of its own is seen by the server alone.
    let shell = small == nil ? ["sh"] : ["unshare", "-m", "sh"]
    let made = try await ChildProcess(
      "/usr/bin/" + shell[0],
      shell.dropFirst() + [
        "-c", Self.script, "sh", folder, Self.programs, primary?.folder ?? "", small.map(String.init) ?? "",
      ],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"], link: pipe[0]
    ).finish()
    guard made.ending == .exited(0) else { throw NotStarted(errors: made.errors) }
    try await start()
    guard primary == nil else { return }
    try await run("CREATE ROLE signin_owner LOGIN; CREATE ROLE signin_app LOGIN; CREATE ROLE signin_audit LOGIN;")
    try await run("CREATE DATABASE template_signin OWNER signin_owner")
    try PostgreSQLSchema.migrate(try place(of: "template_signin", as: "signin_owner"))
  }

  deinit { close(orders) }

  /// A database with empty tables, as the role of the service.
  public func place() async throws -> PostgreSQLPlace { try place(of: await database()) }

  /// The name of a new database with empty tables.
  public func database(_ options: String = "") async throws -> String {
    let name = "t" + UUID().uuidString.prefix(13).lowercased().replacing("-", with: "")
    try await run("CREATE DATABASE \(name) TEMPLATE template_signin \(options)")
    return name
  }

  /// A database of this server, or of the first one of it and `others` that takes changes.
  /// - Parameter folder: The folder of another socket that leads to it.
  public func place(
    of database: String, as role: String = "signin_app", through folder: String? = nil,
    or others: [PostgreSQLServer] = []
  ) throws -> PostgreSQLPlace {
    let hosts = ([folder ?? self.folder] + others.map(\.folder)).joined(separator: ",")
    let options = others.isEmpty ? "" : "&target_session_attrs=read-write"
    return try PostgreSQLPlace("postgresql://\(role)@/\(database)?host=\(hosts)\(options)")
  }

  /// Runs SQL as the administrator of the server, or as another role, and returns what it prints.
  @discardableResult
  public func run(_ sql: String, in database: String = "postgres", as role: String = "postgres") async throws -> String
  {
    let finished = try await ChildProcess(
      "/usr/bin/psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", role, "-d", database, "-c", sql],
      environment: ["PATH": "/usr/bin:/bin"]
    ).finish()
    guard finished.ending == .exited(0) else { throw NotStarted(errors: finished.errors) }
    return finished.output.trimmingCharacters(in: .newlines)
  }

  /// Starts the server, and waits until it answers.
  public func start() async throws {
    guard write(orders, "start\n", 6) == 6 else { throw NotStarted(errors: "pipe") }
    guard await eventually({ (try? await run("SELECT 1")) != nil }) else { throw NotStarted(errors: try log()) }
  }

  /// Ends the server as a failure of its machine would: it writes nothing more.
  public func kill() async throws {
    let process = try process()
    // A process that lives longer than the first one could still write.
    try send(SIGSTOP)
    try send(SIGKILL)
    guard await eventually({ Glibc.kill(process, 0) != 0 }) else { throw NotStarted(errors: "still there") }
  }

  /// Stops all processes of the server, or lets them go on.
  public func send(_ signal: Int32) throws {
    let process = try process()
    let children = try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    for process in [process] + children.split(separator: " ").compactMap({ pid_t($0) }) { Glibc.kill(process, signal) }
  }

  /// All that the server has logged.
  public func log() throws -> String { try String(contentsOfFile: folder + "/log", encoding: .utf8) }

  private func process() throws -> pid_t {
    let file = try String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
    guard let process = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
      throw NotStarted(errors: "no process")
    }
    return process
  }

  /// The server did not start, or refused a statement.
  public struct NotStarted: Error {
    /// The reason that it gave.
    public let errors: String
  }

  /// The folder of the newest server's programs, as Debian has it.
  private static var programs: String {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    return "/usr/lib/postgresql/\(versions.max { (Int($0) ?? 0) < (Int($1) ?? 0) } ?? "15")/bin"
  }

  /// Makes a server, which runs until its orders end. Servers refuse to run as root, so root becomes the user of Debian's package.
  private static let script = """
    set -eu
    folder=$1 programs=$2 primary=$3 small=$4
    mkdir -m 700 "$folder"
    cd "$folder"
    as=env
    if [ "$(id -u)" = 0 ]; then
      # The group of the user that services in tests run as.
      chown postgres:54321 .
      chmod 710 .
      as="setpriv --reuid=postgres --regid=postgres --clear-groups"
    fi
    if [ -z "$primary" ]; then
      set -- initdb -U postgres --auth=trust --no-locale -E UTF8 -N
    else
      set -- pg_basebackup -d "host=$primary user=postgres application_name=standby" -R -X stream -c fast -N
    fi
    command=$1
    shift
    $as "$programs/$command" -D data "$@" >log 2>&1 || { cat log >&2; rm -rf "$folder"; exit 1; }
    serve() {
      # After a kill the remains of the last server are in the way for a moment.
      while
        status=0
        $as "$programs/postgres" -D data -c listen_addresses= -c unix_socket_directories="$folder" -c fsync=off \\
          -c max_connections=200 >>log 2>&1 3<&- || status=$?
        [ $status = 1 ]
      do sleep 0.1; done
    }
    if [ -n "$small" ]; then
      mkdir small
      mount -t tmpfs -o "size=${small}m,mode=700,uid=$(id -u postgres)" small small
    fi
    {
      server=
      while read -r order; do
        serve &
        server=$!
      done
      # One that only begins, or was stopped, does not hear the first signal.
      while [ -n "$server" ] && kill -0 "$server"; do
        process=$(head -n 1 data/postmaster.pid) || process=none
        if [ "$(readlink "/proc/$process/exe")" = "$programs/postgres" ]; then
          kill -s QUIT "$process" || :
          kill -s CONT "$process" || :
        fi
        sleep 0.1
      done
      cd /
      [ -z "$small" ] || umount -l "$folder/small"
      rm -rf "$folder"
    } <&3 >/dev/null 2>&1 &
    """
}
