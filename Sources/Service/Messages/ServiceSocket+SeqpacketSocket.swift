public import Identity
public import Unix

extension ServiceSocket {
  /// Connects to the service, if it can be trusted.
  /// - Parameter seconds: How long to wait for a place among those that it takes. By default this never waits.
  public func seqpacketSocket(waiting seconds: Int = 0) throws(StoreError) -> SeqpacketSocket {
    do throws(Refusal) {
      return SeqpacketSocket(descriptor: try connect(waiting: seconds))
    } catch {
      switch error {
      case .absent: throw .socket(.absent, path: path)
      case .unattended: throw .socket(.unattended, path: path)
      case .noSocket: throw .socket(.noSocket, path: path)
      case .full: throw .service(.busy)
      case .refused(let number): throw .socket(.refused(errorNumber: number), path: path)
      case .otherServer: throw .socket(.otherServer, path: path)
      case .unsafe(.otherOwner(let path)): throw .socket(.otherOwner, path: path)
      case .unsafe(.writableByOthers(let path)): throw .socket(.writableByOthers, path: path)
      }
    }
  }
}
