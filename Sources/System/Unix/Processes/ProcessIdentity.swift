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
    guard let boot = contents(of: "/proc/sys/kernel/random/boot_id"), boot.count == 37 else { return nil }
    var namespace = stat()
    guard stat("/proc/self/ns/pid", &namespace) == 0 else { return nil }
    return "\(boot.dropLast()) \(namespace.st_ino)"
  }()

  /// proc_pid_stat(5): the 22nd number. The name before it, in brackets, may hold anything.
  private static func start(of id: pid_t) -> UInt64? {
    guard let line = contents(of: "/proc/\(id)/stat"), let end = line.lastIndex(of: ")") else { return nil }
    let numbers = line[line.index(after: end)...].split(separator: " ")
    return numbers.count > 19 ? UInt64(numbers[19]) : nil
  }

  private static func contents(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(file, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
