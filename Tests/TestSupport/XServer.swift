import Foundation

/// An X server whose screen nobody sees (Xvfb), with a display of its own. It ends with this object, and with it every
/// window on it.
final class XServer: Sendable {
  /// What DISPLAY has to be.
  let display: String
  private let id: pid_t

  /// The server did not start.
  struct DidNotStart: Error {}

  /// Starts it, and waits until it can be reached.
  init(in sandbox: Sandbox) async throws {
    // Without repeating keys: on a busy machine one may be held for long.
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
    // Not SIGKILL: the server has a lock and a socket to take away.
    kill(id, SIGTERM)
  }
}
