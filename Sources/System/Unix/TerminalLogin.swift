/// The login at this process's controlling terminal, as the kernel reports it: the terminal, and the session that has
/// it.
///
/// Two logins are never equal, even if their leaders got the same process id one after the other.
public struct TerminalLogin: Hashable, Sendable {
  /// The device number of the terminal.
  public let terminal: UInt32
  /// The process id of the session's leader.
  public let leader: Int32
  /// The time at which the leader started, in clock ticks since the machine was started.
  public let started: UInt64

  /// A login with these properties.
  public init(terminal: UInt32, leader: Int32, started: UInt64) {
    (self.terminal, self.leader, self.started) = (terminal, leader, started)
  }

  /// The login of this process. Nil without a terminal, if the leader has exited, or if /proc shows neither.
  public init?() {
    self.init { process in String(systemFile: "/proc/\(process)/stat") }
  }

  /// - Parameter stat: Returns the line of proc_pid_stat(5) about a process.
  init?(stat: (String) -> String?) {
    guard let own = stat("self").flatMap(Process.init), own.terminal != 0, own.session > 0,
      let leader = stat(String(own.session)).flatMap(Process.init), leader.terminal == own.terminal,
      leader.session == own.session
    else { return nil }
    self.init(terminal: own.terminal, leader: own.session, started: leader.started)
  }

  /// A process, as proc_pid_stat(5) has it.
  struct Process {
    let session: Int32
    let terminal: UInt32
    /// In clock ticks since the machine was started.
    let started: UInt64

    init?(line: String) {
      // A name may hold blanks and parentheses; nothing after it does.
      guard let end = line.utf8.lastIndex(of: UInt8(ascii: ")")) else { return nil }
      let fields = line.utf8[end...].dropFirst().split(separator: UInt8(ascii: " ")).map { Substring($0) }
      guard fields.count > 19, let session = Int32(fields[3]), let terminal = Int32(fields[4]),
        let started = UInt64(fields[19])
      else { return nil }
      (self.session, self.terminal, self.started) = (session, UInt32(bitPattern: terminal), started)
    }
  }
}
