import Identity
public import Unix
import Messages

/// The workers of a server, and the processes of those that it started.
@MainActor public final class WorkerPool {
  private let loop: RunLoop
  private var processes: [Int: WorkerProcess] = [:]
  private var started = 0

  /// The grace period before a process is killed.
  private static let grace = Duration.seconds(1)

  /// A pool whose messages come and go in turns of that loop.
  public init(_ loop: RunLoop) {
    self.loop = loop
  }

  /// Connects to a worker, or starts one.
  func channel(to place: WorkerPlace) throws(StoreError) -> WorkerChannel {
    do throws(ServiceSocket.Refusal) {
      let descriptor = try ServiceSocket(at: place.socket).connect()
      return WorkerChannel(loop, SeqpacketSocket(descriptor: descriptor)) {}
    } catch {
      // Only where there is no socket: one that isn't trusted is a reason to stop.
      guard case .absent = error else { throw .service(.workerFailed) }
    }
    guard let program = place.program else { throw .service(.workerMissing) }
    do throws(SystemError) {
      let (ours, its) = try SeqpacketSocket.pair()
      defer { its.close() }
      let process: WorkerProcess
      do throws(SystemError) {
        process = try WorkerProcess(at: program, place.arguments, link: its.descriptor)
      } catch {
        ours.close()
        throw error
      }
      started += 1
      let number = started
      processes[number] = process
      return WorkerChannel(loop, ours) { [weak self] in self?.await(number) }
    } catch {
      throw .service(.workerMissing)
    }
  }

  /// Waits without a thread.
  func wait(_ pause: Duration) async { await loop.wait(pause) }

  /// Whether no process is left.
  public var isEmpty: Bool { processes.isEmpty }

  /// Kills all processes that are left. Their conversations are over.
  public func end() {
    for process in processes.values { process.end() }
    processes = [:]
    WorkerProcess.restoreChildSignal()
  }

  /// Looks for the end of a process more and more seldom. Then it is killed.
  private func await(_ number: Int, waited: Duration = .zero, pause: Duration = .milliseconds(4)) {
    guard let process = processes[number] else { return }
    if waited < Self.grace ? process.hasEnded() : process.kill() {
      processes[number] = nil
      return
    }
    let next = min(pause * 2, .milliseconds(200))
    _ = loop.timers.add(after: pause) { [weak self] in
      self?.await(number, waited: waited + pause, pause: next)
    }
  }
}
