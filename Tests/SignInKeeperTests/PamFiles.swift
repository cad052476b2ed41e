import Foundation
import TestSupport

/// `signind` in a folder of a sandbox, with a `signind-pam` beside it that knows one user, by pam_wrapper's pam_matrix.
struct PamFiles {
  /// The name of the user.
  static let name = "bob"

  private let folder: String
  var signind: String { folder + "/signind" }
  var worker: String { folder + "/signind-pam" }

  /// - Parameter password: The user's, without a colon.
  init(in sandbox: Sandbox, knowing password: String) throws {
    folder = sandbox.path("pam")
    let matrix = "required /usr/lib/\(Self.machine)-linux-gnu/pam_wrapper/pam_matrix.so passdb=\(folder)/passdb\n"
    // LD_BIND_NOW, as the release is linked. Otherwise the loader saves registers on the stack at the first call of a function,
    // and with them the end of a password.
    let script = """
      #!/bin/sh
      export LD_BIND_NOW=1
      export LD_PRELOAD=libpam_wrapper.so PAM_WRAPPER=1 PAM_WRAPPER_SERVICE_DIR=\(folder)/svc
      exec \(Pty.product("signind-pam")) --service matrix
      """
    try FileManager.default.createDirectory(atPath: folder + "/svc", withIntermediateDirectories: true)
    for (name, text) in [
      "passdb": "\(Self.name):\(password):matrix\n", "svc/matrix": "auth \(matrix)account \(matrix)",
    ] {
      try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
    }
    try Sandbox.write(script: script, to: worker)
    try Sandbox.copy(program: Pty.product("signind"), to: signind)
    // The service's user starts the worker.
    for path in [folder, folder + "/svc", signind] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  }

  private static var machine: String {
    #if arch(x86_64)
      "x86_64"
    #else
      "aarch64"
    #endif
  }
}
