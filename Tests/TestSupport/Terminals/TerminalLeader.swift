import Glibc

/// The leader of a terminal's session, like a shell: it starts the program, reports the program's ending, and stays.
///
/// When the leader of a session ends, Linux hangs up its terminal and drops unread output. A program that led its own
/// session would lose its last output on a busy machine.
final class TerminalLeader {
  /// The program's process.
  let program: pid_t

  private let process: pid_t
  private let status: Int32

  /// The text that the leader writes to the terminal when the program has ended.
  static let mark = "\u{0}ended\u{0}"

  // Descriptor 3 is the program's, 4 the leader's.
  private static let script = #"""
    my %its = map { split /=/, $_, 2 } splice @ARGV, 0, shift;
    open my $status, ">&=4";
    my $program = fork;
    if (!$program) { close $status; %ENV = %its; exec { $ARGV[0] } @ARGV; exit 127 }
    $SIG{$_} = "IGNORE" for qw(HUP INT QUIT TSTP TTOU);
    close STDIN; open my $report, ">&=3"; close $report;
    syswrite $status, "$program\n";
    waitpid $program, 0;
    syswrite $status, "$?\n";
    syswrite STDOUT, "\0ended\0";
    sleep
    """#

  /// Starts the program.
  /// - Parameters:
  ///   - arguments: the program's path and its arguments.
  ///   - environment: its whole environment.
  ///   - terminal: the path of the terminal, opened as descriptors 0 to 2.
  ///   - report: opened as descriptor 3.
  init(of arguments: [String], _ environment: [String: String], terminal: [CChar], report: Int32) throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Pty.Timeout(description: "no pipe: \(errno)") }
    status = ends[0]
    defer { close(ends[1]) }
    // The number must differ from the leader's descriptors.
    let own = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
    defer { close(own) }
    let variables = environment.map { "\($0)=\($1)" }
    process = try Self.spawn(
      ["/usr/bin/perl", "-e", Self.script, String(variables.count)] + variables + arguments, terminal: terminal,
      report: report, status: own)
    guard let program = Self.line(from: status, within: 60_000) else {
      close(status)
      throw Pty.Timeout(description: "cannot start \(arguments[0])")
    }
    self.program = program
  }

  deinit { close(status) }

  /// The program's ending; nil while it is running.
  var ending: ChildProcess.Ending? {
    Self.line(from: status, within: 0).map { ChildProcess.Ending(status: $0) }
  }

  /// Kills program and leader in any state.
  func end() {
    // The whole group, because a tracer's program would survive the tracer.
    kill(-process, SIGKILL)
    var raw: Int32 = 0
    waitpid(process, &raw, 0)
  }

  /// The number in the next line of `descriptor`.
  private static func line(from descriptor: Int32, within milliseconds: Int32) -> Int32? {
    var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, milliseconds) > 0 else { return nil }
    var digits = ""
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { digits.unicodeScalars.append(.init(byte)) }
    return Int32(digits)
  }

  private static func spawn(_ arguments: [String], terminal: [CChar], report: Int32, status: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session's leader opens becomes its controlling one.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    posix_spawn_file_actions_adddup2(&actions, report, 3)
    posix_spawn_file_actions_adddup2(&actions, status, 4)
    actions.close(from: 5)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigfillset(&defaults)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let setsid: Int16 = 0x80  // POSIX_SPAWN_SETSID, which the importer can't see
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | setsid)
    var argv = arguments.map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = [nil]
    defer { for pointer in argv { free(pointer) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, arguments[0], &actions, &attributes, &argv, &envp)
    guard error == 0 else { throw Pty.Timeout(description: "cannot start \(arguments[0]): \(error)") }
    return process
  }
}
