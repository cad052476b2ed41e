import Glibc
import Identity

extension AttemptSource {
  /// Where the attempts of this process come from.
  /// - Parameter program: What is behind the form.
  static func current(program: String) -> AttemptSource {
    AttemptSource(tty: controllingTerminal, uid: getuid(), host: remoteHost ?? "localhost", program: program)
  }

  /// The name of the terminal on a standard descriptor, as who(1) has it: the controlling one is called `/dev/tty` by all its
  /// users.
  private static var controllingTerminal: String {
    for descriptor in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO] {
      guard let name = ttyname(descriptor).map({ String(cString: $0) }) else { continue }
      return name.hasPrefix("/dev/") ? String(name.dropFirst(5)) : name
    }
    return ""
  }

  /// The other end of the SSH connection, which sshd names to a forced command and lets nobody else name.
  private static var remoteHost: String? {
    Environment.variable("SSH_CONNECTION")?.split(separator: " ").first.map(String.init)
  }
}
