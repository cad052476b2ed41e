import Foundation
import PostgreSQLStore
import TestSupport

/// The server that `SIGNIN_POSTGRESQL` names, for the contract alone: it may be another engine with PostgreSQL's protocol.
/// Its role makes a database for each clause. A program drops them when the tests have ended, however they end.
final class GivenServer: Sendable {
  static var url: String? { ProcessInfo.processInfo.environment["SIGNIN_POSTGRESQL"] }
  static let shared = Task { try GivenServer() }

  private let url: String
  private let prefix = "signin_test_\(getpid())_"
  private let life: Int32
  private let cleaner: ChildProcess

  private init() throws {
    url = Self.url ?? ""
    var pipe: [Int32] = [0, 0]
    guard Glibc.pipe(&pipe) == 0 else { throw Refused(errors: "pipe") }
    for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    life = pipe[1]
    cleaner = try ChildProcess(
      "/bin/sh", ["-c", Self.cleaning, "sh", url, prefix], environment: ProcessInfo.processInfo.environment,
      link: pipe[0])
    close(pipe[0])
  }

  /// A database with empty tables of their owner.
  func place() async throws -> PostgreSQLPlace {
    let name = prefix + UUID().uuidString.prefix(8).lowercased()
    let made = try await ChildProcess(
      "/usr/bin/psql", ["-Xq", "-d", url, "-c", "CREATE DATABASE \(name)"],
      environment: ProcessInfo.processInfo.environment
    ).finish()
    guard made.ending == .exited(0) else {
      throw Refused(errors: "The role of SIGNIN_POSTGRESQL must be able to make databases: \(made.errors)")
    }
    let place = try PostgreSQLPlace(Self.url(of: name, on: url))
    try PostgreSQLSchema.migrate(place)
    return place
  }

  /// `url` with the name of another database.
  static func url(of database: String, on url: String) throws -> String {
    if url.hasPrefix("service=") { return url + " dbname=" + database }
    let parts = try #/^(postgres(?:ql)?://[^/?]*)(?:/[^?]*)?(\?.*)?$/#.wholeMatch(in: url)
    guard let parts else { throw Refused(errors: "SIGNIN_POSTGRESQL is no URL: \(url)") }
    return parts.1 + "/" + database + (parts.2 ?? "")
  }

  struct Refused: Error { let errors: String }

  private static let cleaning = """
    cat <&3 >/dev/null
    psql -XqAt -d "$1" -c "SELECT 'DROP DATABASE ' || datname || ';' FROM pg_database WHERE datname LIKE '$2%'" |
      psql -Xq -d "$1"
    """
}
