import Foundation

/// An X server with an invisible screen (Xvfb) and a display of its own. It ends with this object, and all its windows
/// end with it.
final class XServer: Sendable {
  /// The value for DISPLAY.
  let display: String
  private let id: pid_t

  /// The server did not start.
  struct DidNotStart: Error {}

  /// Starts the server, and waits until it can be reached.
  init(in sandbox: Sandbox) async throws {
    // Without key repeat: on a busy machine a key may be held for long.
    let script = #"Xvfb -displayfd 3 -screen 0 1600x1200x24 -nolisten tcp -noreset -r >/dev/null 2>&1 3>"$1" & echo $!"#
    let started = try await sandbox.run("sh", ["-c", script, "sh", sandbox.path("display")])
    id = pid_t(started.output.trimmingCharacters(in: .newlines)) ?? 0
    var number = ""
    let hasStarted = await eventually {
      number = (try? sandbox.contents(of: "display")) ?? ""
      return number.hasSuffix("\n")
    }
    guard hasStarted else {
      if id > 1 { kill(id, SIGTERM) }
      throw DidNotStart()
    }
    display = ":" + number.dropLast()
  }

  deinit {
    // Not SIGKILL: the server must remove a lock and a socket.
    kill(id, SIGTERM)
  }
}
