import Foundation

extension Sandbox {
  /// Copies a program, so that a test can run it. Another process writes the copy: a descriptor for writing in this one could be
  /// inherited by a program that another test starts just then, and a file that is open for writing can't be run.
  public static func copy(program: String, to path: String) throws {
    var process = pid_t()
    let words: [String] = ["cp", program, path]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    guard posix_spawn(&process, "/bin/cp", nil, nil, &arguments, environ) == 0 else { throw NotCopied(path: path) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else { throw NotCopied(path: path) }
  }

  /// Writes a script, so that a test can run it at once; see ``copy(program:to:)``.
  public static func write(script: String, to path: String) throws {
    let text = path + ".text"
    defer { unlink(text) }
    try script.write(toFile: text, atomically: true, encoding: .utf8)
    try copy(program: text, to: path)
    chmod(path, 0o755)
  }

  /// The copy was not made.
  struct NotCopied: Error {
    let path: String
  }
}
