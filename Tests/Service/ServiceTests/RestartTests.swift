import Foundation
import Identity
import Messages
import TestSupport
import Testing
import Unix

/// Plays a service manager as the units describe it: it keeps the socket, starts the service whenever somebody comes, and
/// not after status 78.
@Suite("A service that fails and is started again", .fewAtOnce, .enabled(if: geteuid() == 0, "other users need root"))
struct RestartTests {
  /// The service manager's part: the socket is its own, and outlives every service.
  private final class PlayedManager {
    let sandbox: Sandbox
    let path: String
    private let socket: ListeningSocket
    let settings: String

    init() throws {
      sandbox = try Sandbox()
      chmod(sandbox.directory, 0o755)
      (path, settings) = (sandbox.path("signin.sock"), sandbox.path("service.toml"))
      socket = try ListeningSocket(at: path, mode: 0o666)
      let folder = sandbox.path("lib")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      chmod(folder, 0o700)
      chown(folder, PlayedService.user, PlayedService.user)
      try write(settings: ServiceWithClient.quick + "sign-up = \"on\"\n")
    }

    deinit { close(socket.descriptor) }

    func write(settings text: String) throws { try text.write(toFile: settings, atomically: true, encoding: .utf8) }

    func start() throws -> ChildProcess {
      let user = ["setpriv", "--reuid=\(PlayedService.user)", "--regid=\(PlayedService.user)", "--clear-groups"]
      return try sandbox.start(
        "sh",
        ["-c", "LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=sign-in exec \"$@\"", "sh"] + user + [
          Sandbox.signin, "serve", "--config", settings, "--state", sandbox.path("lib"),
        ], link: socket.descriptor)
    }

    /// A form that connects, whether a service is there or not.
    func form(at service: ChildProcess) throws -> ServiceWithClient {
      let descriptor = try ServiceSocket(at: path).connect()
      return ServiceWithClient(over: SeqpacketSocket(descriptor: descriptor), to: service, in: sandbox)
    }
  }

  @Test func `Eight kills and a typo lose no socket: once the typo is mended, the form that waits signs in`()
    async throws
  {
    // given a service that is killed again and again while a form is at it
    let manager = try PlayedManager()
    for _ in 1...8 {
      let service = try manager.start()
      let form = try manager.form(at: service)
      guard case .welcome? = await form.hello() else {
        Issue.record("The service didn't serve.")
        return
      }
      service.send(signal: SIGKILL)
      #expect(try await service.finish().ending == .signalled(SIGKILL))
      #expect(await form.isEnded())
    }
    // when an administrator makes a mistake
    try manager.write(settings: "sign-up = \"perhaps\"\n")
    let mistaken = try await manager.start().finish()
    // then it is not started again, and the socket takes a form all the same
    #expect(mistaken.ending == .exited(78), "\(mistaken.errors)")
    // when it is mended
    let waiting = try ServiceSocket(at: manager.path).connect()
    try manager.write(settings: ServiceWithClient.quick + "sign-up = \"on\"\n")
    let service = try manager.start()
    // then
    let form = ServiceWithClient(over: SeqpacketSocket(descriptor: waiting), to: service, in: manager.sandbox)
    guard case .welcome? = await form.hello() else {
      Issue.record("The form that waited was not served.")
      return
    }
    guard case .signedIn? = await form.converse(.signUp, "correct horse") else {
      Issue.record("The sign-up failed.")
      return
    }
    service.send(signal: SIGTERM)
    #expect(try await service.finish().ending == .exited(0))
  }
}
