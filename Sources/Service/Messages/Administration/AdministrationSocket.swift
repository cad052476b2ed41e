public import Unix

/// The socket of a service on which administrators connect. Its file belongs to root and the group `signin-admin`, and
/// is closed to all others.
public enum AdministrationSocket {
  /// The path of the socket beside the one that people use.
  public static func path(beside socket: String) -> String {
    (socket.lastIndex(of: "/").map { String(socket[...$0]) } ?? "") + "admin.sock"
  }

  /// Connects, and checks the listener before anything is sent. A service that accepts no connection for 10 seconds
  /// hangs.
  public static func connect(at path: String) throws(ServiceSocket.Refusal) -> SeqpacketSocket {
    SeqpacketSocket(descriptor: try ServiceSocket(at: path).connect(waiting: 10))
  }
}
