import Foundation
import Synchronization

/// A service for tests: a socket in a folder of a sandbox, and a server of a store for each connection.
public final class ServedStore: Sendable {
  /// The address, as the setting `store` takes it.
  public var url: String { "service:" + socketPath }
  /// The path of the socket.
  public let socketPath: String

  private let listener: Int32
  private let state: Mutex<State>

  private struct State {
    var isStopped = false
    var connections = 0
    /// Each is killed when it goes.
    var servers: [ChildProcess] = []
  }

  /// Listens in the folder `service` of a sandbox, which is made if it is missing.
  /// - Parameters:
  ///   - store: The file of the store; nil for the one that the programs in the sandbox use.
  ///   - folder: The folder of the socket.
  ///   - options: Further options of each server.
  ///   - program: The server.
  ///   - environment: Changes to the environment of the servers.
  public init(
    in sandbox: Sandbox, store: String? = nil, folder: String = "service", options: [String] = [],
    program: String = Pty.product("StoreProbe"), environment: [String: String?] = [:]
  ) throws {
    let directory = sandbox.path(folder)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    chmod(directory, 0o755)
    let path = directory + "/signin.sock"
    unlink(path)
    let listener = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
    chmod(path, 0o666)
    let arguments = ["--store", "sqlite:" + (store ?? sandbox.path("signin.db"))] + options
    (socketPath, self.listener) = (path, listener)
    state = Mutex(State())
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        self?.state.withLock { state in
          state.connections += 1
          if let server = try? sandbox.start(program, arguments, environment: environment, link: connection) {
            state.servers.append(server)
          }
        }
        close(connection)
      }
      close(listener)
    }
  }

  deinit { stop() }

  /// The number of connections so far.
  public var connections: Int { state.withLock { $0.connections } }

  /// Sends a signal to the servers that are at work.
  public func signal(_ number: Int32) {
    for server in state.withLock({ $0.servers }) { server.send(signal: number) }
  }

  /// Kills the servers, and waits until they have ended: until then they might take another request.
  public func kill() async throws {
    signal(SIGKILL)
    for server in state.withLock({ $0.servers }) { _ = try await server.finish() }
  }

  /// Stops to listen, and removes the socket. Connections go on.
  public func stop() {
    // Only once: then the listener is closed, and its number may be that of another one.
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    guard isFirst else { return }
    unlink(socketPath)
    shutdown(listener, Int32(SHUT_RDWR))
  }
}
