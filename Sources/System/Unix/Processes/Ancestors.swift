internal import Glibc

/// The processes that started this one, as the kernel reports them.
public struct Ancestors: Sendable {
  /// A process.
  struct Entry: Equatable {
    var name: String
    var parent: Int32
    /// Its uid, if its real, effective, saved and file system uid are one.
    var uid: UInt32?
    /// Whether all of them are root's.
    var isRoot: Bool { uid == 0 }
  }

  /// Nil if it is unknown.
  private let parent: Int32?
  private let find: @Sendable (Int32) -> Entry?

  /// The ancestors of this process.
  public init() {
    self.init(parent: getppid()) { process in Entry(status: "/proc/\(process)/status") }
  }

  /// The ancestors of the process at the other end of a socket.
  ///
  /// That process may have ended, and its id may have been reused. So a process of another user counts as unknown. A
  /// user with a process below sshd could have connected from there anyway.
  public init(of peer: PeerProcess) {
    self.init(of: peer) { process in Entry(status: "/proc/\(process)/status") }
  }

  init(of peer: PeerProcess, find: @escaping @Sendable (Int32) -> Entry?) {
    self.init(parent: find(peer.pid).flatMap { $0.uid == peer.uid ? $0.parent : nil }, find: find)
  }

  init(parent: Int32?, find: @escaping @Sendable (Int32) -> Entry?) {
    self.parent = parent
    self.find = find
  }

  /// Whether sshd started this process. Root's own sshd has only root's processes above it; a program that a user has
  /// named sshd and that sudo runs has the user's. False if /proc does not show that much. See
  /// Decisions/0082-throttle-waits.md.
  public var includeSSHD: Bool {
    guard var next = parent else { return false }
    var isBelowSSHD = false
    for _ in 0..<1000 where next > 0 {
      guard let entry = find(next) else { return false }
      // Since OpenSSH 9.8 a program of its own serves each connection.
      if entry.isRoot && ["sshd", "sshd-session"].contains(entry.name) { isBelowSSHD = true }
      if isBelowSSHD && !entry.isRoot { return false }
      next = entry.parent
    }
    return isBelowSSHD && next == 0
  }
}

extension Ancestors.Entry {
  /// The process of a file `/proc/PID/status`, see proc_pid_status(5). Nil if it cannot be read.
  init?(status path: String) {
    guard let text = String(systemFile: path) else { return nil }
    self.init(text: text)
  }

  init?(text: String) {
    var values: [Substring: [Substring]] = [:]
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      values[line[..<colon]] = line[line.index(after: colon)...].split(separator: "\t")
    }
    guard let name = values["Name"]?.first, let parent = values["PPid"]?.first.flatMap({ Int32($0) }),
      let uids = values["Uid"], uids.count == 4
    else { return nil }
    self.init(name: String(name), parent: parent, uid: Set(uids).count == 1 ? UInt32(uids[0]) : nil)
  }
}
