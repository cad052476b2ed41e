import Foundation

/// The measured program, run as a script would run it.
struct Program {
  /// The cost of one run.
  struct Run {
    /// From the start to the end of the output, in milliseconds.
    let milliseconds: Double
    /// The number of lines in the output.
    let lines: Int
    /// The peak memory, in MB.
    let megabytes: Double
    /// The user's part of the processor time, in milliseconds. Other programs on the machine hardly count.
    let processor: Double
  }

  let path: String
  let store: String

  /// Runs the program, names the store at the end of its arguments, and counts its output.
  func run(_ arguments: [String], input: String = "") throws -> Run {
    try Self.run(path, arguments + ["--store", "sqlite:\(store)"], input: input)
  }

  /// Runs any program, and counts its output.
  static func run(_ path: String, _ arguments: [String], input: String = "") throws -> Run {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
    let (reading, writing) = (ends[0], ends[1])
    let given = FileManager.default.temporaryDirectory.appending(path: "signin-input-\(getpid())")
    try Data(input.utf8).write(to: given)
    defer { try? FileManager.default.removeItem(at: given) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, given.path(percentEncoded: false), O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, writing, 1)
    for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
    let argv = ([path] + arguments).map { strdup($0) }
    defer { for argument in argv { free(argument) } }
    var child: pid_t = 0
    let start = ContinuousClock.now
    let failure = posix_spawnp(&child, path, &actions, nil, argv + [nil], environ)
    close(writing)
    guard failure == 0 else { throw CocoaError(.executableNotLoadable) }

    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var lines = 0
    while case let count = read(reading, &buffer, buffer.count), count > 0 {
      lines += buffer[..<count].count { $0 == UInt8(ascii: "\n") }
    }
    close(reading)
    var status: Int32 = 0
    var usage = rusage()
    wait4(child, &status, 0, &usage)
    let time = ContinuousClock.now - start
    return Run(
      milliseconds: time / .milliseconds(1), lines: lines, megabytes: Double(usage.ru_maxrss) / 1024,
      processor: Double(usage.ru_utime.tv_sec) * 1000 + Double(usage.ru_utime.tv_usec) / 1000)
  }

  /// The quickest of several runs, which was disturbed least.
  func quickest(_ arguments: [String], of count: Int = 7) throws -> Run {
    let runs = try (0..<count).map { _ in try run(arguments) }
    return runs.min { $0.milliseconds < $1.milliseconds }
      ?? Run(milliseconds: .infinity, lines: 0, megabytes: 0, processor: .infinity)
  }
}
