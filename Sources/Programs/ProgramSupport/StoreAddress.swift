import Glibc
import Sentences

/// The place of the accounts, as the setting `store` names it.
package enum StoreAddress: Hashable, Sendable {
  /// `sqlite:PATH`, a file that this user opens.
  case file(path: String)
  /// `postgresql://HOST/DATABASE` or `service=NAME`, as libpq reads it. `signin-postgresql` opens it.
  case postgreSQL(place: String)
  /// `service:PATH`, the socket of a service that keeps the accounts as another user.
  case service(socket: String)

  /// The address in `url`; nil if there is none.
  package init?(_ url: String) {
    if Self.postgreSQL.contains(where: url.hasPrefix) {
      self = .postgreSQL(place: url)
      return
    }
    let parts = url.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "sqlite": self = .file(path: parts[1])
    case "service" where parts[1].hasPrefix("/"): self = .service(socket: parts[1])
    default: return nil
    }
  }

  private static let postgreSQL = ["postgresql://", "postgres://", "service="]

  /// The address as the setting `store` takes it.
  package var url: String {
    switch self {
    case .file(let path): "sqlite:" + path
    case .postgreSQL(let place): place
    case .service(let socket): "service:" + socket
    }
  }

  /// Whether the name has a password, which other users could read there.
  package var hasPassword: Bool {
    guard case .postgreSQL(let place) = self else { return false }
    let bytes = place.utf8.filter { $0 != UInt8(ascii: " ") }
    let keyword = Array("password=".utf8)
    if bytes.indices.contains(where: { bytes[$0...].starts(with: keyword) }) { return true }
    // postgresql://USER:PASSWORD@HOST/…
    let authority = place.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1).last?.dropFirst() ?? []
    let user = authority.prefix { $0 != UInt8(ascii: "/") }.split(
      separator: UInt8(ascii: "@"), maxSplits: 1, omittingEmptySubsequences: false)
    return user.count == 2 && user[0].contains(UInt8(ascii: ":"))
  }

  /// The socket of this machine's service.
  package static let machineSocket = "/run/signin/signin.sock"

  /// The folder of that socket, which the service's package makes at each start of the machine.
  private static let machineFolder = "/run/signin"

  /// The machine's service if there is one, even while it is stopped, else the user's own file.
  package static func standard() throws(Failure) -> StoreAddress {
    var status = stat()
    if stat(machineFolder, &status) == 0 { return .service(socket: machineSocket) }
    return .file(path: try Environment.store())
  }
}

extension Failure {
  /// A store's name has a password in it.
  package static let passwordInStore = Failure(
    .configuration,
    translated(
      "Remove the password from the name of the store: other users could read it there. "
        + "PostgreSQL finds it in ~/.pgpass, or needs none with peer authentication."))
}
