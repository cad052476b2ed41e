import Glibc
import Identity
import Sentences
import ProgramSupport

/// The file in the user's home into which recovery codes are saved, for this user alone.
enum RecoveryCodeFile {
  /// Writes the codes, one on each line, into a new file, below whose they are. No file is replaced, no link followed.
  /// - Parameter home: The user's home; nil if there is none.
  /// - Returns: The path; nil if there is no home, or the file can't be written.
  static func write(
    _ codes: [String], of email: EmailAddress, at clock: any WallClock = SystemClock(),
    machine: String = currentMachine,
    home: String? = Environment.variable("HOME")
  ) -> String? {
    guard let home, home.hasPrefix("/") else { return nil }
    for number in 1...99 {
      let path = "\(home)/signin-recovery-codes\(number == 1 ? "" : "-\(number)").txt"
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if file < 0 && errno == EEXIST { continue }
      guard file >= 0 else { return nil }
      let head = translated(
        "# Recovery codes for signin: {email}, {host}, {time}. Each works once.",
        ["email": email.text, "host": machine, "time": clock.now().localTime])
      let text = Array(([head] + codes).joined(separator: "\n").utf8) + [UInt8(ascii: "\n")]
      let isWritten = fchmod(file, 0o600) == 0 && Glibc.write(file, text, text.count) == text.count && fsync(file) == 0
      close(file)
      if isWritten { return path }
      unlink(path)
      return nil
    }
    return nil
  }

  /// Removes the file of codes that are good for nothing.
  static func remove(_ path: String) { unlink(path) }

  /// The name of this machine with its domain, unlike ``Environment/host``: the file may be read on another one.
  static var currentMachine: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
