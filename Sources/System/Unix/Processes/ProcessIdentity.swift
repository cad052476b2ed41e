internal import Glibc

/// A process, named so that no other has the name: ids are given again, and each container has its own.
public struct ProcessIdentity: Sendable, Hashable {
  /// The start of the machine, the namespace of ids, the id, and the process's start in ticks after the machine's.
  public let text: String

  /// A name that was read.
  public init(_ text: String) {
    self.text = text
  }

  /// This process; nil without `/proc`.
  public static let current: ProcessIdentity? = {
    guard let surroundings, let start = start(of: getpid()) else { return nil }
    return ProcessIdentity("\(surroundings) \(getpid()) \(start)")
  }()

  /// Whether the process has certainly ended. One of another machine or container is not known here.
  public var hasEnded: Bool {
    let parts = text.split(separator: " ")
    guard parts.count == 4, let here = Self.surroundings, parts[0...1].joined(separator: " ") == here,
      let id = pid_t(parts[2])
    else { return false }
    if kill(id, 0) != 0 && errno == ESRCH { return true }
    // `/proc` may hide the processes of others.
    return Self.start(of: id).map { String($0) != parts[3] } ?? false
  }

  /// The start of the machine and the namespace of ids.
  private static let surroundings: String? = {
    guard let boot = String(systemFile: "/proc/sys/kernel/random/boot_id"), boot.count == 37 else { return nil }
    var namespace = stat()
    guard stat("/proc/self/ns/pid", &namespace) == 0 else { return nil }
    return "\(boot.dropLast()) \(namespace.st_ino)"
  }()

  private static func start(of id: pid_t) -> UInt64? {
    String(systemFile: "/proc/\(id)/stat").flatMap(TerminalLogin.Process.init)?.started
  }
}
