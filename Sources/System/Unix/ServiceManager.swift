internal import Glibc

/// The program that started a service, such as systemd, by the protocols of sd_listen_fds(3) and sd_notify(3). All of
/// them are optional.
public struct ServiceManager: Sendable {
  /// The sockets that it passed, in their order, with their names; an empty name for none.
  public let sockets: [(name: String, descriptor: Int32)]
  /// The watchdog's interval; nil without a watchdog.
  public let watchdogInterval: Duration?
  private let address: String?

  /// The program that started this one. Its variables are removed, so that no other program takes them for its own.
  public init() {
    let own = getpid()
    let names = Self.names(
      pid: Self.take("LISTEN_PID"), count: Self.take("LISTEN_FDS"), Self.take("LISTEN_FDNAMES"), own)
    sockets = names.enumerated().map { ($1, Int32(3 + $0)) }
    for (_, descriptor) in sockets { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let (watchdog, watched) = (Self.take("WATCHDOG_USEC"), Self.take("WATCHDOG_PID"))
    watchdogInterval = Self.watchdogInterval(watchdog, pid: watched, own)
    address = Self.take("NOTIFY_SOCKET")
  }

  /// Notifies it, such as `READY=1`. Does not block, and does nothing without a listener.
  public func tell(_ lines: String...) {
    guard let address else { return }
    _ = try? LocalDatagram.sendAtOnce(Array(lines.joined(separator: "\n").utf8), to: address)
  }

  /// The line with the time at which a change began; it belongs to `RELOADING=1`.
  public static var moment: String {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return "MONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)"
  }

  /// The names of passed sockets; none if they are for another process.
  static func names(pid: String?, count: String?, _ names: String?, _ own: Int32) -> [String] {
    guard let pid, Int32(pid) == own, let count = count.flatMap({ Int($0) }), (1...16).contains(count) else {
      return []
    }
    let given = names?.split(separator: ":", omittingEmptySubsequences: false).map(String.init) ?? []
    return (0..<count).map { $0 < given.count ? given[$0] : "" }
  }

  static func watchdogInterval(_ microseconds: String?, pid: String?, _ own: Int32) -> Duration? {
    guard let number = microseconds.flatMap({ Int64($0) }), number > 0 else { return nil }
    if let pid, Int32(pid) != own { return nil }
    return .microseconds(number)
  }

  private static func take(_ name: String) -> String? {
    defer { unsetenv(name) }
    return getenv(name).flatMap { String(validatingCString: $0) }
  }
}
