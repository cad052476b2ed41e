internal import CUnix

/// The process at the other end of a local socket, as the kernel knew it when the connection was made.
public struct PeerProcess: Sendable, Hashable {
  /// The id of its effective user.
  public let uid: UInt32
  /// Its number. It may have ended since, and another process may have the number.
  public let pid: Int32

  /// Whether it may say from which host its user comes: root may, and whoever is below root's sshd.
  public var mayNameHost: Bool { uid == 0 || Ancestors(of: self).includeSSHD }

  init(uid: UInt32, pid: Int32) {
    (self.uid, self.pid) = (uid, pid)
  }

  /// The peer of a connected socket; nil if the kernel does not say.
  public init?(of descriptor: Int32) {
    var (uid, pid): (UInt32, Int32) = (0, 0)
    guard signin_peer(descriptor, &uid, &pid) == 0 else { return nil }
    (self.uid, self.pid) = (uid, pid)
  }
}
