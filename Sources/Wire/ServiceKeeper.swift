public import Identity
public import Unix

/// A keeper that runs as a service, for all people of the machine.
@MainActor public final class ServiceKeeper: KeeperClient.Keeper {
  private let socket: ServiceSocket

  /// The service that listens at `path`.
  public init(at path: String) {
    socket = ServiceSocket(at: path)
  }

  /// Connects to the service, if it can be trusted. See ``Unix/ServiceSocket``.
  public func connect() throws(StoreError) -> Link {
    do throws(ServiceSocket.Refusal) {
      return Link(descriptor: try socket.connect())
    } catch {
      switch error {
      case .absent: throw .service(.absent, path: socket.path)
      case .unattended: throw .service(.unattended, path: socket.path)
      case .noSocket: throw .service(.noSocket, path: socket.path)
      case .full: throw .keeper(.busy)
      case .refused(let number): throw .service(.refused(errorNumber: number), path: socket.path)
      case .otherServer: throw .service(.otherServer, path: socket.path)
      case .unsafe(.otherOwner(let path)): throw .service(.otherOwner, path: path)
      case .unsafe(.writableByOthers(let path)): throw .service(.writableByOthers, path: path)
      }
    }
  }

  /// Closes the connection. The service goes on for others, so nobody waits for it.
  public func end(_ link: Link, within milliseconds: Int32, else impatience: ServingProgram.Impatience) { link.close() }
}
