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
      guard isatty(descriptor) == 1 else { continue }
      guard let name = ttyname(descriptor).map({ String(cString: $0) }) else { return nameByNumber(descriptor) }
      return name.hasPrefix("/dev/") ? String(name.dropFirst(5)) : name
    }
    return ""
  }

  /// The name by the number of the device, where its file is out of sight: `/dev/pts` of a container is another one.
  private static func nameByNumber(_ descriptor: Int32) -> String {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return "" }
    let major = (status.st_rdev >> 8) & 0xFFF
    let minor = status.st_rdev & 0xFF | (status.st_rdev >> 12) & 0xFFF00
    // A pseudo terminal, see Documentation/admin-guide/devices.txt of Linux.
    return (136...143).contains(major) ? "pts/\(minor)" : "\(major):\(minor)"
  }

  /// The client of the SSH connection. sshd sets the variable for a forced command, and the client cannot change it.
  /// Without sshd above this process, the variable is anybody's word.
  private static var remoteHost: String? {
    guard let connection = Environment.variable("SSH_CONNECTION"), Ancestors().includeSSHD else { return nil }
    return connection.split(separator: " ").first.map(String.init)
  }
}
