import Glibc
package import Identity
import Unix

extension AttemptSource {
  /// The source of this process's attempts.
  /// - Parameter program: The program behind the form.
  package static func current(program: String) -> AttemptSource {
    AttemptSource(tty: controllingTerminal, uid: getuid(), host: remoteHost ?? "localhost", program: program)
  }

  /// The terminal's name as in who(1). It comes from a standard descriptor, because the controlling terminal is always
  /// called `/dev/tty`.
  private static var controllingTerminal: String {
    for descriptor in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO] {
      guard let name = ttyname(descriptor).map({ String(cString: $0) }) else { continue }
      return name.hasPrefix("/dev/") ? String(name.dropFirst(5)) : name
    }
    return ""
  }

  /// The client of the SSH connection. sshd sets the variable for a forced command, and the client cannot change it.
  /// Without sshd above this process, the variable is anybody's word.
  private static var remoteHost: String? {
    guard let connection = Environment.variable("SSH_CONNECTION"), Ancestors().includeSSHD else { return nil }
    return connection.split(separator: " ").first.map(String.init)
  }
}
