import Identity
import Secrets
public import Unix

/// The accounts of a store of one's own, in the form's process. The store opens with the first request, which comes after the
/// first frame. Nothing is limited or wiped for the form, which has its user's own rights.
@MainActor public final class InProcessAccounts {
  /// One thread for the store while the other one hashes.
  private static let threads = 2

  private let loop: RunLoop
  private let configuration: AccountService.Configuration
  private let closeStore: @Sendable () async -> Void
  private var workers: WorkThreads?
  /// The connections whose jobs are not done. A client has one at a time, and another one once that broke.
  private var connections: [Connection] = []
  private var onIdle: () -> Void = {}

  /// - Parameters:
  ///   - loop: The program's loop.
  ///   - configuration: The store and the rules.
  ///   - close: Closes the store.
  public init(
    _ loop: RunLoop, _ configuration: AccountService.Configuration, close: @escaping @Sendable () async -> Void
  ) {
    (self.loop, self.configuration, closeStore) = (loop, configuration, close)
  }

  /// A client of these accounts.
  public func client(_ hello: Hello) -> AccountClient {
    AccountClient(loop, hello, timeouts: nil) { [self] () throws(StoreError) in
      try connect()
    } didLeave: { [self] in
      leave(within: $0)
    }
  }

  private func connect() throws(StoreError) -> any FormChannel {
    let workers = try openWorkers()
    let ends = InProcessConnection()
    let connection = Connection(
      InProcessServiceChannel(ends), at: .signIn, configuration, loop, workers, nil, Unlimited()
    ) { [weak self] in
      self?.forget($0)
    }
    connections.append(connection)
    connection.start()
    return InProcessFormChannel(ends)
  }

  private func openWorkers() throws(StoreError) -> WorkThreads {
    if let workers { return workers }
    do throws(SystemError) {
      let workers = try WorkThreads(count: Self.threads)
      self.workers = workers
      return workers
    } catch {
      throw .noThread(errorNumber: error.number)
    }
  }

  private func forget(_ connection: Connection) {
    connections.removeAll { $0 === connection }
    if connections.isEmpty { onIdle() }
  }

  /// Does what was promised, and closes the store. The rest is not waited for.
  private func leave(within limit: Duration) {
    guard let workers = workers.take() else { return }
    for connection in connections { connection.stop() }
    let start = Timers.now
    var isLate = false
    let timer = loop.timers.add(after: limit) { [loop] in
      isLate = true
      loop.stop()
    }
    onIdle = { [loop] in loop.stop() }
    while !connections.isEmpty && !isLate { _ = loop.run() }
    onIdle = {}
    loop.timers.cancel(timer)
    guard !isLate else { return }
    loop.run(atMost: limit - (Timers.now - start)) { [closeStore] in
      await withTaskExecutorPreference(workers) { await closeStore() }
    }
  }
}
