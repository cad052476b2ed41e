internal import CUnix

/// The process at the other end of a local socket, as the kernel knew it when the connection was made.
public struct PeerProcess: Sendable, Hashable {
  /// The id of its effective user.
  public let uid: UInt32
  /// Its process id. It may have ended since, and the id may have been reused.
  public let pid: Int32

  /// Whether it may name the host that its user comes from: root may, and any process below root's sshd.
  public var mayNameHost: Bool { uid == 0 || Ancestors(of: self).includeSSHD }

  init(uid: UInt32, pid: Int32) {
    (self.uid, self.pid) = (uid, pid)
  }

  /// The peer of a connected socket; nil if the kernel does not report it.
  public init?(of descriptor: Int32) {
    var (uid, pid): (UInt32, Int32) = (0, 0)
    guard signin_peer(descriptor, &uid, &pid) == 0 else { return nil }
    (self.uid, self.pid) = (uid, pid)
  }
}
