import Glibc

/// One run of a program, to its end, with the costs of it and of the programs that it started and waited for.
public struct ProgramRun {
  /// The program could not be started, or did not exit with 0.
  public struct Failed: Error, CustomStringConvertible {
    public let description: String
  }

  /// From the start to the end of the program, in milliseconds.
  public let milliseconds: Double
  /// The processor time, in milliseconds. Other programs on the machine hardly count.
  public let processor: Double
  /// The user's part of it.
  public let user: Double
  /// The page faults that no disk was read for. Load on the machine does not change them.
  public let faults: Double
  /// The peak memory, in MB.
  public let megabytes: Double
  /// The number of lines on standard output.
  public let lines: Int
  /// The first line on standard output.
  public let firstLine: String

  /// Runs a program.
  /// - Parameter input: The content of standard input, at most as much as a pipe holds: 64 KiB.
  public init(_ program: String, _ arguments: [String], input: String = "") throws {
    var (ends, inputs): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&ends) == 0, pipe(&inputs) == 0 else { throw Failed(description: "no pipe") }
    let (reading, writing, given) = (ends[0], ends[1], inputs[0])
    _ = write(inputs[1], input, input.utf8.count)
    close(inputs[1])
    defer {
      close(given)
      close(reading)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, given, 0)
    posix_spawn_file_actions_adddup2(&actions, writing, 1)
    for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
    let argv = ([program] + arguments).map { strdup($0) }
    defer { for argument in argv { free(argument) } }
    var child: pid_t = 0
    let start = ContinuousClock.now
    let failure = posix_spawnp(&child, program, &actions, nil, argv + [nil], environ)
    close(writing)
    guard failure == 0 else { throw Failed(description: "\(program) can't be started") }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var (lines, first) = (0, [UInt8]())
    while case let count = read(reading, &buffer, buffer.count), count > 0 {
      if lines == 0 { first += buffer[..<count].prefix { $0 != UInt8(ascii: "\n") } }
      lines += buffer[..<count].count { $0 == UInt8(ascii: "\n") }
    }
    var status: Int32 = 0
    var usage = rusage()
    wait4(child, &status, 0, &usage)
    milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    guard status == 0 else { throw Failed(description: "\(program) \(arguments) ended with \(status >> 8)") }
    user = Double(usage.ru_utime.tv_sec) * 1000 + Double(usage.ru_utime.tv_usec) / 1000
    processor = user + Double(usage.ru_stime.tv_sec) * 1000 + Double(usage.ru_stime.tv_usec) / 1000
    faults = Double(usage.ru_minflt)
    megabytes = Double(usage.ru_maxrss) / 1024
    self.lines = lines
    firstLine = String(decoding: first, as: UTF8.self)
  }
}
