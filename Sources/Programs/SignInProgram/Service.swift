import Glibc
import Identity
import AccountService
import Administration
import Server
import ProgramSupport
import Settings
import Secrets
import Sentences
import Terminal
import Unix
import Workers

/// `signin serve`: the machine's accounts, kept by a user of its own. It serves the forms of all users.
@MainActor final class Service {
  private let config: String?
  private let manager: ServiceManager
  private let log = ServiceLog()
  private let loop: RunLoop
  private let workers: WorkThreads
  private let store: OpenedStore
  private let pool: WorkerPool
  private let server: AccountServer
  private let monitor: StoreMonitor
  /// The settings of its start, some of which are in force until its end.
  private let settings: Settings
  /// The descriptors that it may have open.
  private let descriptors = Descriptors.raiseLimit()

  /// Serves until a signal ends it.
  static func serve(_ command: ServeCommand, _ engine: OpenedStore.Engine) throws(Failure) -> Never {
    let folder = command.state ?? Self.folder
    // Before the sockets are taken: another program may be the one that opens this store.
    let opened = Result { () throws(Failure) in
      let settings = try Settings.ofService(file: command.config)
      return (settings, try engine(settings, folder))
    }
    let manager = ServiceManager()
    do throws(Failure) {
      let (settings, store) = try opened.get()
      let listeners = try ServiceSockets(manager, command)
      if ProcessUser.isRoot { try becomeOwner(of: folder) }
      try Program.prepareForSecrets()
      try Service(command.config, settings, store, manager).serve(listeners)
    } catch {
      try refuse(manager, error)
    }
  }

  /// For those who connect while the service can't start. A service manager starts it again for the next one who connects, and
  /// so no more often than this.
  private static let timeToRefuse = Duration.seconds(5)

  /// Tells everybody who connects to the sockets of a service manager why the service can't start, and ends. Without such
  /// sockets nobody waits.
  private static func refuse(_ manager: ServiceManager, _ failure: Failure) throws(Failure) -> Never {
    let sockets = manager.sockets.compactMap { ListeningSocket(inherited: $0.descriptor) }
    guard !sockets.isEmpty else { throw failure }
    ServiceLog().write(.error, "not-started", [("reason", failure.sentence)])
    manager.tell("STATUS=" + Sanitiser.cleaned("Nobody can sign in. " + failure.sentence))
    let error = StoreError.notStarted(reason: failure.clause)
    RefusingServer(RunLoop(signals: -1), at: sockets, answering: error).serve(for: timeToRefuse)
    exit(failure.status.rawValue)
  }

  private init(
    _ config: String?, _ settings: Settings, _ store: OpenedStore, _ manager: ServiceManager
  ) throws(Failure) {
    (self.config, self.settings, self.store, self.manager) = (config, settings, store, manager)
    // A log without a reader must not end the service.
    signal(SIGPIPE, SIG_IGN)
    do throws(SystemError) {
      workers = try WorkThreads(count: settings.hashesAtOnce + store.threads)
      try RunLoop.serveMainActor()
      loop = RunLoop(signals: try ProcessSignals.install())
    } catch {
      throw .noThread(error)
    }
    ProcessSignals.serve()
    pool = WorkerPool(loop)
    let configuration = try Self.configuration(store, settings, pool, log)
    let capacity = Capacity(
      hashes: settings.hashesAtOnce, hashMemory: settings.hashMemoryAtOnce, storeJobs: store.threads)
    server = AccountServer(
      loop, workers, configuration, capacity: capacity, limits: Self.limits(settings, descriptors))
    monitor = StoreMonitor(store, loop, workers, log, manager)
  }

  private static func configuration(
    _ store: OpenedStore, _ settings: Settings, _ pool: WorkerPool, _ log: ServiceLog
  ) throws(Failure) -> AccountService.Configuration {
    // The text that `signin account link` takes.
    try store.configuration(settings, pool) { log.write(.warning, "not-linked", [("subject", $0.text)]) }
  }

  private static func limits(_ settings: Settings, _ descriptors: Int) -> Limits {
    Limits(gateUIDs: settings.throttle.gateUIDs, descriptors: descriptors, people: .ofMachine())
  }

  private func serve(_ listeners: ServiceSockets) -> Never {
    server.onEvent = { [log, monitor] in
      if case .storeFailed(let error) = $0 { monitor.note(error) } else { log.write($0) }
    }
    loop.onSignals = { [weak self] in if $0.contains(SIGHUP) { self?.reload() } }
    server.serve(at: listeners.signIn, .signIn)
    if let administration = listeners.administration { server.serve(at: administration, .administration) }
    manager.tell("READY=1")
    log.write(.notice, "started", [("version", Program.version), ("uid", String(geteuid()))])
    // A manager that wants to hear more often gets no more, so that a wrong variable keeps no processor busy.
    if let interval = manager.watchdogInterval { keepAlive(every: max(interval / 2, .milliseconds(100))) }
    monitor.start()
    guard case .signal(let number) = loop.run() else { exit(ExitStatus.inputOutput.rawValue) }
    end(after: number)
  }

  /// For those in line when the service ends.
  private static let timeToFinish = Duration.seconds(10)

  /// Does what was promised to those who are connected, and ends.
  private func end(after signal: Int32) -> Never {
    manager.tell("STOPPING=1")
    server.onIdle = { [loop] in loop.stop() }
    server.drain(for: Self.timeToFinish)
    while !server.isIdle { _ = loop.run() }
    pool.end()
    store.close(loop, workers)
    log.write(.notice, "stopped", [("signal", String(signal))])
    exit(ExitStatus.success.rawValue)
  }

  /// Reads the settings again. The rules change for new connections. The store, and what it keeps, do not.
  private func reload() {
    manager.tell("RELOADING=1", ServiceManager.moment)
    do throws(Failure) {
      let settings = try Settings.ofService(file: config)
      let configuration = try Self.configuration(store, settings, pool, log)
      server.change(to: configuration, limits: Self.limits(settings, descriptors))
      let waiting = Setting.waitingForRestart.filter { $0.text(in: settings) != $0.text(in: self.settings) }
      log.write(
        .notice, "reloaded", waiting.isEmpty ? [] : [("restart-for", waiting.map(\.name).joined(separator: ", "))])
    } catch {
      log.write(.error, "settings-mistake", [("reason", error.sentence)])
    }
    manager.tell("READY=1")
  }

  private func keepAlive(every pause: Duration) {
    manager.tell("WATCHDOG=1")
    _ = loop.timers.add(after: pause) { [weak self] in self?.keepAlive(every: pause) }
  }

  /// The folder that the service manager made, or the usual one.
  static var folder: String {
    guard let folders = Environment.variable("STATE_DIRECTORY"), folders.hasPrefix("/") else {
      return Settings.serviceFolder
    }
    return folders.split(separator: ":").first.map(String.init) ?? Settings.serviceFolder
  }
}

extension Failure {
  /// The sentence without its full stop, and short enough for a form.
  fileprivate var clause: String {
    let sentence = sentence.prefix(500)
    return String(sentence.last == "." || sentence.last == "。" ? sentence.dropLast() : sentence)
  }
}

extension ServiceLog {
  fileprivate func write(_ event: ServerEvent) {
    switch event {
    case .slowedDown(let uid): write(.warning, "slowed-down", [("uid", String(uid))])
    case .refused(let limit, let uid): write(.warning, "refused", [("limit", limit.rawValue), ("uid", String(uid))])
    case .offence(let uid): write(.warning, "offence", [("uid", String(uid))])
    case .storeFailed: break  // the monitor looks at the store first
    }
  }
}
