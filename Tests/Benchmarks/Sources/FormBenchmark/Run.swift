import Glibc

/// A program on its own terminal, with a clock at the terminal's other end.
final class Run {
  /// The reaction to a key, or to anything else that was sent.
  struct Answer {
    /// From sending to the last byte of the output, in microseconds.
    var microseconds: Double
    /// The program's processor time, all threads, in microseconds.
    var processor: Double
    var bytes: Int
    /// The page faults since the start of the program. Load on the machine does not change them.
    var faults = 0.0
  }

  /// The program did not show its first screen.
  struct NoStart: Error, CustomStringConvertible {
    let program: String
    var description: String { "\(program) did not start" }
  }

  /// The start, from before the spawn to the last byte of the first screen. Its processor time and page faults include the
  /// pause of 20 ms behind that, unless the run stops there.
  private(set) var start = Answer(microseconds: 0, processor: 0, bytes: 0)

  private var output: [UInt8] = []
  private let terminal: Int32
  private let process: pid_t
  private var clock = clockid_t()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Starts a program and waits for its first screen. The screen is complete when it has the last word, and no output
  /// has come for 20 ms.
  /// - Parameters:
  ///   - answer: A word of the program's answer to what was typed ahead, to wait for.
  ///   - stops: Whether to stop the program at the last word. It can only be ended then.
  ///   - limit: The most milliseconds until its first screen and until its answer.
  init(
    _ contestant: Contestant, columns: Int = 80, rows: Int = 24, typedAhead: String = "", answer: String? = nil,
    stops: Bool = false, startsWithin limit: Int32 = 5_000
  ) throws {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var (master, slave): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&master, &slave, &name, nil, &size) == 0 else { throw NoStart(program: "openpty") }
    defer { close(slave) }
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
    terminal = master
    if !typedAhead.isEmpty { _ = write(master, typedAhead, typedAhead.utf8.count) }
    let begin = Self.now
    process = try Self.spawn(contestant, on: name)
    clock_getcpuclockid(process, &clock)
    if stops {
      while Self.now < begin + 5e9, !hasWritten(contestant.lastWord) { _ = collect(quiet: 5, atMost: 0) }
      kill(process, SIGSTOP)
      // The clock of a program that runs is behind.
      var information = siginfo_t()
      waitid(P_PID, id_t(process), &information, WSTOPPED | WEXITED | WNOWAIT)
    }
    let last = collect(quiet: 20, atMost: limit) { self.hasWritten(contestant.lastWord) }
    guard hasWritten(contestant.lastWord) else { throw NoStart(program: contestant.name) }
    start = Answer(microseconds: (last - begin) / 1000, processor: processor, bytes: output.count, faults: faults)
    if let answer {
      _ = collect(quiet: 20, atMost: limit) { self.hasWritten(answer) }
      guard hasWritten(answer) else { throw NoStart(program: contestant.name + ", ready,") }
    }
  }

  isolated deinit {
    let helpers = helperProcesses
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    // Their end must not slow the next program.
    for helper in helpers { for _ in 0..<500 where kill(helper, 0) == 0 { usleep(1_000) } }
    close(terminal)
  }

  /// Sends bytes, and waits until there is no output for `quiet` milliseconds.
  func send(_ text: String, quiet: Int32 = 3) -> Answer {
    let (bytes, before) = (output.count, processor)
    let begin = Self.now
    var rest = Array(text.utf8)[...]
    var last = begin
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(terminal, $0.baseAddress, min(1024, $0.count)) }
      rest = rest.dropFirst(max(0, count))
      if !rest.isEmpty { last = max(last, collect(quiet: 0, atMost: 0)) }
    }
    last = max(last, collect(quiet: quiet, atMost: 5_000))
    return Answer(microseconds: (last - begin) / 1000, processor: processor - before, bytes: output.count - bytes)
  }

  /// Sends keys, and returns the milliseconds until the program has written `word`, or 5,000.
  func send(_ keys: String, until word: String) -> Double {
    output = []
    let begin = Self.now
    _ = write(terminal, keys, keys.utf8.count)
    while !hasWritten(word), Self.now < begin + 5e9 { _ = collect(quiet: 1, atMost: 100) }
    return (Self.now - begin) / 1_000_000
  }

  /// Changes the size of the terminal. Forgets the output before that, such as the terminal's echo of typed keys.
  func resize(columns: Int, rows: Int) {
    output = []
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    _ = collect(quiet: 50, atMost: 1_000)
  }

  /// Sends keys that end the program.
  /// - Returns: The milliseconds until it has exited, or 2,000: whiptail ignores Ctrl-C. And those until it has left the
  ///   alternate screen, with which it gives the terminal back.
  func leave(_ keys: String) -> (end: Double, terminalBack: Double) {
    output = []
    var back = Double.nan
    let begin = Self.now
    _ = write(terminal, keys, keys.utf8.count)
    var source = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    // This process sleeps meanwhile, because a form and its server need both processors to end.
    while Self.now < begin + 2e9, poll(&source, 1, 2_000) > 0 {
      if source.revents & Int16(POLLIN) != 0 {
        let count = read(terminal, &buffer, buffer.count)
        output += buffer.prefix(max(0, count))
        if back.isNaN, hasWritten("\u{1B}[?1049l") { back = (Self.now - begin) / 1_000_000 }
      } else {
        // The program has closed its terminal.
        var information = siginfo_t()
        waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT)
        break
      }
    }
    return ((Self.now - begin) / 1_000_000, back)
  }

  /// Whether the program wrote `text` to the terminal in one piece, since the last resize.
  func hasWritten(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return output.withUnsafeBufferPointer { output in
      output.indices.contains { output[$0] == wanted[0] && output[$0...].starts(with: wanted) }
    }
  }

  /// The resident memory of the program and of all that it has started, in KiB.
  var memory: Double {
    ([process] + helperProcesses).reduce(0) { $0 + Self.number("VmRSS", in: "/proc/\($1)/status") }
  }

  /// The part of it that was written, which nobody else can share, in KiB: what a second user costs.
  var privateMemory: Double {
    ([process] + helperProcesses).reduce(0) { $0 + Self.number("Private_Dirty", in: "/proc/\($1)/smaps_rollup") }
  }

  /// The processor time of the program and of all that it has started, once they wait, in microseconds.
  func settledProcessor() -> Double {
    let clocks = helperProcesses.map { id in
      var clock = clockid_t()
      clock_getcpuclockid(id, &clock)
      return clock
    }
    var before = -1.0
    while case let now = clocks.reduce(processor, { $0 + Self.time(of: $1) / 1000 }), now != before {
      before = now
      _ = collect(quiet: 20, atMost: 20)
    }
    return before
  }

  private var helperProcesses: [pid_t] {
    Self.text(of: "/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap { pid_t($0) }
  }

  /// The number of times that its threads went to sleep so far, and so of wake-ups.
  var sleeps: Double {
    threads.reduce(0) { $0 + Self.number("voluntary_ctxt_switches", in: "/proc/\(process)/task/\($1)/status") }
  }

  /// The processor time of all its threads so far, in microseconds.
  var processor: Double { Self.time(of: clock) / 1000 }

  /// The page faults that no disk was read for, so far: field 10 of proc_pid_stat(5), counted behind the name.
  private var faults: Double {
    let fields = Self.text(of: "/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 7 ? Double(fields[7]) ?? 0 : 0
  }

  private var threads: [String] {
    guard let folder = opendir("/proc/\(process)/task") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func number(_ field: String, in path: String) -> Double {
    let line = text(of: path).split(separator: "\n").first { $0.hasPrefix(field + ":") }
    return line?.split { !$0.isNumber }.first.flatMap { Double($0) } ?? 0
  }

  private static func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
  }

  /// Reads until no output comes for `quiet` milliseconds and `isComplete` returns true. Returns the time of the last
  /// byte in nanoseconds, 0 without output.
  private func collect(quiet: Int32, atMost limit: Int32, until isComplete: () -> Bool = { true }) -> Double {
    let end = Self.now + Double(limit) * 1e6
    var last = 0.0
    var source = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    repeat {
      let isReady = poll(&source, 1, quiet) > 0
      if !isReady && isComplete() { break }
      guard isReady, source.revents & Int16(POLLIN) != 0 else { continue }
      let count = read(terminal, &buffer, buffer.count)
      last = Self.now
      output += buffer.prefix(max(0, count))
    } while Self.now < end
    return last
  }

  private static var now: Double { time(of: CLOCK_MONOTONIC) }

  /// In nanoseconds.
  private static func time(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  private static func spawn(_ contestant: Contestant, on terminal: [CChar]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A background job of a shell ignores SIGINT, and dialog with it: the benchmark waited for it to leave.
    var interrupt = sigset_t()
    sigemptyset(&interrupt)
    sigaddset(&interrupt, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &interrupt)
    // POSIX_SPAWN_SETSID, which Swift does not import
    posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGDEF))
    let environment = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent", "PATH": "/usr/bin:/bin"]
      .merging(contestant.environment) { $1 }
    var arguments = contestant.command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var process = pid_t()
    guard posix_spawn(&process, contestant.command[0], &actions, &attributes, &arguments, &variables) == 0 else {
      throw NoStart(program: contestant.name)
    }
    return process
  }
}
