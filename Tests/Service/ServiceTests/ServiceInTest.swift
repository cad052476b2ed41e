import Foundation
import SQLiteStore
import TestSupport
import Testing

/// A server that listens in a sandbox as a service does, and its store.
struct ServiceInTest {
  let sandbox: Sandbox
  /// The folder of the sockets.
  let folder: String
  /// The value of `--store`.
  let url: String
  private let program: ChildProcess

  init() async throws {
    sandbox = try Sandbox()
    chmod(sandbox.directory, 0o711)
    let folder = sandbox.path("run")
    self.folder = folder
    mkdir(folder, 0o755)
    url = "service:\(folder)/signin.sock"
    program = try sandbox.start(Pty.product("ServiceProbe"), [folder, sandbox.path("service.db")])
    try #require(await eventually { isListening(at: folder + "/admin.sock") })
  }

  /// The store of the service, opened beside it.
  var store: SQLiteStore { SQLiteStore(file: StoreFile(path: sandbox.path("service.db"))) }

  /// Ends the service at once.
  func stop() async throws {
    program.send(signal: SIGKILL)
    _ = try await program.finish()
  }
}
