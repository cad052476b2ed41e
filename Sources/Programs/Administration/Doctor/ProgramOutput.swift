import Glibc
import ProgramSupport
import Unix

/// The answer of another of the programs.
enum ProgramOutput {
  /// The most bytes that a program writes.
  private static let mostBytes = 65_536
  /// The longest wait for a byte, in milliseconds.
  private static let timeout: Int32 = 30_000

  /// Runs the program at `path`, and returns what it finds, a line each on standard output.
  /// - Returns: Nil if the program cannot be run, fails, does not write in time, or writes more.
  static func findings(ofProgramAt path: String, _ arguments: [String]) -> [Finding]? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    // A program that is started concurrently must not keep the pipe open.
    guard Descriptors.closeOnExec(), let process = start(path, arguments, output: ends[1]) else {
      close(ends[1])
      return nil
    }
    close(ends[1])
    let answer = lines(from: ends[0])
    // It has closed its output, or has had its time.
    if answer == nil { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status == 0 ? answer?.split(separator: "\n").compactMap(Finding.init) : nil
  }

  private static func start(_ path: String, _ arguments: [String], output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) == 0 else { return nil }
    var process: pid_t = 0
    let error = ([path] + arguments).map { Array($0.utf8CString) }.withPointers {
      posix_spawn(&process, path, &actions, nil, $0, environ)
    }
    return error == 0 ? process : nil
  }

  private static func lines(from pipe: Int32) -> String? {
    var bytes: [UInt8] = []
    // A line feed ends the last line. One byte more than that is too much.
    var piece = [UInt8](repeating: 0, count: mostBytes + 1)
    while bytes.count < piece.count {
      var place = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      guard poll(&place, 1, timeout) > 0 else { return nil }
      let count = read(pipe, &piece, piece.count - bytes.count)
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    guard bytes.last == UInt8(ascii: "\n") else { return nil }
    return String(validating: bytes.dropLast(), as: UTF8.self)
  }
}
