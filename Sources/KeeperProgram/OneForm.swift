import Glibc
import Keeper
import Programs
import Unix
import Wire

/// `signind --embedded`: the keeper of one form, which started it, with the form's rights. It exits when the form does.
@MainActor enum OneForm {
  /// One thread for the store while the other one hashes.
  private static let threads = 2

  static func serve(_ options: KeeperOptions, _ engine: KeptStore.Engine) throws(Failure) {
    guard let link = Link(inherited: 3) else { throw .notForPeople }
    let workers: WorkThreads
    let signals: Int32
    do throws(SystemError) {
      workers = try WorkThreads(count: threads)
      signals = try ProcessSignals.install()
      try RunLoop.serveMainActor()
    } catch {
      throw .noThread(error)
    }
    let loop = RunLoop(signals: signals)
    let crew = WorkerCrew(loop)
    let opened = Opened(options, engine, crew)
    let keeper = Keeper(loop, workers, opened.office)
    keeper.onIdle = { loop.stop() }
    keeper.serve(link)
    if case .signal = loop.run() {
      keeper.stop()
      while !keeper.isIdle { _ = loop.run() }
    }
    crew.end()
    opened.store?.close(loop, workers)
    exit(ExitStatus.success.rawValue)
  }
}
