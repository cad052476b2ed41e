public import Foundation

/// A program under test, run without a terminal: in a session of its own, so that it has no controlling terminal, with
/// default signal dispositions, an empty signal mask, and no descriptor but 0, 1 and 2.
///
/// What it writes goes to files, so it never waits for a reader. It is killed when this object goes.
public final class ChildProcess: Sendable {
  /// What the program finds on descriptor 0.
  public enum Input: Sendable {
    /// Nothing: `/dev/null`.
    case nothing
    /// No descriptor at all.
    case closed
    /// This text, then the end.
    case text(String)
  }

  /// How a program ended.
  public enum Ending: Equatable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)

    /// What `waitpid` gave as status.
    init(status: Int32) {
      let signal = status & 0x7f
      self = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }
  }

  /// What is left of a program that ended.
  public struct Finished: Sendable {
    /// How it ended.
    public let ending: Ending
    /// What it wrote to its standard output.
    public let output: String
    /// What it wrote to its standard error.
    public let errors: String
  }

  /// A program, or the file that it was to read or write, could not be opened.
  public struct CannotStart: Error {
    let what: String
    let errno: Int32
  }

  /// The program was still running when it should long have ended. It was killed.
  public struct TimedOut: Error {
    let limit: Duration
    let remains: Finished
  }

  /// The process's id, which is its session's and its group's as well.
  public let id: pid_t
  private let life: ProcessLife
  private let input: ScratchFile
  private let output: ScratchFile
  private let errors: ScratchFile

  /// POSIX_SPAWN_SETSID of glibc's spawn.h, which Swift sees without the GNU extensions.
  private static let newSession: Int32 = 0x80

  /// Starts `executable`, looked up in PATH when it has no slash, with exactly this environment.
  public init(
    _ executable: String, _ arguments: [String], environment: [String: String], input source: Input = .nothing
  ) throws {
    if case .text(let text) = source { input = try ScratchFile(text) } else { input = try ScratchFile() }
    output = try ScratchFile()
    errors = try ScratchFile()

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    switch source {
    case .nothing: posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    case .closed: posix_spawn_file_actions_addclose(&actions, 0)
    case .text: posix_spawn_file_actions_adddup2(&actions, input.descriptor, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.descriptor, 2)
    // Whatever other tests have open: glibc takes closing what is not open for done.
    for descriptor in Int32(3)..<1024 { posix_spawn_file_actions_addclose(&actions, descriptor) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(Self.newSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)))

    let argv = ([executable] + arguments).map { strdup($0) }
    let envp = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for pointer in argv + envp { free(pointer) } }
    var id: pid_t = 0
    let failure = posix_spawnp(&id, executable, &actions, &attributes, argv + [nil], envp + [nil])
    guard failure == 0 else { throw CannotStart(what: executable, errno: failure) }
    self.id = id
    life = ProcessLife(of: id)
  }

  deinit {
    life.send(signal: SIGKILL)
  }

  /// Sends the program a signal, if it still runs.
  public func send(signal: Int32) {
    life.send(signal: signal)
  }

  /// Waits for the program's end. If it has not ended `within` that time, it is killed and this throws ``TimedOut``.
  public func finish(within limit: Duration = .seconds(30)) async throws -> Finished {
    let watchdog = Task { [life] in
      try await Task.sleep(for: limit)
      let isOverdue = !life.hasEnded
      life.send(signal: SIGKILL)
      return isOverdue
    }
    let ending = await life.end()
    watchdog.cancel()
    let finished = Finished(ending: ending, output: try output.contents(), errors: try errors.contents())
    if case .success(true) = await watchdog.result { throw TimedOut(limit: limit, remains: finished) }
    return finished
  }
}
