import Glibc
import IdentitySQLite
import Keeper
import Programs
import Unix
import Wire

/// `signind --embedded`: the keeper of one form, which started it, with the form's rights. It exits when the form does.
@MainActor enum OneForm {
  /// One thread for the store while the other one hashes.
  private static let threads = 2

  static func serve(_ options: KeeperOptions) throws(Failure) {
    guard let link = Link(inherited: 3) else { throw .notForPeople }
    let workers: WorkThreads
    let signals: Int32
    do throws(SystemError) {
      workers = try WorkThreads(count: threads)
      signals = try ProcessSignals.install()
    } catch {
      throw .noThread(error)
    }
    RunLoop.prepare()
    let loop = RunLoop(signals: signals)
    let crew = WorkerCrew(loop)
    let opened = Opened(options, crew)
    let keeper = Keeper(loop, workers, opened.office)
    keeper.onIdle = { loop.stop() }
    keeper.serve(link)
    if case .signal = loop.run() {
      keeper.stop()
      while !keeper.isIdle { _ = loop.run() }
    }
    crew.end()
    if let store = opened.store { close(store, loop, workers) }
    exit(ExitStatus.success.rawValue)
  }

  /// Closes the store, if that is possible soon. See Decisions/0060-close-the-store.md.
  private static func close(_ store: SQLiteStore, _ loop: RunLoop, _ workers: WorkThreads) {
    var isOver = false
    let end = { @MainActor in
      isOver = true
      loop.stop()
    }
    _ = loop.timers.add(after: .milliseconds(50), end)
    Task(executorPreference: workers) {
      await store.close()
      await end()
    }
    while !isOver { _ = loop.run() }
  }
}
