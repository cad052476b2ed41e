import Identity
import ProgramSupport
import Sentences
import Terminal
import Unix

/// Says in the log and to the service manager whether the store works: at each change, and once a minute while it fails.
/// Opens the store at the start of the service. After that it tries the store only when somebody met a failure, and until
/// the store works again.
@MainActor final class StoreMonitor {
  private let store: OpenedStore
  private let loop: RunLoop
  private let workers: WorkThreads
  private let log: ServiceLog
  private let manager: ServiceManager

  private var rateLimit = FailureRateLimit()
  /// Nil before the store was tried.
  private var works: Bool?
  private var keyFault: StoreError?
  private var isTrying = false

  /// From a failure until the store is tried again.
  private static let pause = Duration.seconds(5)

  init(
    _ store: OpenedStore, _ loop: RunLoop, _ workers: WorkThreads, _ log: ServiceLog, _ manager: ServiceManager
  ) {
    (self.store, self.loop, self.workers, self.log, self.manager) = (store, loop, workers, log, manager)
  }

  /// Opens the store, and says if it was made just now: a lost one, or one whose disk is not mounted, is an empty one then.
  func start() {
    let isMissing = (try? store.isPresent()) == false
    tryStore(isMissing: isMissing)
  }

  /// Somebody met a failure of the store.
  func note(_ error: StoreError) {
    fail(error, store.ports.lastReason)
    tryLater()
  }

  private func tryLater() {
    guard !isTrying else { return }
    isTrying = true
    _ = loop.timers.add(after: Self.pause) { [weak self] in self?.tryStore() }
  }

  private func tryStore(isMissing: Bool = false) {
    isTrying = true
    Task(executorPreference: workers) { [store] in
      let health = await StoreHealth(of: store.ports, store.keys)
      await self.found(health, isMissing: isMissing)
    }
  }

  private func found(_ health: StoreHealth, isMissing: Bool) {
    isTrying = false
    let fault = health.faults.first { $0.part != .key }
    if isMissing && fault == nil { log.write(.notice, "store", [("state", "made")]) }
    if let fault {
      fail(fault.error, fault.reason)
      tryLater()
    } else {
      succeed()
    }
    judge(key: health.faults.first { $0.part == .key }?.error)
  }

  private func fail(_ error: StoreError, _ reason: String?) {
    works = false
    let sentence = error.sentence
    guard rateLimit.allows(sentence, at: Timers.now) else { return }
    log.write(
      .error, "store", [("state", "failed"), ("reason", sentence)] + (reason.map { [("server", $0)] } ?? []))
    manager.tell("STATUS=" + Sanitiser.cleaned("Nobody can sign in. " + sentence))
  }

  private func succeed() {
    guard works != true else { return }
    works = true
    rateLimit = FailureRateLimit()
    log.write(.notice, "store", [("state", "works")])
    manager.tell("STATUS=The store works.")
  }

  /// Logs if second steps can't be checked here, before the first person hears it.
  private func judge(key fault: StoreError?) {
    if let fault, fault != keyFault { log.write(.warning, "sealing-key", [("reason", fault.sentence)]) }
    keyFault = fault
  }
}
