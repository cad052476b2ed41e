import Glibc
import Sentences

/// The place of the accounts, as the setting `store` names it.
package enum StoreAddress: Hashable, Sendable {
  /// `sqlite:PATH`, a file that this user opens.
  case file(path: String)
  /// `signind:PATH`, the socket of a service that keeps the accounts as another user.
  case service(socket: String)

  /// The address in `url`; nil if there is none.
  init?(_ url: String) {
    let parts = url.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "sqlite": self = .file(path: parts[1])
    case "signind" where parts[1].hasPrefix("/"): self = .service(socket: parts[1])
    default: return nil
    }
  }

  /// The address as the setting `store` takes it.
  package var url: String {
    switch self {
    case .file(let path): "sqlite:" + path
    case .service(let socket): "signind:" + socket
    }
  }

  /// The socket of this machine's service.
  package static let machineSocket = "/run/signin/signind.sock"

  /// The machine's service if there is one, else the user's own file.
  static func standard() throws(Failure) -> StoreAddress {
    var status = stat()
    if stat(machineSocket, &status) == 0 { return .service(socket: machineSocket) }
    return .file(path: try Environment.store())
  }
}

extension Settings {
  /// The place of the accounts.
  package var storeAddress: StoreAddress {
    get throws(Failure) {
      guard let url = store else { return try .standard() }
      guard let address = StoreAddress(url) else {
        throw Failure(
          .configuration,
          translated("“{url}” isn't a store. Use sqlite:PATH, or signind:/PATH for a service.", ["url": url]))
      }
      return address
    }
  }

  /// The path of the store that this program opens itself.
  package var storePath: String {
    get throws(Failure) {
      switch try storeAddress {
      case .file(let path): return path
      case .service:
        throw Failure(
          .configuration, translated("A service keeps these accounts. This command needs --store sqlite:PATH."))
      }
    }
  }
}
