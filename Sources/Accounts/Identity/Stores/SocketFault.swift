/// The reason why the form sends nothing to a service. It concerns the socket, or a folder above it.
public enum SocketFault: Sendable, Hashable, Codable {
  /// The socket is missing.
  case absent
  /// The socket is there, without a listener.
  case unattended
  /// Something else is in its place.
  case noSocket
  /// The system refuses the connection. The number is an `errno`.
  case refused(errorNumber: Int32)
  /// The server runs as a user who is neither root nor the owner of the socket.
  case otherServer
  /// The folder belongs to another user than root.
  case otherOwner
  /// Other users than root may write to the folder.
  case writableByOthers

  /// Whether the fault could be another user's server in place of the service.
  public var isUntrusted: Bool {
    switch self {
    case .absent, .unattended, .noSocket, .refused: false
    case .otherServer, .otherOwner, .writableByOthers: true
    }
  }
}
