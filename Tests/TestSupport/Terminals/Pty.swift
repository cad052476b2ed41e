public import Glibc

/// A program on a terminal of its own. The test acts as the terminal: it types, reads the output, changes the size,
/// hangs up. It always waits for an event, with a limit, and never for time to pass.
public final class Pty {
  /// An event did not happen in time.
  public struct Timeout: Error, CustomStringConvertible {
    /// The missing event, and the output instead.
    public let description: String
  }

  /// The program's process.
  public let process: pid_t
  /// The terminal's settings before the program started, like `settings`.
  public let found: [UInt8]
  /// All output of the program to the terminal.
  public private(set) var everything = ""
  /// The program's output to the terminal that no test has waited for yet.
  public private(set) var output = ""
  /// The program's output to descriptor 3, a pipe, that no test has waited for yet.
  public private(set) var report = ""
  /// Whether the terminal leaves the program's output unread, like a busy one.
  public var isLagging = false

  // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which the importer can't see.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private var master: Int32
  private let slave: Int32
  private var pipe: Int32
  private let leader: TerminalLeader
  private var isHeld = false
  private var ending: ChildProcess.Ending?

  /// Starts a program in a session of its own, with the terminal as its controlling one and as descriptors 0 to 2.
  /// - Parameters:
  ///   - arguments: the program's path and its arguments.
  ///   - environment: the whole environment.
  ///   - size: the terminal's columns and rows.
  ///   - typedAhead: keys typed before the program starts.
  public init(
    _ arguments: [String], environment: [String: String] = Pty.environment(),
    size: (columns: Int, rows: Int) = (80, 24),
    typedAhead: String = ""
  ) throws {
    // Each is close-on-exec from the start, because other tests start programs meanwhile. openpty(3) and pipe(2) can't.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var (number, isLocked): (Int32, Int32) = (0, 0)
    guard ioctl(master, Self.setLock, &isLocked) == 0, ioctl(master, Self.getNumber, &number) == 0 else {
      throw Timeout(description: "no pty: \(errno)")
    }
    let name = Array("/dev/pts/\(number)".utf8CString)
    slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard slave >= 0, socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw Timeout(description: "no slave or no pipe: \(errno)")
    }
    pipe = ends[0]
    found = Self.settings(of: slave)
    Self.resize(slave, columns: size.columns, rows: size.rows)
    if !typedAhead.isEmpty { _ = write(master, typedAhead, typedAhead.utf8.count) }
    defer { close(ends[1]) }
    leader = try TerminalLeader(of: arguments, environment, terminal: name, report: ends[1])
    process = leader.program
  }

  deinit {
    leader.end()
    for descriptor in [master, slave, pipe] where descriptor >= 0 { close(descriptor) }
  }

  /// The smallest environment for a program on a terminal.
  public static func environment(term: String = "xterm-256color", locale: String = "C.UTF-8") -> [String: String] {
    var environment = ["TERM": term, "LC_ALL": locale, "PATH": "/usr/bin:/bin", "HOME": "/tmp", "HISTFILE": ""]
    for options in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      environment[options] = getenv(options).map { String(cString: $0) }
    }
    return environment
  }

  /// The path of a product of this package. The programs that are shipped are in the folder that
  /// SIGNIN_PROGRAMS names by an absolute path, if it is set; everything else is beside the running tests.
  public static func product(_ name: String) -> String {
    if let folder = getenv("SIGNIN_PROGRAMS"), shipped.contains(name) { return String(cString: folder) + "/" + name }
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let own = String(decoding: path[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/" + name
  }

  private static let shipped: Set = ["signin", "signin-pam", "signin-postgresql"]
}

// MARK: The terminal's actions

extension Pty {
  /// Types keys: the bytes that the terminal would send.
  public func type(_ text: String) { type(bytes: Array(text.utf8)) }

  /// Sends bytes unchanged. Bytes without room are lost when the program has ended, or has not read any for a minute.
  public func type(bytes: [UInt8]) {
    var rest = bytes[...]
    let end = Self.now + 60_000
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 1024)) }
      if count < 0 && errno == EAGAIN && !hasEnded && Self.now < end {
        collect(timeout: 10)
        continue
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
      collect(timeout: 0)  // otherwise a full line would block both sides
    }
  }

  /// Resizes the terminal.
  public func resize(columns: Int, rows: Int) { Self.resize(master, columns: columns, rows: rows) }

  private static func resize(_ terminal: Int32, columns: Int, rows: Int) {
    var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &window)
  }

  /// Stops taking output, so a program that writes must wait: like Ctrl-S, without a Ctrl-Q.
  public func holdOutput() {
    isHeld = true
    tcflow(slave, TCOOFF)
  }

  /// Closes the terminal, like the window's close button.
  public func hangUp() {
    close(master)
    master = -1
  }

  /// Sends the program a signal.
  public func signal(_ number: Int32) { kill(process, number) }

  /// Stops the program at any point, until it gets SIGCONT.
  public func freeze() throws {
    signal(SIGSTOP)
    try wait(for: "stop") { ProcessMemory.state(of: process) == "T" }
  }

  /// The terminal's settings, byte by byte.
  public var settings: [UInt8] { Self.settings(of: slave) }

  private static func settings(of terminal: Int32) -> [UInt8] {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return withUnsafeBytes(of: settings) { Array($0) }
  }

  /// Whether typed keys are echoed, as in a shell.
  public var echoes: Bool {
    var settings = termios()
    tcgetattr(slave, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// The process group in the terminal's foreground.
  public var foregroundGroup: pid_t { tcgetpgrp(master) }

  /// The number of typed bytes that the program has not read.
  public var unread: Int { Self.waiting(at: slave) }

  /// The number of output bytes that the terminal has not taken: 4,095 at most, because more stay in the driver.
  public var untaken: Int { Self.waiting(at: master) }

  private static func waiting(at descriptor: Int32) -> Int {
    var count: Int32 = 0
    _ = ioctl(descriptor, UInt(FIONREAD), &count)
    return Int(count)
  }
}

// MARK: Waiting

extension Pty {
  /// Waits until the program has written a text to its report since the last wait, and drops everything up to it.
  public func waitForReport(_ text: String) throws {
    try wait(for: "report “\(text)”") { self.report.contains(text) }
    report = String(report[(report.firstRange(of: text)?.upperBound ?? report.endIndex)...])
  }

  /// Waits until the terminal has received a text since the last wait, and drops everything up to it.
  public func waitForOutput(_ text: String) throws {
    try wait(for: "output “\(text)”") { self.output.contains(text) }
    output = String(output[(output.firstRange(of: text)?.upperBound ?? output.endIndex)...])
  }

  /// Waits until the program makes a condition true.
  public func wait(for what: String, until isSo: () -> Bool) throws {
    let end = Self.now + 60_000
    while !isSo() {
      guard Self.now < end else {
        throw Timeout(description: "no \(what); report: “\(report)”, output: \(output.debugDescription)")
      }
      collect(timeout: 10)
    }
  }

  /// Waits, for at most `patience` milliseconds, until the terminal has received a text since the last wait, and drops
  /// everything up to it.
  /// - Returns: Whether the text came in time, before the program ended.
  public func isShown(_ text: String, within patience: Int) -> Bool {
    let end = Self.now + patience
    while !output.contains(text) {
      if hasEnded && !collect(timeout: 0) || Self.now >= end { return false }
      collect(timeout: 10)
    }
    output = String(output[(output.firstRange(of: text)?.upperBound ?? output.endIndex)...])
    return true
  }

  /// Waits until the program has ended.
  public func wait() throws -> ChildProcess.Ending {
    try wait(for: "end of the program") { hasEnded }
    // The program's last output comes before the mark that its leader writes, unless the terminal takes none: a key may have
    // been Ctrl-S.
    let end = Self.now + (isHeld || isLagging ? 2000 : 10_000)
    while master >= 0, !everything.hasSuffix(TerminalLeader.mark), Self.now < end { collect(timeout: 10) }
    if everything.hasSuffix(TerminalLeader.mark) {
      everything.removeLast(TerminalLeader.mark.count)
      output.removeLast(min(output.count, TerminalLeader.mark.count))
    }
    return ending ?? .signalled(0)
  }

  /// Waits until the program has ended, and presses a key now and then while the program holds the terminal, like a
  /// user who wants to leave.
  public func wait(pressing key: String) throws -> ChildProcess.Ending {
    var next = Self.now + 1000
    try wait(for: "end of the program") {
      if Self.now >= next && settings != found {
        type(key)
        next = Self.now + 1000
      }
      return hasEnded
    }
    return try wait()
  }

  /// Whether the program has ended.
  public var hasEnded: Bool {
    if ending == nil { ending = leader.ending }
    return ending != nil
  }

  /// Reads available output, waiting at most `timeout` milliseconds. Returns whether there was any.
  @discardableResult
  private func collect(timeout: Int32) -> Bool {
    var sources = [isLagging ? -1 : master, pipe].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&sources, 2, timeout) > 0 else { return false }
    if sources[0].revents & Int16(POLLIN) != 0, let text = Self.read(master) {
      everything += text
      output += text
    }
    if sources[1].revents != 0 {
      if let text = Self.read(pipe) {
        report += text
      } else {
        close(pipe)
        pipe = -1
      }
    }
    return sources.contains { $0.revents & Int16(POLLIN) != 0 }
  }

  private static func read(_ descriptor: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
