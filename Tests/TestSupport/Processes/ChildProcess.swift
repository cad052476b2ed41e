public import Foundation

/// A program under test, run without a terminal: in a session of its own, so it has no controlling terminal, with
/// default signal dispositions, an empty signal mask, and only descriptors 0, 1 and 2.
///
/// Its output goes to files, so it never waits for a reader. It is killed when this object goes.
public final class ChildProcess: Sendable {
  /// The program's descriptor 0.
  public enum Input: Sendable {
    /// Nothing: `/dev/null`.
    case nothing
    /// No descriptor at all.
    case closed
    /// This text, then the end of the file.
    case text(String)
  }

  /// The way a program ended.
  public enum Ending: Equatable, Sendable {
    /// It exited with this status.
    case exited(Int32)
    /// This signal ended it.
    case signalled(Int32)

    /// Converts a status of `waitpid`.
    init(status: Int32) {
      let signal = status & 0x7f
      self = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }
  }

  /// The results of a program that has ended.
  public struct Finished: Sendable {
    /// The way the program ended.
    public let ending: Ending
    /// The text on its standard output.
    public let output: String
    /// The text on its standard error.
    public let errors: String
  }

  /// The program, or a file for its input or output, could not be opened.
  public struct CannotStart: Error {
    let what: String
    let errno: Int32
  }

  /// The program was still running after the time limit, and was killed.
  public struct TimedOut: Error {
    let limit: Duration
    let remains: Finished
  }

  /// The id of the process, of its session and of its group.
  public let id: pid_t
  private let life: ProcessLife
  private let input: ScratchFile
  private let output: ScratchFile
  private let errors: ScratchFile

  /// POSIX_SPAWN_SETSID of glibc's spawn.h, which Swift sees without the GNU extensions.
  private static let newSession: Int32 = 0x80

  /// Starts `executable`, looked up in PATH if it has no slash, with exactly this environment.
  /// - Parameter link: The file that becomes its descriptor 3.
  public init(
    _ executable: String, _ arguments: [String], environment: [String: String], input source: Input = .nothing,
    link: Int32? = nil
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
    if let link { posix_spawn_file_actions_adddup2(&actions, link, 3) }
    actions.close(from: link == nil ? 3 : 4)

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

  /// Sends the program a signal if it is still running.
  public func send(signal: Int32) {
    life.send(signal: signal)
  }

  /// Waits for the program's end. After `limit` it kills the program and throws ``TimedOut``.
  public func finish(within limit: Duration = .seconds(120)) async throws -> Finished {
    let watchdog = Task { [life] in
      try await Task.sleep(for: limit)
      life.endOverdue()
    }
    let ending = await life.end()
    watchdog.cancel()
    let finished = Finished(ending: ending, output: try output.contents(), errors: try errors.contents())
    // The watchdog may still be waiting for a thread, behind tests that keep the processors busy.
    if life.isOverdue { throw TimedOut(limit: limit, remains: finished) }
    return finished
  }
}
