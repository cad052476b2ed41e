public import Identity
public import Unix

extension ServiceSocket {
  /// Connects to the service, if it can be trusted.
  /// - Parameter seconds: How long to wait for a place among those that it takes. By default this never waits.
  public func link(waiting seconds: Int = 0) throws(StoreError) -> Link {
    do throws(Refusal) {
      return Link(descriptor: try connect(waiting: seconds))
    } catch {
      switch error {
      case .absent: throw .service(.absent, path: path)
      case .unattended: throw .service(.unattended, path: path)
      case .noSocket: throw .service(.noSocket, path: path)
      case .full: throw .keeper(.busy)
      case .refused(let number): throw .service(.refused(errorNumber: number), path: path)
      case .otherServer: throw .service(.otherServer, path: path)
      case .unsafe(.otherOwner(let path)): throw .service(.otherOwner, path: path)
      case .unsafe(.writableByOthers(let path)): throw .service(.writableByOthers, path: path)
      }
    }
  }
}
