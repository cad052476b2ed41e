import Glibc
import Settings

/// The file in the user's home into which recovery codes are saved, for this user alone.
enum RecoveryCodeFile {
  /// Writes the codes, one on each line, into a new file. No file is replaced, and no link followed.
  /// - Parameter home: The user's home; nil if there is none.
  /// - Returns: The path; nil if there is no home, or the file can't be written.
  static func write(_ codes: [String], home: String? = Environment.variable("HOME")) -> String? {
    guard let home, home.hasPrefix("/") else { return nil }
    for number in 1...99 {
      let path = "\(home)/signin-recovery-codes\(number == 1 ? "" : "-\(number)").txt"
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if file < 0 && errno == EEXIST { continue }
      guard file >= 0 else { return nil }
      let text = Array((codes.joined(separator: "\n") + "\n").utf8)
      let isWritten = fchmod(file, 0o600) == 0 && Glibc.write(file, text, text.count) == text.count && fsync(file) == 0
      close(file)
      if isWritten { return path }
      unlink(path)
      return nil
    }
    return nil
  }
}
