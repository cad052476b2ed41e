internal import Glibc
import Identity
package import ProgramSupport
import Sentences
import Unix
package import AccountService
package import Messages

extension RemoteStore {
  /// Connects to a service on the socket for administrators.
  /// - Parameter socket: The socket that people use, which is beside it.
  static func connected(beside socket: String) throws(Failure) -> RemoteStore {
    try connected(at: AdministrationSocket.path(beside: socket))
  }

  /// Asks a service how it is.
  /// - Parameter path: Its socket for administrators.
  package static func health(at path: String) throws(Failure) -> ServiceHealth {
    try startWorker()
    let store = try connected(at: path)
    return try waitingForStore { () async throws(StoreError) in try await store.health() }
  }

  private static func connected(at path: String) throws(Failure) -> RemoteStore {
    let socket: SeqpacketSocket
    do throws(ServiceSocket.Refusal) {
      socket = try AdministrationSocket.connect(at: path)
    } catch {
      throw Failure(error, at: path)
    }
    return try waitingForStore { () async throws(StoreError) in
      try await RemoteStore(socket, program: Program.version)
    }
  }
}

extension Failure {
  fileprivate init(_ refusal: ServiceSocket.Refusal, at path: String) {
    switch refusal {
    case .absent, .unattended, .noSocket:
      self.init(
        .unavailable,
        translated("No service answers at {path}. Start it.", ["path": path]))
    case .refused(errorNumber: EACCES), .refused(errorNumber: EPERM):
      self.init(
        .refused, translated("Only root and members of the group signin-admin can administer this service."))
    case .unsafe(.otherOwner(let part)), .unsafe(.writableByOthers(let part)):
      self.init(
        .configuration,
        translated(
          "Nothing was sent to {path}: another user could change {part}. Let only root change it.",
          ["path": path, "part": part]))
    case .otherServer(let uid):
      self.init(
        .configuration,
        translated(
          "Nothing was sent to {path}: uid {uid} listens there, but is neither root nor the socket's owner.",
          ["path": path, "uid": String(uid)]))
    case .full: self.init(errorNumber: EAGAIN, at: path)
    case .refused(let errorNumber): self.init(errorNumber: errorNumber, at: path)
    }
  }

  private init(errorNumber: Int32, at path: String) {
    self.init(
      .unavailable,
      translated("{path} can't be connected to: {error}.", ["path": path, "error": systemError(errorNumber)]))
  }
}
