internal import CUnix
internal import Glibc

/// A program that proves a person's name, in a process group of its own. There may be many at once.
public struct WorkerProcess: Sendable {
  private let pid: Int32

  /// The worker's whole environment, so that it inherits no secret.
  static let environment = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C"]

  /// Starts the program at `path`, with an environment of its own, a socket that waits on descriptor 3, and no other
  /// descriptor but standard streams that lead nowhere.
  public init(at path: String, _ arguments: [String] = [], link: Int32) throws(SystemError) {
    var pid: Int32 = 0
    // Its own end waits: most languages expect that.
    guard fcntl(link, F_SETFL, 0) == 0 else { throw SystemError(number: errno) }
    let words = ([path] + arguments).map { Array($0.utf8CString) }
    let error = words.withPointers { words in
      Self.environment.map { Array($0.utf8CString) }.withPointers { signin_worker_start(path, words, $0, link, &pid) }
    }
    if error != 0 { throw SystemError(number: error) }
    self.pid = pid
  }

  /// Returns whether it has ended, without waiting. Don't call this again after `true`: the process id may have been
  /// reused.
  public func hasEnded() -> Bool { signin_worker_has_ended(pid, 0) != 0 }

  /// Kills it, with all that it started in its group, and waits for its end: at most a second, if a disk holds it.
  public func end() { signin_worker_end(pid, 1000) }

  /// From here on the process treats ended children as it was started to. Call this when no worker is left.
  public static func restoreChildSignal() { signin_workers_forget() }

  /// Kills it, with all that it started in its group. It ends soon.
  /// - Returns: Whether it has ended.
  @discardableResult
  public func kill() -> Bool { signin_worker_has_ended(pid, 1) != 0 }
}
